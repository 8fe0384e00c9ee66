/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/matrix/batch.h"

#include <stdlib.h>

static void free_names(struct batch *batch)
{
	for (size_t i = 0; i < batch->items.count; i++) {
		const struct job_keep *keep = &batch->items.items[i].keep;

		free((char *)keep->output);
		free((char *)keep->error);
		free((char *)keep->written);
		free((char *)keep->checks);
		free((char *)keep->coverage);
	}
}

void batch_clear(struct batch *batch)
{
	free_names(batch);
	batch->cells.count = 0;
	batch->items.count = 0;
	batch->on.count = 0;
	batch->is_decided.count = 0;
	batch->nr_decided = 0;
}

void batch_deinit(struct batch *batch)
{
	free_names(batch);
	vec_deinit(&batch->cells);
	vec_deinit(&batch->items);
	vec_deinit(&batch->on);
	vec_deinit(&batch->is_decided);
}

bool batch_has_room(const struct batch *batch, uint32_t nr_on)
{
	return batch->cells.count < BATCH_MAX_MUTANTS &&
	       batch->on.count + nr_on <= REMT_SESSION_MAX_ON;
}

uint64_t batch_id(struct plan_cell cell)
{
	return (uint64_t)cell.mutant << 32 | cell.test;
}

void batch_add(struct batch *batch, struct plan_cell cell, const struct remt_switch *on,
	       uint32_t nr_on, const struct limits *limits, const struct job_keep *keep)
{
	struct job_item item = { .id = batch_id(cell), .limits = *limits, .keep = *keep };

	for (uint32_t i = 0; i < nr_on; i++) {
		struct remt_switch named = on[i];

		named.mutant = (uint32_t)batch->cells.count;
		vec_push(&batch->on, named);
	}
	vec_push(&batch->cells, cell);
	vec_push(&batch->items, item);
	vec_push(&batch->is_decided, false);
}

static int compare_switches(const void *a, const void *b)
{
	const struct remt_switch *x = a, *y = b;

	if (x->uid != y->uid)
		return x->uid < y->uid ? -1 : 1;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return (x->alternative > y->alternative) - (x->alternative < y->alternative);
}

void batch_fill(struct batch *batch, struct job *job)
{
	qsort(batch->on.items, batch->on.count, sizeof(*batch->on.items), compare_switches);
	job->on = batch->on.items;
	job->nr_on = (uint32_t)batch->on.count;
	job->batch.items = batch->items.items;
	job->batch.nr_items = (uint32_t)batch->items.count;
}

bool batch_take(struct batch *batch, uint64_t id, bool is_decided, struct plan_cell *ret)
{
	for (size_t i = 0; i < batch->cells.count; i++) {
		if (batch->items.items[i].id != id || batch->is_decided.items[i])
			continue;
		batch->is_decided.items[i] = true;
		batch->nr_decided += is_decided;
		*ret = batch->cells.items[i];
		return true;
	}
	return false;
}
