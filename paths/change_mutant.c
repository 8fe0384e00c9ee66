/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The change that a mutant is: one program on both sides, and the marks of a site. */
#include <stdlib.h>

#include "common/xalloc.h"
#include "paths/change_state.h"

/* Marks the nodes of PROGRAM that have a mark of ON's site; false: there are none. */
static bool mark_site(const struct side *side, const struct remt_switch *on, bool *is_changed)
{
	const struct program *program = side->version.program;
	uint32_t index = slots_find(&side->units, on->uid);
	const struct program_unit *unit;
	bool ret = false;

	if (index == SLOTS_NONE)
		return false;
	unit = &program->units.items[index];
	for (uint32_t m = 0; m < unit->table->header->marks.count; m++) {
		const struct remt_mark *mark = &unit->table->marks[m];

		if (mark->site == on->site)
			is_changed[unit->first_block + mark->block] = ret = true;
	}
	return ret;
}

static struct error *mark_mutant(struct side *side, const struct remt_switch *on, size_t number)
{
	const struct program *program = side->version.program;

	side->is_changed = xcalloc(program->nr_blocks + UINT32_C(1), sizeof(*side->is_changed));
	for (size_t i = 0; i < number; i++) {
		if (!mark_site(side, &on[i], side->is_changed))
			return error_create(ERROR_UNUSABLE, "no graph tells where the mutant is");
	}
	return NULL;
}

/* Both sides are one program, and the mutant alone is what differs. */
static void compare_mutant(struct change *change)
{
	for (unsigned i = 0; i < 2; i++) {
		struct side *side = &change->sides[i];
		struct difference difference;

		difference_find(side->version.program, side->version.program, PAIRS_EQUIVALENT,
				&difference);
		for (uint32_t b = 0; b < side->version.program->nr_blocks; b++) {
			if (side->is_changed[b])
				difference_mark_edges(&difference, b);
		}
		change_set_reach(change, side, &difference);
		difference_deinit(&difference);
	}
	change->is_ordered = true;
}

struct error *change_find_mutant(const char *program, const struct remt_switch *on, size_t number,
				 struct change **ret)
{
	const char *const programs[2] = { program, program };
	struct change *change = xcalloc(1, sizeof(*change));
	struct error *err = change_read(change, programs);

	if (err)
		return err;
	for (unsigned i = 0; i < 2 && !err; i++)
		err = mark_mutant(&change->sides[i], on, number);
	if (err) {
		change_destroy(change);
		return err;
	}
	compare_mutant(change);
	change_complete(change);
	change_doubt_find(change, programs);
	*ret = change;
	return NULL;
}
