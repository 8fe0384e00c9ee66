/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Proof that a run never ends, long before a limit is met.
 *
 * A process of one thread that comes back to the very state in which it was, all registers and all
 * memory, without a system call or an instruction whose result is not made by that state, will do
 * so for ever, unless something else ends it: so there must be no timer, and no other process of
 * the run but those that wait for it.  x86-64 only.
 */
#ifndef RUNNER_ENDLESS_H
#define RUNNER_ENDLESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "runner/bench.h"

/*
 * True if PID, the only process of the run on BENCH that is not waiting, is in an endless loop.
 * False means nothing; the process goes on.  Takes some tens of milliseconds at most.
 */
bool endless_is_proven(const struct bench *bench, pid_t pid);

#endif
