/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A batch: the mutants that one run of a test serves (runner/split/split.h), prepared for a worker.
 */
#ifndef RUNNER_MATRIX_BATCH_H
#define RUNNER_MATRIX_BATCH_H

#include <stdbool.h>

#include "common/vec.h"
#include "runner/job/job.h"
#include "runner/matrix/plan.h"

enum { BATCH_MAX_MUTANTS = 1024 };

struct batch {
	VEC(struct plan_cell) cells;
	VEC(struct job_item) items; /* one per cell */
	VEC(struct remt_switch) on;
	VEC(bool) is_decided;
	uint32_t nr_decided;
};

void batch_clear(struct batch *batch);
void batch_deinit(struct batch *batch);

/* True if there is room for one more mutant with NR_ON switches. */
bool batch_has_room(const struct batch *batch, uint32_t nr_on);
/* Adds a mutant; takes the strings of KEEP over. */
void batch_add(struct batch *batch, struct plan_cell cell, const struct remt_switch *on,
	       uint32_t nr_on, const struct limits *limits, const struct job_keep *keep);
/* Puts the mutants into JOB, whose other fields the caller sets. BATCH must outlive JOB. */
void batch_fill(struct batch *batch, struct job *job);
/* Takes the result of the mutant ID; false if there is no such mutant, or it has a result. */
bool batch_take(struct batch *batch, uint64_t id, bool is_decided, struct plan_cell *ret);

/* Returns the id of a cell's job. */
uint64_t batch_id(struct plan_cell cell);

#endif
