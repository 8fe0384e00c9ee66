/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The baseline: how each test behaves alone and unmutated.
 *
 *   run 1      under the tracer, with coverage: which programs it executes, and the proof that each
 *              instrumented one had the run-time attached
 *   run 2 …    by a worker, without coverage: verdict again, and time
 *   the last two, if they are not the second
 *              with coverage: as mutants are run, and with other addresses and another environment
 *   two more   from a fork-server, where the test is a single instrumented process
 *   one more   as mutants are run, beside busy processes of our own (runner/baseline/busy.h)
 *
 * A test that changes its result is quarantined; one that fails each time is broken (is_failing).
 * Other output is harmless where the exit status alone decides: time stamps, process numbers and
 * addresses are in many outputs.  It is noted, as is other coverage, and quarantined only on
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
	BASELINE_EXEC = 1,	 /* nothing else */
	BASELINE_FORKSERVER = 2, /* no split-stream, and the reason of every fallback is told */
	BASELINE_SPLIT = 3,	 /* as AUTO, and the reason of every fallback is told */
};

struct baseline {
	enum test_result result;
	bool is_quarantined;
	bool is_failing; /* in each run */
	char *reason;	 /* of the quarantine, or why its cells can't be known; NULL: none; owned */
	char *output;	 /* file with the output of the run that is to blame; NULL: none; owned */
	struct allowance_use use; /* the most over all ordinary runs by workers */
	uint64_t cpu_us, wall_us; /* medians */
	uint64_t cost_us;	  /* expected time of one mutated run in `mode` */
	uint64_t served_us; /* processor time of a run from the fork-server, which has done all
			       before main */
	bool is_followed;   /* it executes a statically linked subject: all its runs are traced */
	enum worker_mode mode;
	char *exec_reason; /* why not the fork-server; NULL if it is used; owned */
	uint64_t server_device, server_inode;
	struct coverage coverage;     /* over all runs; empty unless baseline_could_kill() */
	struct footprint footprint;   /* of the traced run */
	uint64_t output_hash;	      /* of the first run's output */
	struct expectation *expected; /* what mutated runs must print, too; NULL: anything; owned */
	bool has_long_output;	      /* longer than what can be expected */
	bool has_changing_output;     /* two runs printed different things */
	bool is_judged_by_output;     /* the harness looks at what it prints */
	bool has_changing_coverage;   /* two runs reached different places */
	bool has_changing_infection;  /* two runs infected different mutants of the same place */
	uint64_t
		entered; /* functions that the plain runs entered (runner/job/entered_set.h); 0: not
			   known */
	bool has_changing_entries; /* these were not always the same */
	unsigned nr_probes;	   /* runs with coverage */
	/* Files that a process loaded unseen by its run-time: the cells of their mutants can't be
	 * known. Borrowed from the modules, each once. */
	VEC(const struct module *) unseen;
	VEC(struct layout)
	layouts; /* other ones, in which cells are run again (runner/baseline/layout.h) */
};

struct baseline_opts {
	unsigned nr_runs; /* at least 2 */
	enum baseline_mode mode;
	bool quarantine_failing;      /* else the baseline ends early with the first is_failing */
	unsigned quarantine_changing; /* bits of enum store_change */
	bool keeps_outputs;	      /* for mutated runs to be compared with */
	const char *scratch;	      /* existing directory on tmpfs */
	const char *logs;	      /* existing directory for the outputs of failing runs */
	const char *runtime;	      /* library to preload */
	const char *variants;	      /* this and the next as the pool has it; NULL: none */
	const struct subject_list *subjects;
	const char *view_root; /* this and the next as the pool has it */
	enum contain_wish wish;
	unsigned timeout_ms; /* of each run */
	unsigned jobs;
	unsigned nr_busy; /* processes beside the run under load; 0: no such run */
	const volatile sig_atomic_t *cancelled;
};

/* True if mutated runs of the test say something: it passes, is stable, and all its processes were
 * seen. */
bool baseline_takes_part(const struct baseline *baseline);

/* True if it takes part or, quarantined, might have killed what it reaches. */
bool baseline_could_kill(const struct baseline *baseline);

/* In what runs with the same result differed: bits of enum store_change. */
unsigned baseline_changes(const struct baseline *baseline);

/* True if a verdict on a mutant may be another in the next run: other places are reached, or the
 * harness looks at output that changes. */
bool baseline_is_unsteady(const struct baseline *baseline);

/*
 * True if what the probes say of infection holds for mutated runs, too: at least three of them
 * agree.
 */
bool baseline_knows_infection(const struct baseline *baseline);

/*
 * Runs all tests of LIST; *RET is an array of as many.  Stops early, with
 * what there is, once *cancelled is set.
 */
struct error *baseline_run(const struct baseline_opts *opts, const struct test_list *list,
			   const struct modules *modules, struct coverage_reader *reader,
			   struct worker_pool *pool, const struct events *events,
			   struct baseline **ret) MUST_CHECK;
void baseline_destroy(struct baseline *baselines, size_t count);

/* One traced run, in a view of its own if that is possible. */
struct baseline_tracing {
	const struct baseline_opts *opts;
	const struct test *test;
	const struct modules *modules;
	char *folder; /* scratch of the run; owned */
	enum contain_wish wish;
	pid_t child;
};

/* Begins the traced run of TEST, the INDEX-th. */
struct error *baseline_trace_start(const struct baseline_opts *opts, const struct test *test,
				   const struct modules *modules, uint32_t index,
				   struct baseline_tracing *ret) MUST_CHECK;
/* Waits for the end; what the run left is in the folder, until baseline_trace_deinit(). */
struct error *baseline_trace_wait(struct baseline_tracing *tracing,
				  struct baseline_traced *ret) MUST_CHECK;
/* Begins it again after its end; nothing is left of the first run. */
struct error *baseline_trace_repeat(struct baseline_tracing *tracing) MUST_CHECK;
void baseline_trace_deinit(struct baseline_tracing *tracing);
void baseline_traced_deinit(struct baseline_traced *traced);

#endif
