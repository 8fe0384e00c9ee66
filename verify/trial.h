/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trials: single runs of tests in a verify worker. The same worker, rules and limits as in a
 * campaign apply, but no mutant is switched on: the source is what differs.
 *
 *	verify_trials_init()		runs the used tests unmutated, in plain mode
 *	verify_trials_refer()		in the other modes, before a test is sanitized
 *	verify_trials_begin()		after each build
 *	verify_trial_run(), verify_trial_sanitize()
 *	verify_trials_end()
 *	verify_trials_deinit()
 */
#ifndef VERIFY_TRIAL_H
#define VERIFY_TRIAL_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/job/allowance.h"
#include "runner/pool/worker.h"
#include "verify/verify_worker.h"

/* What the unmutated copy has shown of one test. */
struct verify_reference {
	bool is_known;
	struct allowance_use use;
	/* what the test prints, if that is the oracle; NULL: any output passes; owned */
	struct expectation *expected;
	char **reports; /* reports of sanitizers that come up without any mutant; strv, owned */
};

struct verify_trials {
	const struct verify_worker_opts *opts;
	struct allowance_opts allowance;
	struct verify_reference *references; /* by test of the sample; owned */
	/* worker of the campaign's kind; NULL between verify_trials_end() and _begin() */
	struct worker *worker;
	char *output; /* file for the output of an unmutated run; owned */
	/*
	 * Scratch directory of the worker, which is all that tests really write into, and the
	 * folder in it for reports. Owned.
	 */
	char *worker_scratch, *report_folder;
};

/*
 * Prepares trials. In plain mode, runs each used test unmutated: ERROR_UNUSABLE if one does not
 * pass.
 */
struct error *verify_trials_init(const struct verify_worker_opts *opts,
				 struct verify_trials *ret) MUST_CHECK;
/*
 * Runs TEST unmutated, unless that was done before. Call it before verify_trial_sanitize() of the
 * test, and not between verify_trials_begin() and _end().
 */
struct error *verify_trials_refer(struct verify_trials *trials, uint32_t test) MUST_CHECK;
void verify_trials_deinit(struct verify_trials *trials);

/*
 * Starts the worker. A worker sees the tree as it was when the worker started, so that each build
 * needs a new one.
 */
struct error *verify_trials_begin(struct verify_trials *trials) MUST_CHECK;
void verify_trials_end(struct verify_trials *trials);

/*
 * *RET is the verdict of TEST with the tree as it is now. After a timeout the test is run once
 * more, and that verdict counts: the limit of the wall clock is always doubled, and all limits are
 * if the wall clock was the limit that was met. *DETAIL says how the run ended; owned by the
 * caller.
 */
struct error *verify_trial_run(struct verify_trials *trials, uint32_t test, enum verdict *ret,
			       char **detail) MUST_CHECK;

/*
 * Runs TEST under the sanitizer of the worker's mode. *RET is the first report that the unmutated
 * program does not make; NULL if there is none. Owned by the caller.
 */
struct error *verify_trial_sanitize(struct verify_trials *trials, uint32_t test,
				    char **ret) MUST_CHECK;

#endif
