/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Busy processes: a load of our own, which shows whether the result of a test depends on the
 * machine's load. They only compute, have no open files, and end with the process that started
 * them, however that ends.
 */
#ifndef RUNNER_BASELINE_BUSY_H
#define RUNNER_BASELINE_BUSY_H

#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

struct busy {
	VEC(pid_t) pids;
};

/*
 * Returns how many processors this process may use, at least 1: those of the machine, unless its
 * affinity or the quota of its control group allows fewer.
 */
unsigned busy_count_processors(void);

/* Starts COUNT busy processes; on failure none is left. */
struct error *busy_start(struct busy *busy, unsigned count) MUST_CHECK;
void busy_stop(struct busy *busy);

#endif
