/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each unmutated run says of its test.
 *
 *   baseline_judge_traced()   after run 1
 *   baseline_judge_run()      after each run by a worker
 *   baseline_judge_served()   after each run from a fork-server
 *   baseline_judge_end()      after the last one
 *   baseline_judge_loaded()   after the one under load, if it still takes part; then _end() again
 */
#ifndef RUNNER_BASELINE_BASELINE_JUDGE_H
#define RUNNER_BASELINE_BASELINE_JUDGE_H

#include "runner/baseline/baseline.h"

/* BASELINE's coverage is already that of the run, whose output is in the file OUTPUT. */
void baseline_judge_traced(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct test *test, const struct baseline_traced *traced,
			   const char *output);
/* IS_COVERING: what it used says nothing of mutated runs. */
void baseline_judge_run(struct baseline *baseline, const struct job_result *result,
			bool is_covering);
/* It must agree, or the test is run by exec. */
void baseline_judge_served(struct baseline *baseline, const struct job_result *result);
/*
 * A result that only load changes is no result.  A limit of the harness that load alone makes the
 * test exceed is not applied to mutated runs: those of remt take the load into account.
 */
void baseline_judge_loaded(struct baseline *baseline, const struct baseline_opts *opts,
			   const struct job_result *result);
/* A test that failed each time is known to be broken only now, and what OPTS do not suffer to
 * change is known, too. */
void baseline_judge_end(struct baseline *baseline, const struct baseline_opts *opts);

/* True if a process that executed EXECUTED has left no coverage. */
bool baseline_is_unattached(const struct baseline_traced *traced, const struct coverage *coverage,
			    const struct coverage_image *executed);

/* Ends BASELINE's part for a reason; keeps an earlier one. */
void baseline_reject(struct baseline *baseline, bool is_quarantined, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* From here on BASELINE's test is judged by its own verdict alone. */
void baseline_forget_output(struct baseline *baseline);

bool baseline_result_fails(enum test_result result);

#endif
