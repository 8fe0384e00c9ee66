/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The keeper: a process above a worker that ends, where no PID namespace does, what the worker
 * leaves behind. The worker can be killed, above all by its test; then its orphans become the
 * keeper's children.
 */
#ifndef RUNNER_POOL_KEEPER_H
#define RUNNER_POOL_KEEPER_H

#include "runner/sandbox/contain.h"

/*
 * Forks and returns in the child, which becomes the worker. The caller becomes the keeper and never
 * returns: it passes SIGTERM on, kills whatever remains after the worker's end, and ends as the
 * worker did.
 */
void keeper_split(const struct containment *containment);

#endif
