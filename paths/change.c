/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/change.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "graph/difference.h"
#include "graph/distance.h"
#include "ir/structure/program.h"
#include "runner/inventory/version.h"

struct side {
	struct version version;
	struct slots units; /* by uid: index in the program */
	struct ir_program *ir;
	uint32_t *distances; /* by block */
	uint32_t unknown;    /* one more than the longest of them */
};

struct change {
	struct names *names;
	struct side sides[2];
};

static void set_distances(struct side *side, const bool *is_changed)
{
	const struct program *program = side->version.program;

	side->distances = distance_find(program, is_changed);
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		if (side->distances[b] != DISTANCE_NONE && side->distances[b] >= side->unknown)
			side->unknown = side->distances[b] + 1;
	}
}

static void find_distances(struct change *change)
{
	const struct program *old = change->sides[0].version.program;
	const struct program *new = change->sides[1].version.program;
	_cleanup_free_ bool *is_old = xcalloc(old->nr_blocks + UINT32_C(1), sizeof(*is_old));
	_cleanup_free_ bool *is_new = xcalloc(new->nr_blocks + UINT32_C(1), sizeof(*is_new));
	struct difference difference;

	difference_find(old, new, PAIRS_EQUIVALENT_ELSEWHERE, &difference);
	for (uint32_t b = 0; b < new->nr_blocks; b++) {
		if (new->block_function[b] != PROGRAM_NONE)
			is_new[b] = difference_is_changed(&difference, b);
	}
	for (uint32_t b = 0; b < old->nr_blocks; b++) {
		uint32_t partner = difference.new_block[b];

		is_old[b] = partner == PROGRAM_NONE ? old->block_function[b] != PROGRAM_NONE
						    : is_new[partner];
	}
	set_distances(&change->sides[0], is_old);
	set_distances(&change->sides[1], is_new);
	difference_deinit(&difference);
}

static struct error *read_side(const char *path, struct names *names, struct side *ret)
{
	struct error *err = version_read(path, names, &ret->version);

	ret->ir = ir_program_create(path);
	if (err)
		return err;
	for (uint32_t u = 0; u < ret->version.program->units.count; u++)
		slots_add(&ret->units, ret->version.program->units.items[u].table->header->uid, u);
	return NULL;
}

static struct error *read_sides(const char *const programs[2], struct change **ret)
{
	struct change *change = xcalloc(1, sizeof(*change));
	struct error *err = NULL;

	change->names = names_create();
	for (unsigned i = 0; i < 2 && !err; i++)
		err = read_side(programs[i], change->names, &change->sides[i]);
	if (err)
		change_destroy(change);
	else
		*ret = change;
	return err;
}

struct error *change_find(const char *const programs[2], struct change **ret)
{
	struct error *err = read_sides(programs, ret);

	if (!err)
		find_distances(*ret);
	return err;
}

/* Marks the blocks of functions called NAME; false: there are none. */
static bool mark_function(const struct program *program, const char *name, bool *is_marked)
{
	bool ret = false;

	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		uint32_t function = program->block_function[b];

		if (function == PROGRAM_NONE ||
		    strcmp(program_function_name(program, function), name) != 0)
			continue;
		is_marked[b] = ret = true;
	}
	return ret;
}

struct error *change_take(const char *const programs[2], const char *const *functions,
			  size_t number, struct change **ret)
{
	struct change *change;
	struct error *err = read_sides(programs, &change);
	_cleanup_free_ bool *is_known = xcalloc(number + 1, sizeof(*is_known));

	if (err)
		return err;
	for (unsigned i = 0; i < 2; i++) {
		const struct program *program = change->sides[i].version.program;
		_cleanup_free_ bool *is_marked =
			xcalloc(program->nr_blocks + UINT32_C(1), sizeof(*is_marked));

		for (size_t k = 0; k < number; k++)
			is_known[k] |= mark_function(program, functions[k], is_marked);
		set_distances(&change->sides[i], is_marked);
	}
	for (size_t k = 0; k < number && !err; k++) {
		if (!is_known[k])
			err = error_create(ERROR_UNUSABLE, "no version has a function %s()",
					   functions[k]);
	}
	if (err)
		change_destroy(change);
	else
		*ret = change;
	return err;
}

void change_destroy(struct change *change)
{
	if (!change)
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct side *side = &change->sides[i];

		if (side->ir)
			ir_program_destroy(side->ir);
		free(side->distances);
		slots_deinit(&side->units);
		version_deinit(&side->version);
	}
	names_destroy(change->names);
	free(change);
}

/* Returns the distance of a block of the IR; DISTANCE_NONE: the graph does not have it. */
static uint32_t distance_of(const struct side *side, const struct remt_path_condition *row,
			    const struct ir_function *ir, uint32_t block)
{
	const struct program *program = side->version.program;
	uint32_t index = slots_find(&side->units, row->uid);
	const struct program_unit *unit;
	uint32_t function;

	if (index == SLOTS_NONE)
		return DISTANCE_NONE;
	unit = &program->units.items[index];
	function = unit->first_function + row->function;
	if (row->function >= unit->table->header->functions.count ||
	    ir->blocks[block].node >= program_function(program, function)->nr_blocks)
		return DISTANCE_NONE;
	return side->distances[program_entry(program, function) + ir->blocks[block].node];
}

static uint32_t nearest(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * Returns the distance from the blocks to which a switch leads if the value is in none of the cases up to that
 * of ROW; rows before it say that of those before.
 */
static uint32_t nearest_case(const struct side *side, const struct remt_path_condition *row,
			     const struct ir_function *ir, const struct ir_end *end)
{
	uint32_t ret = distance_of(side, row, ir, end->blocks[0]);

	for (uint32_t i = row->way / 2 + 1; i < end->nr_cases; i++)
		ret = nearest(ret, distance_of(side, row, ir, end->cases[i].block));
	return ret;
}

/* Returns the distance from where the other side of ROW leads, or DISTANCE_NONE. */
static uint32_t find_distance(struct side *side, const struct remt_path_condition *row)
{
	const struct ir_program_function *found =
		ir_program_find(side->ir, row->uid, row->function);
	const struct ir_function *ir;
	const struct ir_end *end;

	if (!found || row->block >= found->function.nr_blocks)
		return DISTANCE_NONE;
	ir = &found->function;
	end = &ir->blocks[row->block].end;
	if (row->kind != REMT_PATH_BRANCH ||
	    (end->kind != REMT_IR_IF && end->kind != REMT_IR_SWITCH))
		return distance_of(side, row, ir, row->block);
	if (end->kind == REMT_IR_IF)
		return distance_of(side, row, ir, end->blocks[row->way & 1]);
	if (!(row->way & 1) && row->way / 2 < end->nr_cases)
		return distance_of(side, row, ir, end->cases[row->way / 2].block);
	return nearest_case(side, row, ir, end);
}

uint32_t change_distance(struct change *change, unsigned version,
			 const struct remt_path_condition *row)
{
	struct side *side = &change->sides[version];

	return nearest(find_distance(side, row), side->unknown);
}
