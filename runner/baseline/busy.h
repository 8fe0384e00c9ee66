/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Busy processes: a load of our own, beside which a test shows whether its result depends on the
 * machine's load.  They do nothing but compute, have no open files, and end with the process that
 * started them, whatever ends it.
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

/* Processors that this process may use: those of the machine, fewer by its affinity or its control
 * group's quota; at least 1. */
unsigned busy_count_processors(void);

/* Starts COUNT of them; on failure none is left. */
struct error *busy_start(struct busy *busy, unsigned count) MUST_CHECK;
void busy_stop(struct busy *busy);

#endif
