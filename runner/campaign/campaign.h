/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The campaign: one `remt run` from the test command to the stored matrix.
 *
 *   1. campaign_open()          scratch memory
 *   2. campaign_lock()          the store; no second writer from here on
 *   3. campaign_discover()      the suite, once, traced: tests and mutants
 *   4. campaign_run_baseline()  each test alone: coverage, cost, stability
 *   5. campaign_make_plan()     which cells; what an unfinished run has decided
 *   6. campaign_execute()       the matrix
 *   7. campaign_close()
 *
 * Each step may be the last one (--list skips 2 and ends after 3). After a step that returns an
 * error only campaign_close() may follow.
 */
#ifndef RUNNER_CAMPAIGN_CAMPAIGN_H
#define RUNNER_CAMPAIGN_CAMPAIGN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/events.h"
#include "runner/baseline/baseline.h"
#include "runner/baseline/extra.h"
#include "runner/inventory/inventory.h"
#include "runner/inventory/modules.h"
#include "runner/job/allowance.h"
#include "runner/matrix/matrix.h"
#include "store/store.h"

struct campaign_opts {
	char *const *command;	/* test command of the user; NULL with tests_file */
	const char *tests_file; /* plain list of tests; NULL: none */
	const char *directory;	/* build directory, absolute, links resolved */
	const char *root;	/* project root; NULL: to be found */
	const char *store;	/* directory of the store */
	const char *runtime;	/* run-time library to preload */
	const char *request;	/* hash of all that was asked for, and where */
	char **tests;		/* globs over test names; NULL: all */
	/* Compiled files whose variants are the mutants; NULL: the build is instrumented. */
	char **binaries;
	/* Per binary, for a comparison with other versions; NULL: no comparison. */
	const struct subject_likeness *likenesses;
	unsigned jobs;		/* at least 1 */
	unsigned baseline_runs; /* at least 2 */
	unsigned baseline_timeout_ms;
	unsigned baseline_load; /* busy processes beside one run of each test; 0: no such run */
	enum baseline_mode mode;
	bool is_full;
	bool no_isolation, allow_network;
	bool tests_stay_out;	      /* no option mutates the tests' own code */
	bool quarantine_failing;      /* failing tests do not end the run */
	unsigned quarantine_changing; /* bits of enum store_change */
	enum store_oracle oracle;
	bool keep_logs;
	uint64_t seed;	    /* seed of the order under a budget */
	uint64_t budget_ms; /* 0: none */
	struct inventory_filter filter;
	struct allowance_opts allowance;
	struct infection infection;
	const volatile sig_atomic_t *cancelled;
};

/* Returns what should separate the runs from the rest of the machine. */
enum contain_wish campaign_wish(const struct campaign_opts *opts);

struct campaign;

/* *RET is for campaign_close(). EVENTS and OPTS must outlive the campaign. */
struct error *campaign_open(const struct campaign_opts *opts, const struct events *events,
			    struct campaign **ret) MUST_CHECK;
struct error *campaign_lock(struct campaign *campaign) MUST_CHECK;
/*
 * Instead of campaign_lock(), for a campaign that ends before its plan: it writes no store and
 * keeps the outputs of failing tests in scratch memory.
 */
struct error *campaign_go_without_store(struct campaign *campaign) MUST_CHECK;
struct error *campaign_discover(struct campaign *campaign) MUST_CHECK;
struct error *campaign_run_baseline(struct campaign *campaign) MUST_CHECK;
struct error *campaign_make_plan(struct campaign *campaign) MUST_CHECK;
/* Tells how long the planned cells take at least and at most. */
void campaign_estimate(const struct campaign *campaign, uint64_t *ret_least_ms,
		       uint64_t *ret_most_ms);
/*
 * After the plan: MUTANT, which can't be told from RUN by any test, is not run where RUN has a verdict, and gets that. Both
 * are indexes. RUN may not share itself.
 */
void campaign_share(struct campaign *campaign, size_t mutant, size_t run);
/* If the run is cancelled, or its budget is spent, it can be resumed. */
struct error *campaign_execute(struct campaign *campaign) MUST_CHECK;
/* Takes NULL, too. */
void campaign_close(struct campaign *campaign);

bool campaign_is_cancelled(const struct campaign *campaign);

/*
 * What the steps have found (campaign_view.c). All of it belongs to the campaign, and is empty or
 * NULL before its step.
 */
/* The options of campaign_open(). */
const struct campaign_opts *campaign_opts(const struct campaign *campaign);
/* A directory that campaign_close() removes. */
const char *campaign_scratch(const struct campaign *campaign);
/* The store that campaign_lock() opened; NULL: none. */
struct store *campaign_store(const struct campaign *campaign);
/* The states of files, as the campaign first saw them. */
struct inputs *campaign_inputs(const struct campaign *campaign);

/* The discovered and wanted tests. */
const struct test_list *campaign_tests(const struct campaign *campaign);
/* The files that tests execute and that have mutants. */
const struct modules *campaign_modules(const struct campaign *campaign);
const struct inventory *campaign_inventory(const struct campaign *campaign);
/* The binaries whose variants are the mutants; none if the code is instrumented. */
struct subject_list campaign_subjects(const struct campaign *campaign);
/* True if the mutants are variants of binaries. */
bool campaign_has_variants(const struct campaign *campaign);
/* True if ptrace was refused, so that the discovery may have missed processes. */
bool campaign_is_blind(const struct campaign *campaign);
/* False if something that was not seen can have changed. */
bool campaign_knows_inputs(const struct campaign *campaign);

/* What the test with index TEST does without mutants. */
const struct baseline *campaign_baseline(const struct campaign *campaign, size_t test);
struct worker_pool *campaign_pool(const struct campaign *campaign);
/* True if each worker had a view of the file system when it started. */
bool campaign_has_view(const struct campaign *campaign);
/* Reads the coverage that a run left in DIRECTORY; RET is for coverage_deinit(). */
struct error *campaign_read_coverage(struct campaign *campaign, const char *directory,
				     struct coverage *ret) MUST_CHECK;

/* The cells that have to be run. */
struct plan *campaign_plan(const struct campaign *campaign);
/* True if the run goes on with an unfinished run of the same plan in the store. */
bool campaign_is_resumed(const struct campaign *campaign);
/* Counts the cells that the resumed run had decided. */
uint64_t campaign_count_recalled(const struct campaign *campaign);
/* Keys in the store, by index. */
int64_t campaign_mutant_key(const struct campaign *campaign, size_t mutant);
int64_t campaign_test_key(const struct campaign *campaign, size_t test);
/* The functions that runs entered, by the hash of their set. */
struct entered_sets *campaign_entered(struct campaign *campaign);
/* The files that only mutated runs named. */
struct extras *campaign_extras(struct campaign *campaign);
/* How the cells were run. */
const struct matrix_counts *campaign_counts(const struct campaign *campaign);

#endif
