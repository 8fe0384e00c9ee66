/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Split-stream execution (King and Offutt, 1991): one run of a test serves a batch of mutants, in
 * the worker process.
 *
 *   trunk            the test, unmutated, forked by the fork-server
 *    └ a run         forked where its mutants are infected; the trunk waits for its end
 *       └ a run      forked where the values of mutants that shared a run part
 *                    (Wang et al., ISSTA 2017)
 *
 * Only one process goes on at a time, the deepest one. So the depth bounds the memory, and the
 * limits are those of single runs. If a run affects others, its ancestors or the files that they
 * share, the batch begins again with the mutants that have no result.
 */
#ifndef RUNNER_SPLIT_SPLIT_H
#define RUNNER_SPLIT_SPLIT_H

#include "common/attr.h"
#include "runner/worker/worker_state.h"

enum { SPLIT_MAX_DEPTH = 15 };

/*
 * Returns the path of the output of a run that was split from DEPTH processes; PATH is that of a
 * run that was not split. Owned by the caller.
 */
char *split_output(const char *path, uint32_t depth) RETURNS_NONNULL MUST_CHECK;

/*
 * Executes the current job, a batch. Sends its results one after the other, each after the caller's
 * answer to the one before.
 */
void split_job(struct worker_state *state);

#endif
