/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMON_SIGNALS_H
#define COMMON_SIGNALS_H

#include <signal.h>

/*
 * Resets all signals to their usual dispositions, in a child that will execute a program: the
 * program must not inherit what this one, or its caller, does with signals.
 */
static inline void signals_reset(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
}

#endif
