/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of matrix_run(), private to its parts: matrix.c gives work out and keeps the store and the display going,
 * matrix_task.c runs and decides single cells, matrix_batch.c those that one run of a test serves.
 */
#ifndef RUNNER_MATRIX_MATRIX_STATE_H
#define RUNNER_MATRIX_MATRIX_STATE_H

#include "common/vec.h"
#include "runner/job/reference.h"
#include "runner/matrix/batch.h"
#include "runner/matrix/matrix.h"

/* Why a cell is being run again. */
enum attempt {
	ATTEMPT_FIRST = 0,
	ATTEMPT_CONFIRM,   /* it timed out, and there is a reference */
	ATTEMPT_PROVE,	   /* the mutant was not seen on */
	ATTEMPT_REFERENCE, /* it timed out: with the clone on and no mutant */
	ATTEMPT_REPEAT,	   /* an unsteady test killed it */
};

/* A cell to be run, alone. */
struct task {
	struct plan_cell cell;
	enum attempt attempt;
	bool is_audited;  /* the infection filter could have decided it */
	bool by_exec;	  /* for want of proof from the fork-server */
	bool has_killed;  /* in an earlier attempt, by an unsteady test */
	bool is_quiet;	  /* nobody looks whether it ever ends, as that has disturbed a run */
	unsigned nr_lost; /* workers that died over the cell */
	bool was_killed;  /* by SIGKILL in the run before, for which this attempt is repeated */
	uint32_t
		layout; /* number of that in which it is run (runner/baseline/layouts.h); 0: this build's */
	enum verdict first; /* with a layout: in this build */
	struct job_result first_result;
	char first_detail[120];
};

/* A result that counts only if the test bears to be kept waiting. */
struct held {
	struct task task;
	struct job_result result;
};

/* What a worker has in hand: a task or a batch. */
struct worker_slot {
	struct task task;
	struct batch batch;    /* none if it is empty */
	VEC(struct held) held; /* of the batch */
	bool is_repeat;	       /* the batch: an unsteady test has killed all of it once */
	uint32_t test;	       /* the worker's last one, whose fork-server it may have */
};

/* Why mutants of a test could not be split off: the first reason, and how many there were in all. */
struct refusal {
	char why[120];
	uint64_t count;
};

struct matrix {
	const struct matrix_opts *opts;
	struct plan *plan;
	struct worker_pool *pool;
	struct store *store;
	const struct events *events;
	struct matrix_counts *counts;
	struct worker_slot *slots; /* per worker */
	VEC(struct task) again;	   /* cells of batches that have to be run alone */
	VEC(struct task) repeats;  /* cells of batches that have to be run again, in batches */
	uint8_t *nr_fallbacks;	   /* per test */
	bool *is_unsplit;	   /* per test: a batch of it could not be split at all */
	uint8_t *nr_doubts;	   /* per test: batches with late results that did not count */
	uint32_t *nr_barren;	   /* per test: its last batches of which no mutant was decided */
	struct refusal *refusals;  /* per test */
	bool is_serial_running;
	bool is_dirty; /* something was put into the store and not flushed */
	uint64_t started_ms, flushed_ms, shown_ms;
	uint64_t nr_before;	      /* mutants or cells that were done at the start */
	struct remt_switch *switches; /* scratch: those of the cell submitted last */
	struct reference_list references;
};

/* True if the mutant is reached before main. */
bool matrix_is_early(const struct matrix *matrix, struct plan_cell cell);
/* The way in which a cell is run alone. */
enum worker_mode matrix_mode(const struct matrix *matrix, const struct task *task);
/* File for the output of the cell's run; NULL: not kept.  Owned by the caller. */
char *matrix_log(const struct matrix *matrix, struct plan_cell cell) MUST_CHECK;
/* Puts the switches of a cell into the scratch; returns their number, at least 1. */
uint32_t matrix_fill_switches(struct matrix *matrix, struct plan_cell cell);
/* Of the cell whose switches are in the scratch. */
struct limits matrix_limits(const struct matrix *matrix, const struct task *task);
/* True if a run of the test is to tell what it names. */
bool matrix_listens(const struct matrix *matrix, uint32_t test);
/* Why the result proves nothing; NULL: it counts. */
const char *matrix_unproven(const struct job_result *result);
/* How a timeout is confirmed, maybe after a run that makes the reference. */
enum attempt matrix_confirming(struct matrix *matrix, const struct task *task);
/* True for a timeout that is no proof by itself. */
bool matrix_is_suspicion(const struct job_result *result);
/* One run killed, and what the next one did, WHAT, does not agree. */
struct error *matrix_dispute(struct matrix *matrix, struct task *task,
			     const struct job_result *result, const char *what) MUST_CHECK;
/* True for the first kill by an unsteady test: a second run decides, and is noted in TASK. */
bool matrix_must_repeat(const struct matrix *matrix, struct task *task,
			const struct job_result *result);

/* Gives the worker's task to it. */
struct error *matrix_task_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/* Takes a result of a task: decides its cell, or runs it again. */
struct error *matrix_task_step(struct matrix *matrix,
			       const struct worker_pool_result *taken) MUST_CHECK;
/* The verdict on a cell. */
struct error *matrix_task_end(struct matrix *matrix, struct task *task, enum verdict verdict,
			      const struct job_result *result, const char *detail) MUST_CHECK;

/*
 * A run of TASK counts: ends the cell, or has it run in the next layout (*ret_again: TASK says in
 * which).
 */
struct error *matrix_decide(struct matrix *matrix, struct task *task, enum verdict verdict,
			    const struct job_result *result, const char *detail,
			    bool *ret_again) MUST_CHECK;
/* Adds the layout switches of TASK behind the first NR_ON of the scratch; returns how many there are
 * then. */
uint32_t matrix_fill_layout(struct matrix *matrix, const struct task *task, uint32_t nr_on);
/* What the job of TASK has as `probe`. */
uint32_t matrix_layout_probe(const struct matrix *matrix, const struct task *task);

/* Decides a cell without a run, if that can be; notes in TASK if it is run all the same. */
struct error *matrix_skip_run(struct matrix *matrix, struct task *task,
			      bool *ret_skipped) MUST_CHECK;

/* True if the cell can be one of a batch. */
bool matrix_can_split(const struct matrix *matrix, const struct task *task);
/* Gives a batch with the worker's task to it, and what else waits for the same test. */
struct error *matrix_batch_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/* The same with cells that an unsteady test has to kill once more; false: there are none. */
bool matrix_repeat_is_due(const struct matrix *matrix);
struct error *matrix_repeat_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/* Takes one result of a batch. */
struct error *matrix_batch_step(struct matrix *matrix,
				const struct worker_pool_result *taken) MUST_CHECK;
/* Tells how many mutants could not be split off, and why. */
void matrix_tell_refusals(const struct matrix *matrix);

#endif
