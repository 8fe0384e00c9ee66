/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State of a campaign, private to its files: each of its larger steps has one. */
#ifndef RUNNER_CAMPAIGN_CAMPAIGN_STATE_H
#define RUNNER_CAMPAIGN_CAMPAIGN_STATE_H

#include "common/slots.h"
#include "common/vec.h"
#include "runner/baseline/extra.h"
#include "runner/campaign/campaign.h"
#include "runner/harness/harness.h"
#include "runner/sandbox/scratch.h"

struct campaign {
	const struct campaign_opts *opts; /* borrowed */
	const struct events *events;	  /* borrowed */
	struct scratch scratch;		  /* removed by campaign_close() */
	char *logs;			  /* directory in the store */
	char *session;	    /* file that the processes of the discovery obey: attach, do nothing */
	bool is_blind;	    /* ptrace is refused */
	int64_t began_ns;   /* of the discovery, since 1970 */
	bool has_all_names; /* `inputs` has all files that the discovery named, as it saw them */
	bool has_view;	    /* the workers had one each when they started */
	struct suite suite;
	VEC(struct subject *) subjects; /* of the binaries; owned */
	struct subject_list followed;	/* the same, if one is statically linked; else none */
	struct slots variant_ids;	/* what is shown of their mutants' ids */
	char *variants;			/* file of the subjects' variants; NULL: there are none */
	struct modules modules;
	struct inventory inventory;
	struct worker_pool *pool;
	struct coverage_reader *reader;
	struct inputs *inputs;
	struct entered_sets entered; /* of all runs */
	struct extras extras;	     /* of all mutated runs */
	struct baseline *baselines;  /* per test */
	struct store *store;
	int64_t *mutant_keys, *test_keys;
	struct plan_test *plan_tests;
	struct plan *plan;
	bool is_resumed;
	uint64_t nr_recalled; /* cells taken over from the resumed run */
	struct matrix_counts counts;
};

struct error *campaign_cancelled(void) MUST_CHECK;
/* "a.o, b.o and 3 more", paths as seen from the build directory; owned by the caller. */
char *campaign_name_some(const struct campaign *campaign, char *const *names,
			 size_t count) RETURNS_NONNULL MUST_CHECK;

/* Reads the binaries that are to be mutated, and tells the run-time of them.  See
 * campaign_binaries.c. */
struct error *campaign_open_binaries(struct campaign *campaign) MUST_CHECK;
/* After the discovery: statically linked ones need ptrace. */
struct error *campaign_check_traced(const struct campaign *campaign) MUST_CHECK;
/* After the discovery: instrumented programs don't belong to such a run. */
struct error *campaign_check_instrumented(const struct campaign *campaign) MUST_CHECK;
/* After the baseline: what may be the cause of tests that don't always pass. */
void campaign_tell_breakpoints(const struct campaign *campaign);
/* After the baseline: which of the binaries nobody has executed. */
struct error *campaign_check_executed(const struct campaign *campaign) MUST_CHECK;

/* Writes what the later readers need to the store: run, files, mutants, tests, coverage.  See
 * campaign_record.c. */
struct error *campaign_record(struct campaign *campaign) MUST_CHECK;
/* Parts of it: files, modules, units and mutants; then the tests, with what they reach. */
struct error *campaign_record_code(struct campaign *campaign) MUST_CHECK;
struct error *campaign_record_tests(struct campaign *campaign) MUST_CHECK;
/* Before the run begins: gives an unfinished one of the same PLAN up if its tests would not do the
 * same any more. */
struct error *campaign_check_resume(struct campaign *campaign, const char *plan) MUST_CHECK;

/* The files that the discovery named, as they are by now.  See campaign_stamps.c. */
void campaign_note_names(struct campaign *campaign, const struct trace *trace);
/* The files that the discovery has read itself. */
void campaign_note_build(struct campaign *campaign);
/* All files that the run depends on, so that the next one can tell that none of them has changed:
 * those of the tests, and later, again, those of mutated runs. */
struct error *campaign_record_stamps(struct campaign *campaign) MUST_CHECK;
struct error *campaign_record_extra_stamps(struct campaign *campaign) MUST_CHECK;

/* Of a resumed run, whose keys are known: puts the verdicts that it has found into the plan.  See
 * campaign_recall.c. */
struct error *campaign_recall_cells(struct campaign *campaign) MUST_CHECK;
/* Tests that printed other things in an earlier baseline are judged by their own verdict. */
struct error *campaign_recall_outputs(struct campaign *campaign) MUST_CHECK;
/* Adds to the coverage of each test what its earlier baselines reached: a cell that was once in the
 * plan stays there, and a test that reached other places then is an unsteady one. */
struct error *campaign_recall_coverage(struct campaign *campaign) MUST_CHECK;

#endif
