/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of a campaign, private to its files, one of which there is for each larger step. */
#ifndef RUNNER_CAMPAIGN_CAMPAIGN_STATE_H
#define RUNNER_CAMPAIGN_CAMPAIGN_STATE_H

#include "common/slots.h"
#include "common/vec.h"
#include "runner/baseline/extra.h"
#include "runner/campaign/campaign.h"
#include "runner/harness/harness.h"
#include "runner/sandbox/scratch.h"

/* MUTANT gets the verdicts of RUN; both are indexes. */
struct campaign_share {
	uint32_t mutant, run;
};

struct campaign {
	const struct campaign_opts *opts; /* borrowed */
	const struct events *events;	  /* borrowed */
	struct scratch scratch;		  /* removed by campaign_close() */
	char *logs;			  /* directory in the store */
	char *session;	    /* session file of the discovery: processes attach and do nothing */
	bool is_blind;	    /* ptrace is refused */
	int64_t began_ns;   /* begin of the discovery, in nanoseconds since 1970 */
	bool has_all_names; /* `inputs` has all files that the discovery named, as it saw them */
	bool has_view;	    /* each worker had a view when it started */
	struct suite suite;
	VEC(struct subject *) subjects; /* the opened binaries; owned */
	struct subject_list followed;	/* `subjects`, if one is statically linked; else none */
	struct slots variant_ids;	/* the shown parts of their mutants' ids */
	char *variants;			/* variants file of the subjects; NULL: none */
	struct modules modules;
	struct inventory inventory;
	struct worker_pool *pool;
	struct coverage_reader *reader;
	struct inputs *inputs;
	struct entered_sets entered; /* the sets of all runs */
	struct extras extras;	     /* the extras of all mutated runs */
	struct baseline *baselines;  /* per test */
	struct store *store;
	int64_t *mutant_keys, *test_keys;
	struct plan_test *plan_tests;
	struct plan *plan;
	VEC(struct campaign_share) shares; /* verdicts that are not to be found by runs */
	bool is_resumed;
	uint64_t nr_recalled; /* cells taken over from the resumed run */
	struct matrix_counts counts;
};

struct error *campaign_cancelled(void) MUST_CHECK;
/*
 * After all other mutants were run: gives the verdicts of mutants to those that share them (campaign_share.c). Cells
 * without a verdict, or with an unknown one, are left to be run.
 */
struct error *campaign_share_verdicts(struct campaign *campaign) MUST_CHECK;
/* Returns "a.o, b.o and 3 more", paths relative to the build directory; owned by the caller. */
char *campaign_name_some(const struct campaign *campaign, char *const *names,
			 size_t count) RETURNS_NONNULL MUST_CHECK;

/* Reads the binaries and writes their variants file for the run-time (campaign_binaries.c). */
struct error *campaign_open_binaries(struct campaign *campaign) MUST_CHECK;
/* After the discovery: fails if a statically linked binary can't be traced. */
struct error *campaign_check_traced(const struct campaign *campaign) MUST_CHECK;
/* After the discovery: fails if tests execute instrumented programs beside the binaries. */
struct error *campaign_check_instrumented(const struct campaign *campaign) MUST_CHECK;
/* After the baseline: tells that breakpoints may be why tests don't always pass. */
void campaign_tell_breakpoints(const struct campaign *campaign);
/* After the baseline: tells which binaries no test executed; fails if none was. */
struct error *campaign_check_executed(const struct campaign *campaign) MUST_CHECK;

/*
 * Writes to the store what later readers need: run, files, mutants, tests, coverage
 * (campaign_record.c).
 */
struct error *campaign_record(struct campaign *campaign) MUST_CHECK;
/*
 * Parts of campaign_record(): files, modules, units and mutants; then the tests, with what they
 * reach.
 */
struct error *campaign_record_code(struct campaign *campaign) MUST_CHECK;
struct error *campaign_record_tests(struct campaign *campaign) MUST_CHECK;
/*
 * Before the run begins: gives up an unfinished run of the same PLAN if its tests would act
 * differently now.
 */
struct error *campaign_check_resume(struct campaign *campaign, const char *plan) MUST_CHECK;

/* Notes the present states of the files that the discovery named (campaign_stamps.c). */
void campaign_note_names(struct campaign *campaign, const struct trace *trace);
/* Notes the files that the discovery itself read. */
void campaign_note_build(struct campaign *campaign);
/*
 * Records the files that the run depends on, so that the next run can tell whether one has changed:
 * first those of the tests, later again with those of mutated runs.
 */
struct error *campaign_record_stamps(struct campaign *campaign) MUST_CHECK;
struct error *campaign_record_extra_stamps(struct campaign *campaign) MUST_CHECK;

/*
 * In a resumed run, whose keys are known: puts the verdicts that it decided into the plan
 * (campaign_recall.c).
 */
struct error *campaign_recall_cells(struct campaign *campaign) MUST_CHECK;
/* Tests that printed other things in an earlier baseline are judged by their own result only. */
struct error *campaign_recall_outputs(struct campaign *campaign) MUST_CHECK;
/*
 * Adds to the coverage of each test what its earlier baselines reached. So a cell that was once in
 * the plan stays there, and a test that reached other places is unsteady.
 */
struct error *campaign_recall_coverage(struct campaign *campaign) MUST_CHECK;

#endif
