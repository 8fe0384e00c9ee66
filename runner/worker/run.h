/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a test as its worker sees it: what it uses, and how it ended. */
#ifndef RUNNER_WORKER_RUN_H
#define RUNNER_WORKER_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "runner/job/job.h"
#include "runner/job/limits.h"
#include "runner/sandbox/tree.h"
#include "runner/test/steps.h"
#include "runner/worker/worker_state.h"

struct run {
	struct worker_state *state;
	const struct job *job;
	struct job_result *result;
	int output;	/* descriptor of the output */
	int error;	/* descriptor of standard error; 0: it goes to the output */
	bool is_forked; /* forked by the fork-server, or split from another run */
	/* Processes that are no part of the run; the fork-server need not be listed. */
	struct tree_kept kept;
	uint64_t start_us;
	uint64_t awake_us;	    /* when it was last seen to be more than idle */
	uint64_t look_us, pause_us; /* when the next look is due, and the pause before it */
	/*
	 * Processor time that the kernel counts for this run, but that is of runs split from it or
	 * of trials.
	 */
	uint64_t other_cpu_us;
	/* Largest resident size of the runs split from it, which the kernel counts for it, too. */
	uint64_t other_kb;
	uint64_t told_kb;  /* largest resident size in a message about an end */
	pid_t tried;	   /* process that was last tried to be proven endless; 0: none */
	uint64_t try_us;   /* processor time of `tried` at which it is tried again */
	pid_t seen;	   /* the busy process at the last look */
	uint64_t nr_waits; /* how often `seen` had waited by then */
	/*
	 * A trial (`tried`), a run split from it, or the listener may have changed it, or what is
	 * seen of it: its result says nothing.
	 */
	bool is_disturbed;
	uint64_t agreed;    /* bytes of the output that are as expected */
	struct steps steps; /* TAP results that the output has shown */
	struct use use;
};

/* Records an internal failure: no verdict. run_fail_take() takes the error over. */
void run_fail(struct run *run, const char *message);
void run_fail_take(struct run *run, struct error *err);

/*
 * Sleeps until FD (-1: none) is readable, a child ends, or the next look at the run is due. True if
 * the run has just exceeded a limit and must be ended.
 */
bool run_rest(struct run *run, int fd);
/* Takes the end of the main process from a message of its parent. */
void run_take_end(struct run *run, const struct remt_message *message);
/* Sums up the living processes of the run. */
void run_measure(const struct run *run, struct tree_use *ret);
/* True if no byte of the output so far differs from the expected one. */
bool run_is_as_expected(struct run *run);
/*
 * Compares what the ended processes used with the limits; true if one is exceeded, which the result
 * names then.
 */
bool run_has_exceeded(struct run *run);
/* True if the main process is the whole run. */
bool run_is_alone(const struct run *run);
/*
 * After the end: writes what the run has written and checked to the worker's files, for a
 * comparison with another run.
 */
void run_note_effects(struct run *run);
/* Fills in the result after the end. */
void run_conclude(struct run *run);

#endif
