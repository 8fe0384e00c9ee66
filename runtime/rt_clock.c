/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Processor time: a process that was split off counts its parent's time as its own. */
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "runtime/rt.h"
#include "runtime/rt_syscall.h"

/* microseconds that this process's parents had used before it was forked */
static uint64_t inherited_us;
static uint64_t passed_on_us;

static uint64_t own_us(void)
{
	struct timespec time = { 0 };

	syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

void rt_clock_before_fork(void)
{
	passed_on_us = inherited_us + own_us();
}

void rt_clock_enter_copy(void)
{
	inherited_us = passed_on_us;
}

EXPORT clock_t clock(void)
{
	return (clock_t)(inherited_us + own_us());
}

EXPORT clock_t times(struct tms *ret)
{
	clock_t now = (clock_t)syscall(SYS_times, ret);

	if (ret)
		ret->tms_utime +=
			(clock_t)(inherited_us * (uint64_t)sysconf(_SC_CLK_TCK) / 1000000);
	return now;
}

EXPORT int getrusage(__rusage_who_t who, struct rusage *ret)
{
	int result = (int)syscall(SYS_getrusage, who, ret);
	uint64_t sum_us;

	if (result == 0 && who == RUSAGE_SELF) {
		sum_us = (uint64_t)ret->ru_utime.tv_usec + inherited_us;
		ret->ru_utime.tv_sec += (time_t)(sum_us / 1000000);
		ret->ru_utime.tv_usec = (suseconds_t)(sum_us % 1000000);
	}
	return result;
}
