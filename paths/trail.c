/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/trail.h"

#include <stdlib.h>

#include "common/hash.h"
#include "common/xalloc.h"

static uint32_t add_step(struct trails *trails, const struct trail_step *step)
{
	uint64_t hash = hash_bytes(step, sizeof(*step));
	uint32_t index = slots_find(&trails->by_hash, hash);

	if (index == SLOTS_NONE) {
		index = (uint32_t)trails->steps.count;
		vec_push(&trails->steps, *step);
		slots_add(&trails->by_hash, hash, index);
	}
	return index + 1;
}

uint32_t trails_add(struct trails *trails, const struct path *path)
{
	uint32_t last = 0;

	for (size_t i = 0; i < path->conditions.count; i++) {
		const struct remt_path_condition *row = &path->conditions.items[i];

		if (row->kind == REMT_PATH_BRANCH)
			last = add_step(trails, &(struct trail_step){ .uid = row->uid,
								      .function = row->function,
								      .block = row->block,
								      .way = row->way,
								      .before = last });
	}
	return last;
}

struct trail_step *trails_get(const struct trails *trails, uint32_t last, size_t *number)
{
	struct trail_step *steps;
	size_t count = 0;

	for (uint32_t step = last; step; step = trails->steps.items[step - 1].before)
		count++;
	*number = count;
	steps = xcalloc(count + 1, sizeof(*steps));
	for (uint32_t step = last; step; step = steps[count].before)
		steps[--count] = trails->steps.items[step - 1];
	return steps;
}

void trails_deinit(struct trails *trails)
{
	vec_deinit(&trails->steps);
	slots_deinit(&trails->by_hash);
}
