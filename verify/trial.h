/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials: single runs of tests inside a lane, by the same worker, rules and
 * limits as a campaign's, with no mutant switched on: what differs is the source.
 */
#ifndef VERIFY_TRIAL_H
#define VERIFY_TRIAL_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/allowance.h"
#include "runner/worker.h"
#include "verify/lane.h"

/* What the unmutated copy showed of one test. */
struct verify_reference {
	bool is_known;
	struct allowance_use use;
	struct expectation *expected; /* what it prints, if that is the oracle; NULL: any; owned */
	char **reports; /* of sanitizers, also without any mutant; strv */
};

struct verify_trials {
	const struct verify_lane_opts *opts;
	struct allowance_opts allowance;
	struct verify_reference *references; /* one per test of the sample */
	struct worker *worker;		     /* NULL between mutants */
	char *output;			     /* file for that of a reference */
	char *worker_scratch, *report_folder; /* the first is all that tests really write into */
};

/* In a plain lane, runs every used test unmutated; ERROR_UNUSABLE if one does not pass. */
struct error *verify_trials_init(const struct verify_lane_opts *opts, struct verify_trials *ret) MUST_CHECK;
/* Runs TEST unmutated unless it was; needed before it is sanitized.  No worker may be begun. */
struct error *verify_trials_refer(struct verify_trials *trials, uint32_t test) MUST_CHECK;
void verify_trials_deinit(struct verify_trials *trials);

/* A worker sees the tree as it is when it starts: one for each build. */
struct error *verify_trials_begin(struct verify_trials *trials) MUST_CHECK;
void verify_trials_end(struct verify_trials *trials);

/*
 * Verdict of TEST as the tree is now; a timeout is repeated with doubled
 * limits.  *DETAIL (owned by the caller): how it ended.
 */
struct error *verify_trial_run(struct verify_trials *trials, uint32_t test, enum verdict *ret,
			       char **detail) MUST_CHECK;

/*
 * Runs TEST under the lane's sanitizer.  *RET: the first report that the
 * unmutated program does not make, too; NULL: none.  Owned by the caller.
 */
struct error *verify_trial_sanitize(struct verify_trials *trials, uint32_t test, char **ret) MUST_CHECK;

#endif
