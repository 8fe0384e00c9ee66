/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which instrumented files, programs and libraries, the processes of a traced run had mapped that
 * their run-time, if they had any, knew nothing of: there "not reached" would be a guess.
 *
 *   baseline_judge_mapped()   after baseline_judge_traced()
 *   baseline_drop_unseen()    after the last run
 */
#ifndef RUNNER_BASELINE_BASELINE_MAPPED_H
#define RUNNER_BASELINE_BASELINE_MAPPED_H

#include "runner/baseline/baseline.h"

/* A process without a run-time ends the test's part; otherwise the unseen files are noted. */
void baseline_judge_mapped(struct baseline *baseline, const struct modules *modules,
			   const struct baseline_traced *traced);
/* Takes the mutants of unseen files out of the coverage. */
void baseline_drop_unseen(struct baseline *baseline, const struct inventory *inventory);
/* Why the cells of the mutants of MODULE, which is unseen, can't be known; owned by the caller. */
char *baseline_unseen_reason(const struct module *module) RETURNS_NONNULL MUST_CHECK;

#endif
