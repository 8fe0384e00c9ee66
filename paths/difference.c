/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/difference.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

static bool is_printable(unsigned char byte)
{
	return byte >= ' ' && byte <= '~';
}

/* True if A is easier to read than B: more of it is printable; else the one that sorts first. */
static bool is_smaller(const unsigned char *a, const unsigned char *b, uint32_t number)
{
	int balance = 0;

	for (uint32_t i = 0; i < number; i++)
		balance += is_printable(a[i]) - is_printable(b[i]);
	return balance ? balance > 0 : memcmp(a, b, number) < 0;
}

/* Returns by watched block whether the run came there, owned by the caller; NULL: none was watched. */
static bool *copy_reached(const struct path *path)
{
	bool *ret = path->watched.count ? xcalloc(path->watched.count, sizeof(*ret)) : NULL;

	for (size_t i = 0; i < path->watched.count; i++)
		ret[i] = path->watched.items[i];
	return ret;
}

static void take(struct differences *differences, struct difference *difference,
		 const unsigned char *inputs, struct trial_result results[2],
		 const struct path paths[2])
{
	memcpy(difference->inputs, inputs, differences->nr_inputs);
	for (unsigned i = 0; i < 2; i++) {
		trial_result_deinit(&difference->results[i]);
		difference->results[i] = results[i];
		results[i] = (struct trial_result){ 0 };
		difference->trails[i] = trails_add(&differences->trails[i], &paths[i]);
		free(difference->reached[i]);
		difference->reached[i] = copy_reached(&paths[i]);
	}
}

void differences_note(struct differences *differences, uint64_t change, const unsigned char *inputs,
		      struct trial_result results[2], const struct path paths[2])
{
	uint32_t index = slots_find(&differences->by_change, change);
	struct difference *difference;

	if (index == SLOTS_NONE) {
		slots_add(&differences->by_change, change, (uint32_t)differences->items.count);
		difference = vec_add(&differences->items);
		*difference = (struct difference){ 0 };
		difference->inputs = xcalloc(differences->nr_inputs + UINT32_C(1), 1);
		take(differences, difference, inputs, results, paths);
	} else {
		difference = &differences->items.items[index];
		if (is_smaller(inputs, difference->inputs, differences->nr_inputs))
			take(differences, difference, inputs, results, paths);
	}
	difference->nr_inputs++;
}

/* Enough to tell what is harmless, and little beside what an exploration has anyhow. */
#define MAX_BYSTANDERS	    64
#define MAX_BYSTANDER_STEPS (1u << 16)

void differences_note_same(struct differences *differences, const struct path paths[2])
{
	struct bystander bystander;

	if (differences->bystanders.count >= MAX_BYSTANDERS)
		return;
	for (unsigned i = 0; i < 2; i++) {
		if (differences->trails[i].steps.count + paths[i].conditions.count >
		    MAX_BYSTANDER_STEPS)
			return;
	}
	for (unsigned i = 0; i < 2; i++)
		bystander.trails[i] = trails_add(&differences->trails[i], &paths[i]);
	vec_push(&differences->bystanders, bystander);
}

void differences_deinit(struct differences *differences)
{
	for (size_t i = 0; i < differences->items.count; i++) {
		free(differences->items.items[i].inputs);
		trial_result_deinit(&differences->items.items[i].results[0]);
		trial_result_deinit(&differences->items.items[i].results[1]);
		free(differences->items.items[i].reached[0]);
		free(differences->items.items[i].reached[1]);
	}
	vec_deinit(&differences->items);
	vec_deinit(&differences->bystanders);
	slots_deinit(&differences->by_change);
	trails_deinit(&differences->trails[0]);
	trails_deinit(&differences->trails[1]);
}
