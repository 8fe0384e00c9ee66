/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Counts timers that interrupt a process. The runner can't see them from outside, but needs to know
 * if there may be one.
 */
#include <sys/time.h>
#include <unistd.h>

#include "runtime/rt.h"
#include "runtime/rt_syscall.h"

#define MILLION 1000000u

static int set(int which, const struct itimerval *value, struct itimerval *ret)
{
	if (rt_session && value && (value->it_value.tv_sec || value->it_value.tv_usec))
		__atomic_fetch_add(&rt_session->nr_timers, 1, __ATOMIC_RELAXED);
	return (int)syscall(SYS_setitimer, which, value, ret);
}

EXPORT int setitimer(__itimer_which_t which, const struct itimerval *value, struct itimerval *ret)
{
	return set((int)which, value, ret);
}

EXPORT unsigned alarm(unsigned seconds)
{
	struct itimerval value = { .it_value.tv_sec = seconds }, before = { 0 };

	if (set(ITIMER_REAL, &value, &before) != 0)
		return 0;
	/* The rest is rounded, but never to 0, which would mean that there was no timer. */
	return (unsigned)before.it_value.tv_sec +
	       (before.it_value.tv_usec >= MILLION / 2 ||
		(before.it_value.tv_usec && !before.it_value.tv_sec));
}

EXPORT useconds_t ualarm(useconds_t first, useconds_t interval)
{
	struct itimerval value = {
		.it_value = { first / MILLION, first % MILLION },
		.it_interval = { interval / MILLION, interval % MILLION },
	};
	struct itimerval before = { 0 };

	if (set(ITIMER_REAL, &value, &before) != 0)
		return (useconds_t)-1;
	return (useconds_t)(before.it_value.tv_sec * MILLION + before.it_value.tv_usec);
}
