/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The baseline: how each test behaves alone and unmutated.
 *
 *   run 1       under the tracer, with coverage: which programs the test executes, and the proof
 *               that each instrumented one had the run-time attached
 *   run 2 …     by a worker, without coverage: result again, and time
 *   last two    if not the second run, with coverage: as mutants are run, and with other
 *               addresses and another environment
 *   two more    from a fork-server, if the test is a single instrumented process
 *   one more    as mutants are run, beside busy processes of our own (runner/baseline/busy.h)
 *
 * A test that changes its result is quarantined; one that fails each time is broken (is_failing).
 * Changed output is harmless if the exit status alone decides, as many outputs have time stamps,
 * process numbers and addresses. It is noted, as is changed coverage, but quarantined only on
 * demand.
 */
#ifndef RUNNER_BASELINE_BASELINE_H
#define RUNNER_BASELINE_BASELINE_H

#include <signal.h>
#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/events.h"
#include "runner/baseline/footprint.h"
#include "runner/baseline/layout.h"
#include "runner/baseline/traced.h"
#include "runner/inventory/coverage.h"
#include "runner/inventory/modules.h"
#include "runner/job/allowance.h"
#include "runner/job/expectation.h"
#include "runner/pool/worker_pool.h"
#include "runner/test/test.h"

enum baseline_mode {
	BASELINE_AUTO = 0,	 /* split-stream where it works, else fork-server, else exec */
	BASELINE_EXEC = 1,	 /* exec only */
	BASELINE_FORKSERVER = 2, /* no split-stream; the reason of every fallback is told */
	BASELINE_SPLIT = 3,	 /* as BASELINE_AUTO; the reason of every fallback is told */
};

struct baseline {
	enum test_result result;
	bool is_quarantined;
	bool is_failing; /* fails in each run */
	/* Reason of the quarantine, or why the test's cells can't be known; NULL: none; owned. */
	char *reason;
	char *output;		  /* file with the output of the run to blame; NULL: none; owned */
	struct allowance_use use; /* the most over all ordinary runs by workers */
	uint64_t cpu_us, wall_us; /* medians */
	uint64_t cost_us;	  /* expected time of one mutated run in `mode` */
	/* processor time of a run from the fork-server, without the start before main */
	uint64_t served_us;
	/* it executes a statically linked subject, so all its runs are traced */
	bool is_followed;
	enum worker_mode mode;
	char *exec_reason; /* why not the fork-server; NULL: it is used; owned */
	uint64_t server_device, server_inode;
	struct coverage coverage;   /* over all runs; empty unless baseline_could_kill() */
	struct footprint footprint; /* files that the traced run used */
	uint64_t output_hash;	    /* hash of the first run's output */
	/* what mutated runs must print, too; NULL: anything; owned */
	struct expectation *expected;
	bool has_long_output;	     /* too long to be kept in `expected` */
	bool has_changing_output;    /* two runs printed different things */
	bool is_judged_by_output;    /* the harness looks at the output */
	bool has_changing_coverage;  /* two runs reached different places */
	bool has_changing_infection; /* two runs infected different mutants of a place */
	/*
	 * Hash of the functions that the plain runs entered (runner/job/entered_set.h); 0: not
	 * known.
	 */
	uint64_t entered;
	bool has_changing_entries; /* plain runs entered different functions */
	unsigned nr_probes;	   /* runs with coverage */
	/*
	 * Files that a process loaded unseen by its run-time, so that the cells of their mutants
	 * can't be known. Borrowed from the modules, each once.
	 */
	VEC(const struct module *) unseen;
	/* Other layouts, in which cells are run again (runner/baseline/layout.h). */
	VEC(struct layout) layouts;
};

struct baseline_opts {
	unsigned nr_runs; /* runs of each test, at least 2 */
	enum baseline_mode mode;
	bool quarantine_failing;      /* false: the baseline ends early at the first failing test */
	unsigned quarantine_changing; /* bits of enum store_change */
	bool keeps_outputs;	      /* outputs are kept for comparison with mutated runs */
	const char *scratch;	      /* existing directory on tmpfs */
	const char *logs;	      /* existing directory for the outputs of failing runs */
	const char *runtime;	      /* library to preload */
	const char *variants;	      /* as in the pool, like `subjects`; NULL: none */
	const struct subject_list *subjects;
	const char *view_root; /* as in the pool, like `wish` */
	enum contain_wish wish;
	unsigned timeout_ms; /* limit of each run */
	unsigned jobs;
	unsigned nr_busy; /* busy processes beside the run under load; 0: no such run */
	const volatile sig_atomic_t *cancelled;
};

/*
 * True if mutated runs of the test tell something: it passes, is stable, and all its processes were
 * seen.
 */
bool baseline_takes_part(const struct baseline *baseline);

/* True if the test takes part or, quarantined, might have killed what it reaches. */
bool baseline_could_kill(const struct baseline *baseline);

/* Returns how runs with the same result differed, as bits of enum store_change. */
unsigned baseline_changes(const struct baseline *baseline);

/*
 * True if the next run may give a mutant another verdict, as other places are reached or the
 * harness looks at changing output.
 */
bool baseline_is_unsteady(const struct baseline *baseline);

/*
 * True if at least three runs with coverage agree about infection, so that mutated runs will, too.
 */
bool baseline_knows_infection(const struct baseline *baseline);

/*
 * Runs all tests of LIST; *RET is an array with one element per test. Stops early, with what there
 * is, once *cancelled is set.
 */
struct error *baseline_run(const struct baseline_opts *opts, const struct test_list *list,
			   const struct modules *modules, struct coverage_reader *reader,
			   struct worker_pool *pool, const struct events *events,
			   struct baseline **ret) MUST_CHECK;
void baseline_destroy(struct baseline *baselines, size_t count);

/* One traced run, in a view of its own if possible. */
struct baseline_tracing {
	const struct baseline_opts *opts;
	const struct test *test;
	const struct modules *modules;
	char *folder; /* scratch directory of the run; owned */
	enum contain_wish wish;
	pid_t child;
};

/* Begins the traced run of TEST, whose number is INDEX. */
struct error *baseline_trace_start(const struct baseline_opts *opts, const struct test *test,
				   const struct modules *modules, uint32_t index,
				   struct baseline_tracing *ret) MUST_CHECK;
/* Waits for the end of the run. Its files stay in the folder until baseline_trace_deinit(). */
struct error *baseline_trace_wait(struct baseline_tracing *tracing,
				  struct baseline_traced *ret) MUST_CHECK;
/* Begins the ended run again, without the files of the first. */
struct error *baseline_trace_repeat(struct baseline_tracing *tracing) MUST_CHECK;
void baseline_trace_deinit(struct baseline_tracing *tracing);
void baseline_traced_deinit(struct baseline_traced *traced);

#endif
