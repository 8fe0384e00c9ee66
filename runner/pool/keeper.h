/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keeper: where no PID namespace ends what a worker leaves behind, a process above the worker
 * does.  The worker can be killed, by its test above all, and its orphans come to the keeper then.
 */
#ifndef RUNNER_POOL_KEEPER_H
#define RUNNER_POOL_KEEPER_H

#include "runner/sandbox/contain.h"

/*
 * Returns in a new child, the worker to be.  The caller becomes the keeper: it passes SIGTERM on,
 * outlives the worker until nothing is left that this has started, and ends as it did.
 */
void keeper_split(const struct containment *containment);

#endif
