/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMON_SIGNALS_H
#define COMMON_SIGNALS_H

#include <signal.h>

/* In a child that will execute a program: what begins there begins with the usual dispositions, whatever
 * the caller, or this program, does with signals. */
static inline void signals_reset(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
}

#endif
