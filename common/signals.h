/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMMON_SIGNALS_H
#define COMMON_SIGNALS_H

#include <signal.h>
#include <stdio.h>
#include <string.h>

/*
 * Resets all signals to their usual dispositions, in a child that will execute a program: the
 * program must not inherit what this one, or its caller, does with signals.
 */
static inline void signals_reset(void)
{
	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
}

#define SIGNALS_NAME_SIZE 32

/* Writes the name of a signal, "SIGSEGV" or "signal 35", to RET, and returns it. */
static inline const char *signals_name(int number, char ret[SIGNALS_NAME_SIZE])
{
	const char *name = sigabbrev_np(number);

	if (name)
		snprintf(ret, SIGNALS_NAME_SIZE, "SIG%s", name);
	else
		snprintf(ret, SIGNALS_NAME_SIZE, "signal %d", number);
	return ret;
}

#endif
