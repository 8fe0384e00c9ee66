/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads clocks by system calls: a preloaded library that gives tests a false time (libfaketime)
 * must not move our limits.
 */
#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Does what clock_gettime() does. */
static inline int clock_read(clockid_t clock, struct timespec *ret)
{
	return (int)syscall(SYS_clock_gettime, clock, ret);
}

/* Returns the microseconds of the clock that never runs backwards; its zero has no meaning. */
static inline uint64_t clock_us(void)
{
	struct timespec now;

	clock_read(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static inline uint64_t clock_ms(void)
{
	return clock_us() / 1000;
}

/* Returns the microseconds of processors in USAGE. */
static inline uint64_t clock_used_us(const struct rusage *usage)
{
	return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000 +
	       (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* Returns the microseconds of processors of this process. */
static inline uint64_t clock_work_us(void)
{
	struct rusage own = { 0 };

	getrusage(RUSAGE_SELF, &own);
	return clock_used_us(&own);
}

/* Returns the microseconds of processors of this process and all that it has waited for. */
static inline uint64_t clock_own_us(void)
{
	struct rusage waited_for = { 0 };

	getrusage(RUSAGE_CHILDREN, &waited_for);
	return clock_work_us() + clock_used_us(&waited_for);
}

#endif
