/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of baseline_run(), private to its parts: baseline_first.c makes the traced first run of
 * each test, test_progress.c the other runs of one test, baseline.c decides which test comes next.
 */
#ifndef RUNNER_BASELINE_BASELINE_STATE_H
#define RUNNER_BASELINE_BASELINE_STATE_H

#include "common/attr.h"
#include "runner/baseline/baseline.h"

enum {
	FIRST_WORKER_RUN = 2, /* the traced run is run 1 */
	LOADED_RUN = 0,	      /* number of the run beside busy processes */
};

/* One test on its way through the runs by workers. */
struct test_progress {
	uint32_t test;
	/*
	 * Number of the run in flight: FIRST_WORKER_RUN … nr_runs, then the served runs; or
	 * LOADED_RUN.
	 */
	unsigned run;
	char *cover_dir;	    /* coverage directory of the run; owned */
	uint64_t *cpu_us, *wall_us; /* times of the runs without coverage; owned by the stage */
	size_t nr_timed;
	bool was_lost;	 /* its worker died; the run is tried once more */
	bool was_killed; /* SIGKILL ended the run, but no limit did; it is tried once more */
};

struct stage {
	const struct baseline_opts *opts;
	const struct test_list *list;
	const struct modules *modules;
	struct coverage_reader *reader;
	struct worker_pool *pool;
	const struct events *events;
	struct baseline *baselines;
	struct test_progress *progresses; /* per worker */
	const char *phase;
	uint32_t nr_done;
	uint64_t started_ms;
};

bool stage_is_cancelled(const struct stage *stage);
/* Tells the user how many tests have finished PHASE. */
void stage_report(const struct stage *stage, const char *phase);
/* Returns the file for the output of a failing run of test INDEX; owned by the caller. */
char *stage_log_path(const struct stage *stage, uint32_t index) RETURNS_NONNULL MUST_CHECK;
/* True if more runs can tell more of the test: a failing one may be unstable. */
bool baseline_is_open(const struct baseline *baseline);

/* Makes run 1 of all tests, `jobs` at a time; a serial test has the machine to itself. */
struct error *stage_trace(struct stage *stage) MUST_CHECK;

/* Lets WORKER begin with run FIRST_RUN of TEST. */
struct error *test_progress_start(struct stage *stage, unsigned worker, uint32_t test,
				  unsigned first_run) MUST_CHECK;
/* Takes the result of a run, and begins the test's next run or ends its progress. */
struct error *test_progress_step(struct stage *stage,
				 const struct worker_pool_result *taken) MUST_CHECK;

#endif
