/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Split-stream execution (King and Offutt, 1991) of a batch of mutants by one run of their test, in the worker process.
 *
 *   trunk            the test, unmutated, forked by the fork-server
 *    └ a run         forked where its mutants are infected; the trunk waits for its end
 *       └ a run      forked where the values of mutants that shared a run part (Wang et al., ISSTA 2017)
 *
 * One process goes on at a time, the deepest one, so that memory is bounded by the depth and limits are those of single
 * runs.  What a run does to others, to its ancestors or to the files that they share makes the batch begin again with
 * what is left of it.
 */
#ifndef RUNNER_SPLIT_SPLIT_H
#define RUNNER_SPLIT_SPLIT_H

#include "common/attr.h"
#include "runner/worker/worker_state.h"

enum { SPLIT_MAX_DEPTH = 15 };

/* File with the output of a run that was split from DEPTH processes; PATH: that of a run that was not.  Owned by the caller. */
char *split_output(const char *path, uint32_t depth) RETURNS_NONNULL MUST_CHECK;

/* Executes the current job, a batch, and sends its results one after the other, each upon the answer to the one before. */
void split_job(struct worker_state *state);

#endif
