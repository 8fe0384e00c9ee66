/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instrumented files that the processes of a traced run had mapped without the knowledge of their
 * run-time, if they had one. For these, "not reached" would be a guess.
 *
 *   baseline_judge_mapped()   after baseline_judge_traced()
 *   baseline_drop_unseen()    after the last run
 */
#ifndef RUNNER_BASELINE_BASELINE_MAPPED_H
#define RUNNER_BASELINE_BASELINE_MAPPED_H

#include "runner/baseline/baseline.h"

/* A process without a run-time ends the test's part; other unseen files are noted. */
void baseline_judge_mapped(struct baseline *baseline, const struct modules *modules,
			   const struct baseline_traced *traced);
/* Takes the mutants of unseen files out of the coverage. */
void baseline_drop_unseen(struct baseline *baseline, const struct inventory *inventory);
/*
 * Returns why the cells of MODULE's mutants can't be known; MODULE is unseen. Owned by the caller.
 */
char *baseline_unseen_reason(const struct module *module) RETURNS_NONNULL MUST_CHECK;

#endif
