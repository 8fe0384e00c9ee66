/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proof that a run never ends, long before a limit is met.
 *
 * A process of one thread that comes back to the very state in which it was, all registers and all
 * memory, without a system call or an instruction whose result is not made by that state, will do
 * so for ever, unless something else ends it: so there must be no timer, and no other process of
 * the run but those that wait for it.  x86-64 only.
 */
#ifndef RUNNER_WORKER_ENDLESS_H
#define RUNNER_WORKER_ENDLESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "runner/sandbox/tree.h"
#include "runner/worker/worker_state.h"

enum endless {
	ENDLESS_UNKNOWN, /* nothing was found, and nothing has changed */
	ENDLESS_PROVEN,
	ENDLESS_DISTURBED, /* the run may act otherwise for having been looked at: it says nothing
			      any more */
};

/*
 * Looks whether PID, the only process of the run on BENCH but KEPT that is not waiting, and that
 * was seen not to wait for a while, is in an endless loop.  Takes about PATIENCE_US at most, and a
 * few tenths of a second, partly as processor time of PID.
 */
enum endless endless_try(const struct worker_state *state, const struct tree_kept *kept, pid_t pid,
			 uint64_t patience_us);

#endif
