/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a test as its worker sees it: what it uses, and what came of it. */
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
	int output;	/* descriptor */
	int error;	/* the same, of standard error by itself; 0: it goes to the output */
	bool is_forked; /* by the fork-server, or split from a run that it forked */
	struct tree_kept
		kept; /* processes beside it that are not part of it; the fork-server is one anyway */
	uint64_t start_us;
	uint64_t awake_us;	    /* when it was last seen to be more than idle */
	uint64_t look_us, pause_us; /* when the next look is due, and how long after the last one */
	uint64_t
		other_cpu_us; /* of runs that were split from this one: its processes waited for them */
	uint64_t other_kb; /* largest resident size of these, which the kernel counts for it, too */
	uint64_t told_kb;  /* largest that was told of an end */
	pid_t tried;	   /* process of which it was tried to prove that it never ends; 0: none */
	uint64_t try_us;   /* its processor time at which it is tried again */
	pid_t seen;	   /* process that was the busy one at the last look */
	uint64_t nr_waits; /* of this process, by then */
	bool is_disturbed; /* by such a trial, or by what was split from it: whatever comes of it says
			      nothing */
	uint64_t agreed;   /* bytes of the output that are as expected */
	struct steps steps; /* that the output has told of */
	struct use use;
};

/* An internal failure: no verdict.  The second one takes the error over. */
void run_fail(struct run *run, const char *message);
void run_fail_take(struct run *run, struct error *err);

/*
 * Sleeps until there is news on FD (-1: none) or of a child, or until it is time to look at what
 * the run uses; true if a limit is exceeded that was not before, and the run is to be ended.
 */
bool run_rest(struct run *run, int fd);
/* Takes the news of the main process's end from who waited for it. */
void run_take_end(struct run *run, const struct remt_message *message);
/* Sums up what lives of the run. */
void run_measure(const struct run *run, struct tree_use *ret);
/* True if no byte of its output so far is another one than expected. */
bool run_is_as_expected(struct run *run);
/* True if what has ended of it exceeds a limit, which is then the result's. */
bool run_has_exceeded(struct run *run);
/* True if its main process is all that there is of it. */
bool run_is_alone(const struct run *run);
/* When all has ended, for who compares it with another run: what it has written, and what was
 * checked. */
void run_note_effects(struct run *run);
/* Fills the result in when all has ended. */
void run_conclude(struct run *run);

#endif
