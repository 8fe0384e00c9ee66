/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proves that a run never ends, long before it meets a limit.
 *
 * A process of one thread that returns to the very same state, all registers and all memory, will
 * do so for ever. It must make no system call on the way, and execute no instruction whose result
 * depends on anything outside that state. Nothing else may end the loop: there must be no timer,
 * and all other processes of the run must wait for this one. x86-64 only.
 */
#ifndef RUNNER_WORKER_ENDLESS_H
#define RUNNER_WORKER_ENDLESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/tree.h"
#include "runner/worker/worker_state.h"

enum endless {
	ENDLESS_UNKNOWN, /* nothing was found, and the run is as before */
	ENDLESS_PROVEN,
	/* the run may act differently after the trial: its result says nothing */
	ENDLESS_DISTURBED,
};

/*
 * Tries to prove that PID is in an endless loop. PID must be the only process of the run on STATE,
 * KEPT excepted, that does not wait, and must not have waited for a while. Takes at most about
 * PATIENCE_US and a few tenths of a second, partly as processor time of PID.
 */
enum endless endless_try(const struct worker_state *state, const struct tree_kept *kept, pid_t pid,
			 uint64_t patience_us);

#endif
