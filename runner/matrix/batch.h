/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A batch: mutants that one run of a test is to serve (runner/split/split.h), made ready for a worker. */
#ifndef RUNNER_MATRIX_BATCH_H
#define RUNNER_MATRIX_BATCH_H

#include <stdbool.h>

#include "common/vec.h"
#include "runner/job/job.h"
#include "runner/matrix/plan.h"

enum { BATCH_MAX_MUTANTS = 1024 };

struct batch {
	VEC(struct plan_cell) cells;
	VEC(struct job_item) items; /* of the cells */
	VEC(struct remt_switch) on;
	VEC(bool) is_decided;
	uint32_t nr_decided;
};

void batch_clear(struct batch *batch);
void batch_deinit(struct batch *batch);

/* True if there is room for one more mutant, with so many switches. */
bool batch_has_room(const struct batch *batch, uint32_t nr_on);
/* KEEP: its strings are taken over. */
void batch_add(struct batch *batch, struct plan_cell cell, const struct remt_switch *on,
	       uint32_t nr_on, const struct limits *limits, const struct job_keep *keep);
/* The mutants of a job, for which all others are as the caller says; the batch outlives it. */
void batch_fill(struct batch *batch, struct job *job);
/* Takes the result with this ID; false: there is no such mutant, or it has one already. */
bool batch_take(struct batch *batch, uint64_t id, bool is_decided, struct plan_cell *ret);

/* The id of a cell's job. */
uint64_t batch_id(struct plan_cell cell);

#endif
