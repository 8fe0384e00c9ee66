/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/change.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "graph/difference.h"
#include "graph/distance.h"
#include "graph/own.h"
#include "paths/change_state.h"

static void set_distances(struct side *side, const bool *is_goal)
{
	const struct program *program = side->version.program;

	free(side->distances);
	side->unknown = 0;
	side->distances = distance_find(program, is_goal);
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		if (side->distances[b] != DISTANCE_NONE && side->distances[b] >= side->unknown)
			side->unknown = side->distances[b] + 1;
	}
}

/* Fills what has changed in both versions. */
static void set_changed(struct change *change, const struct difference *difference)
{
	const struct program *old = change->sides[0].version.program;
	const struct program *new = change->sides[1].version.program;
	bool *is_old = xcalloc(old->nr_blocks + UINT32_C(1), sizeof(*is_old));
	bool *is_new = xcalloc(new->nr_blocks + UINT32_C(1), sizeof(*is_new));

	for (uint32_t b = 0; b < new->nr_blocks; b++)
		is_new[b] = new->block_function[b] !=
			    PROGRAM_NONE &&difference_is_changed(difference, b);
	for (uint32_t b = 0; b < old->nr_blocks; b++) {
		uint32_t partner = difference->new_block[b];

		is_old[b] = partner == PROGRAM_NONE ? old->block_function[b] != PROGRAM_NONE
						    : is_new[partner];
	}
	change->sides[0].is_changed = is_old;
	change->sides[1].is_changed = is_new;
}

/* Fills what was changed itself. */
static void set_own(struct change *change, const struct difference *difference)
{
	struct own own;

	own_find(difference, &own);
	change->sides[0].is_own = own.old;
	change->sides[1].is_own = own.new;
}

void change_set_reach(struct change *change, struct side *side, const struct difference *difference)
{
	const struct program *program = side->version.program;
	_cleanup_free_ bool *has_unit = xcalloc(program->units.count + 1, sizeof(*has_unit));
	const struct reach_image image = { .has_unit = has_unit };
	struct reach reach;

	for (size_t u = 0; u < program->units.count; u++)
		has_unit[u] = true;
	reach_find(difference, &image, &reach);
	if (reach.is_loading)
		change->doubt = "a program finds functions by their names";
	/* With handlers of signals alone nothing is left out, but a run tells what it came to. */
	else if (reach.is_concurrent)
		change->doubt = "a program has threads or other processes";
	side->reach = xcalloc(program->nr_blocks + UINT32_C(1), sizeof(*side->reach));
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		bool is_danger = reach.danger[b] || side->is_changed[b];

		side->reach[b] = is_danger ? 0 : DISTANCE_NONE;
	}
	reach_deinit(&reach);
}

/* True if units that both programs have were linked in one order: so are their constructors, say. */
static bool are_ordered_alike(const struct difference *difference)
{
	const struct program *old = difference->pairs.old;
	uint32_t last = 0;

	for (size_t u = 0; u < old->units.count; u++) {
		uint32_t partner = difference->pairs.new_unit[u];

		if (partner == PROGRAM_NONE)
			continue;
		if (partner < last)
			return false;
		last = partner;
	}
	return true;
}

static void compare(struct change *change)
{
	const struct program *old = change->sides[0].version.program;
	const struct program *new = change->sides[1].version.program;
	struct difference there, back;

	difference_find(old, new, PAIRS_EQUIVALENT_ELSEWHERE, &there);
	difference_find(new, old, PAIRS_EQUIVALENT_ELSEWHERE, &back);
	set_changed(change, &there);
	set_own(change, &there);
	change->is_ordered = are_ordered_alike(&there);
	change_set_reach(change, &change->sides[0], &there);
	change_set_reach(change, &change->sides[1], &back);
	difference_deinit(&there);
	difference_deinit(&back);
}

void change_complete(struct change *change)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct side *side = &change->sides[i];

		set_distances(&change->sides[i], side->is_own ? side->is_own : side->is_changed);
		change_watch(change, i);
	}
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

struct error *change_read(struct change *change, const char *const programs[2])
{
	struct error *err = NULL;

	change->names = names_create();
	for (unsigned i = 0; i < 2 && !err; i++)
		err = read_side(programs[i], change->names, &change->sides[i]);
	if (err)
		change_destroy(change);
	return err;
}

struct error *change_find(const char *const programs[2], struct change **ret)
{
	struct change *change = xcalloc(1, sizeof(*change));
	struct error *err = change_read(change, programs);

	if (err)
		return err;
	compare(change);
	change_complete(change);
	change_doubt_find(change, programs);
	*ret = change;
	return NULL;
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

struct error *change_approach(struct change *change, const char *const *functions, size_t number)
{
	_cleanup_free_ bool *is_known = xcalloc(number + 1, sizeof(*is_known));

	for (unsigned i = 0; i < 2; i++) {
		const struct program *program = change->sides[i].version.program;
		_cleanup_free_ bool *is_marked =
			xcalloc(program->nr_blocks + UINT32_C(1), sizeof(*is_marked));

		for (size_t k = 0; k < number; k++)
			is_known[k] |= mark_function(program, functions[k], is_marked);
		set_distances(&change->sides[i], is_marked);
	}
	for (size_t k = 0; k < number; k++) {
		if (!is_known[k])
			return error_create(ERROR_UNUSABLE, "no version has a function %s()",
					    functions[k]);
	}
	return NULL;
}

void change_destroy(struct change *change)
{
	if (!change)
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct side *side = &change->sides[i];

		if (side->ir)
			ir_program_destroy(side->ir);
		free(side->is_changed);
		free(side->is_own);
		free(side->distances);
		free(side->reach);
		vec_deinit(&side->watched);
		vec_deinit(&side->seen);
		free(side->is_reached);
		slots_deinit(&side->units);
		version_deinit(&side->version);
	}
	names_destroy(change->names);
	free(change);
}

/* ---- branches */

/* What is asked of the side that ROW did not take. */
struct question {
	const struct side *side;
	const struct remt_path_condition *row;
	const struct ir_function *ir;
	const uint32_t *numbers; /* by block of the graph */
	uint32_t unknown;	 /* the number of what the graph does not have */
};

/* Returns the number of a block of the IR; `unknown`: the graph does not have it. */
static uint32_t number_of(const struct question *question, uint32_t block)
{
	const struct program *program = question->side->version.program;
	uint32_t index = slots_find(&question->side->units, question->row->uid);
	const struct program_unit *unit;
	uint32_t function;

	if (index == SLOTS_NONE)
		return question->unknown;
	unit = &program->units.items[index];
	function = unit->first_function + question->row->function;
	if (question->row->function >= unit->table->header->functions.count ||
	    question->ir->blocks[block].node >= program_function(program, function)->nr_blocks)
		return question->unknown;
	return question
		->numbers[program_entry(program, function) + question->ir->blocks[block].node];
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * Returns the least number of the blocks to which a switch leads if the value is in none of the cases up to that
 * of the row; rows before it say that of those before.
 */
static uint32_t least_case(const struct question *question, const struct ir_end *end)
{
	uint32_t ret = number_of(question, end->blocks[0]);

	for (uint32_t i = question->row->way / 2 + 1; i < end->nr_cases; i++)
		ret = lesser(ret, number_of(question, end->cases[i].block));
	return ret;
}

/* The same for the labels of a computed goto, which has no default. */
static uint32_t least_label(const struct question *question, const struct ir_end *end)
{
	uint32_t way = question->row->way, ret = UINT32_MAX;

	if (way % 2 == 0 && way / 2 < end->nr_labels)
		return number_of(question, end->labels[way / 2].block);
	for (uint32_t i = way / 2 + 1; i < end->nr_labels; i++)
		ret = lesser(ret, number_of(question, end->labels[i].block));
	return ret;
}

/* Returns the least number of where the other side leads. */
static uint32_t least_number(const struct question *question)
{
	const struct remt_path_condition *row = question->row;
	const struct ir_end *end = &question->ir->blocks[row->block].end;

	if (row->kind == REMT_PATH_BRANCH && end->kind == REMT_IR_JUMP)
		return least_label(question, end);
	if (row->kind != REMT_PATH_BRANCH ||
	    (end->kind != REMT_IR_IF && end->kind != REMT_IR_SWITCH))
		return number_of(question, row->block);
	if (end->kind == REMT_IR_IF)
		return number_of(question, end->blocks[row->way & 1]);
	if (!(row->way & 1) && row->way / 2 < end->nr_cases)
		return number_of(question, end->cases[row->way / 2].block);
	return least_case(question, end);
}

/* Makes the question; false: the IR does not have the row. */
static bool ask(const struct side *side, const struct remt_path_condition *row,
		struct question *ret)
{
	const struct ir_program_function *found =
		ir_program_find(side->ir, row->uid, row->function);

	if (!found || row->block >= found->function.nr_blocks)
		return false;
	*ret = (struct question){ side, row, &found->function, side->distances, DISTANCE_NONE };
	return true;
}

uint32_t change_distance(struct change *change, unsigned version,
			 const struct remt_path_condition *row)
{
	const struct side *side = &change->sides[version];
	struct question question;

	if (!ask(side, row, &question))
		return side->unknown;
	/* What a changed condition is about shows on its other side, though nothing is changed there. */
	if (number_of(&question, row->block) == 0)
		return 0;
	return lesser(least_number(&question), side->unknown);
}

bool change_is_relevant(struct change *change, unsigned version,
			const struct remt_path_condition *row)
{
	const struct side *side = &change->sides[version];
	struct question question;

	if (change->doubt || !ask(side, row, &question))
		return true;
	question.numbers = side->reach;
	question.unknown = 0;
	return least_number(&question) == 0;
}

void change_refute(struct change *change, const char *why)
{
	if (!change->doubt)
		change->doubt = why;
}

const char *change_doubt(const struct change *change)
{
	return change->doubt;
}
