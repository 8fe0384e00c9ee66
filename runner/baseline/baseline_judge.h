/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each unmutated run tells of its test.
 *
 *   baseline_judge_traced()   after run 1
 *   baseline_judge_run()      after each run by a worker
 *   baseline_judge_served()   after each run from a fork-server
 *   baseline_judge_end()      after the last run
 *   baseline_judge_loaded()   after the run under load, if the test still takes part; then again
 *                             baseline_judge_end()
 */
#ifndef RUNNER_BASELINE_BASELINE_JUDGE_H
#define RUNNER_BASELINE_BASELINE_JUDGE_H

#include "runner/baseline/baseline.h"

/* BASELINE already has the coverage of the run; its output is in the file OUTPUT. */
void baseline_judge_traced(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct test *test, const struct baseline_traced *traced,
			   const char *output);
/* IS_COVERING: the run's use tells nothing of mutated runs. */
void baseline_judge_run(struct baseline *baseline, const struct job_result *result,
			bool is_covering);
/* If a served run differs from the others, the test is run by exec. */
void baseline_judge_served(struct baseline *baseline, const struct job_result *result);
/*
 * Quarantines a test whose result load alone changes. A limit of the harness that load alone makes
 * the test exceed does not apply to mutated runs, as remt's own limits follow the load.
 */
void baseline_judge_loaded(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct job_result *result);
/* Marks a test that failed each time as broken, and quarantines changes that OPTS do not accept. */
void baseline_judge_end(struct baseline *baseline, const struct baseline_opts *opts);

/* True if a process that executed EXECUTED has left no coverage. */
bool baseline_is_unattached(const struct baseline_traced *traced, const struct coverage *coverage,
			    const struct coverage_image *executed);

/* Ends BASELINE's part for the given reason; an earlier reason stays. */
void baseline_reject(struct baseline *baseline, bool is_quarantined, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* From now on only its own result judges BASELINE's test. */
void baseline_forget_output(struct baseline *baseline);

bool baseline_result_fails(enum test_result result);

#endif
