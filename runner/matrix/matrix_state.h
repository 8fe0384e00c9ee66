/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of matrix_run(), private to its parts: matrix.c hands out work and keeps the store and the
 * display up to date, matrix_task.c runs and decides single cells, matrix_batch.c batches.
 */
#ifndef RUNNER_MATRIX_MATRIX_STATE_H
#define RUNNER_MATRIX_MATRIX_STATE_H

#include "common/vec.h"
#include "runner/job/reference.h"
#include "runner/matrix/batch.h"
#include "runner/matrix/matrix.h"

/* Why a cell is run again. */
enum attempt {
	ATTEMPT_FIRST = 0,
	ATTEMPT_CONFIRM,   /* it timed out, and there is a reference */
	ATTEMPT_PROVE,	   /* the mutant was not seen on */
	ATTEMPT_REFERENCE, /* it timed out: run with the clone on and no mutant */
	ATTEMPT_REPEAT,	   /* an unsteady test killed it */
};

/* A cell that is run alone. */
struct task {
	struct plan_cell cell;
	enum attempt attempt;
	bool is_audited;  /* the infection filter could have decided it */
	bool by_exec;	  /* by exec: the fork-server gave no proof, or layout is not 0 */
	bool has_killed;  /* an unsteady test killed it in an earlier attempt */
	bool is_quiet;	  /* no proof of endlessness and no listener, as these disturbed a run */
	unsigned nr_lost; /* workers that died over the cell */
	bool was_killed;  /* SIGKILL ended the run before, so this attempt is repeated */
	/*
	 * Number of the layout in which it is run (runner/baseline/layouts.h); 0: that of this
	 * build.
	 */
	uint32_t layout;
	enum verdict first; /* if layout is not 0: the verdict in this build */
	struct job_result first_result;
	char first_detail[120];
};

/* A result that counts only if the test tolerates being kept waiting. */
struct held {
	struct task task;
	struct job_result result;
};

/* The work of a worker: a task or a batch. */
struct worker_slot {
	struct task task;
	struct batch batch;    /* empty: the work is `task` */
	VEC(struct held) held; /* late results of the batch */
	bool is_repeat;	       /* an unsteady test has killed all of the batch once */
	uint32_t test;	       /* the worker's last test, whose fork-server may still run */
};

/* Why mutants of a test could not be split off: the first reason, and the number of mutants. */
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
	VEC(struct task) repeats;  /* cells of batches that have to be run again in batches */
	uint8_t *nr_fallbacks;	   /* per test */
	bool *is_unsplit;	   /* per test: a batch could not be split at all */
	uint8_t *nr_doubts;	   /* per test: batches in which many late results did not count */
	uint32_t *nr_barren;	   /* per test: last batches in a row that decided no mutant */
	struct refusal *refusals;  /* per test */
	bool is_serial_running;
	bool is_dirty; /* the store has cells that were not flushed */
	uint64_t started_ms, flushed_ms, shown_ms;
	uint64_t nr_before;	      /* mutants or cells that were done at the start */
	struct remt_switch *switches; /* scratch: switches of the cell submitted last */
	struct reference_list references;
};

/* True if the mutant is reached before main. */
bool matrix_is_early(const struct matrix *matrix, struct plan_cell cell);
/* Returns the mode in which the cell is run alone. */
enum worker_mode matrix_mode(const struct matrix *matrix, const struct task *task);
/* Returns the file for the output of the cell's run, owned by the caller; NULL: not kept. */
char *matrix_log(const struct matrix *matrix, struct plan_cell cell) MUST_CHECK;
/* Puts the switches of a cell into the scratch; returns their number, at least 1. */
uint32_t matrix_fill_switches(struct matrix *matrix, struct plan_cell cell);
/* Returns the limits of TASK, whose switches are in the scratch. */
struct limits matrix_limits(const struct matrix *matrix, const struct task *task);
/* True if runs of the test have to report which files they name. */
bool matrix_listens(const struct matrix *matrix, uint32_t test);
/* Returns why RESULT proves nothing; NULL: it counts. */
const char *matrix_unproven(const struct job_result *result);
/* Returns how a timeout is confirmed: at once, or after a run that makes the reference. */
enum attempt matrix_confirming(struct matrix *matrix, const struct task *task);
/* True for a timeout that is no proof by itself. */
bool matrix_is_suspicion(const struct job_result *result);
/* Ends a cell as unknown: one run killed, and the next one did WHAT. */
struct error *matrix_dispute(struct matrix *matrix, struct task *task,
			     const struct job_result *result, const char *what) MUST_CHECK;
/*
 * True for the first kill by an unsteady test, which a second run must confirm. Notes the kill in
 * TASK.
 */
bool matrix_must_repeat(const struct matrix *matrix, struct task *task,
			const struct job_result *result);

/* Submits the worker's task. */
struct error *matrix_task_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/* Takes the result of a task: decides its cell, or runs it again. */
struct error *matrix_task_step(struct matrix *matrix,
			       const struct worker_pool_result *taken) MUST_CHECK;
/* Stores the verdict on a cell and ends it in the plan. */
struct error *matrix_task_end(struct matrix *matrix, struct task *task, enum verdict verdict,
			      const struct job_result *result, const char *detail) MUST_CHECK;

/*
 * Takes a verdict that counts. Ends the cell, or sets *RET_AGAIN if TASK, changed by this call, has
 * to be run in another layout.
 */
struct error *matrix_decide(struct matrix *matrix, struct task *task, enum verdict verdict,
			    const struct job_result *result, const char *detail,
			    bool *ret_again) MUST_CHECK;
/*
 * Adds the layout switches of TASK behind the first NR_ON of the scratch; returns the new number.
 */
uint32_t matrix_fill_layout(struct matrix *matrix, const struct task *task, uint32_t nr_on);
/* Returns the `probe` of TASK's job. */
uint32_t matrix_layout_probe(const struct matrix *matrix, const struct task *task);

/* Decides a cell without a run, if possible. If it is audited instead, notes that in TASK. */
struct error *matrix_skip_run(struct matrix *matrix, struct task *task,
			      bool *ret_skipped) MUST_CHECK;

/* True if the cell can be part of a batch. */
bool matrix_can_split(const struct matrix *matrix, const struct task *task);
/* Submits a batch: the worker's task and other cells that wait for the same test. */
struct error *matrix_batch_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/*
 * Batches of cells that an unsteady test has to kill once more: whether there are any; submits one.
 */
bool matrix_repeat_is_due(const struct matrix *matrix);
struct error *matrix_repeat_submit(struct matrix *matrix, unsigned worker) MUST_CHECK;
/* Takes one result of a batch. */
struct error *matrix_batch_step(struct matrix *matrix,
				const struct worker_pool_result *taken) MUST_CHECK;
/* Tells how many mutants of each test could not be split off, and why. */
void matrix_tell_refusals(const struct matrix *matrix);

#endif
