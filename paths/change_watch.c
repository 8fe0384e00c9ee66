/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changed blocks of the IR, and the functions that may lead to them, for runs that watch them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "graph/library.h"
#include "graph/targets.h"
#include "paths/change_state.h"

/* A function whose blocks are looked at. */
struct look {
	const struct side *side;
	const struct ir_function *ir;
	uint32_t first, nr_nodes; /* of its graph, numbered over all units */
	bool *is_begin;		  /* by node: a block of the IR begins there */
	bool *is_met;		  /* by node: the block at hand consists of it, among others */
	VEC(uint32_t) work;	  /* nodes whose edges are to be followed */
};

static void meet(struct look *look, uint32_t node)
{
	if (look->is_met[node])
		return;
	look->is_met[node] = true;
	vec_push(&look->work, node);
}

/* Notes that the block at hand goes on from NODE to those at which no block of the IR begins. */
static void go_along(struct look *look, uint32_t node)
{
	const struct program *program = look->side->version.program;
	const struct remt_block *block = program_block(program, look->first + node);
	const struct program_unit *unit = program_unit_of_block(program, look->first + node);

	for (uint32_t e = 0; e < block->nr_edges; e++) {
		uint32_t target = unit->table->edges[block->first_edge + e].target;

		if (target < look->nr_nodes && !look->is_begin[target])
			meet(look, target);
	}
}

/*
 * Returns a node that IS_WANTED, by block, among those of BLOCK: from where it begins to where others do; PROGRAM_NONE:
 * none is. A block that the graph does not have counts as changed.
 */
static uint32_t find_wanted(struct look *look, const struct ir_block *block, const bool *is_wanted)
{
	if (block->node >= look->nr_nodes)
		return look->first;
	memset(look->is_met, 0, look->nr_nodes * sizeof(*look->is_met));
	look->work.count = 0;
	meet(look, block->node);
	while (look->work.count) {
		uint32_t node = look->work.items[--look->work.count];

		if (is_wanted[look->first + node])
			return look->first + node;
		go_along(look, node);
	}
	return PROGRAM_NONE;
}

static bool has_changed(const struct look *look)
{
	bool ret = false;

	for (uint32_t n = 0; n < look->nr_nodes; n++)
		ret |= look->side->is_changed[look->first + n];
	return ret;
}

static void add_blocks(struct side *side, struct look *look, struct change_block *row)
{
	look->is_begin = xcalloc(look->nr_nodes + UINT32_C(1), sizeof(*look->is_begin));
	look->is_met = xcalloc(look->nr_nodes + UINT32_C(1), sizeof(*look->is_met));
	for (uint32_t b = 0; b < look->ir->nr_blocks; b++) {
		if (look->ir->blocks[b].node < look->nr_nodes)
			look->is_begin[look->ir->blocks[b].node] = true;
	}
	for (uint32_t b = 0; b < look->ir->nr_blocks; b++) {
		row->block = b;
		row->node = find_wanted(look, &look->ir->blocks[b],
					side->is_own ? side->is_own : side->is_changed);
		row->is_own = row->node != PROGRAM_NONE;
		if (!row->is_own)
			row->node = find_wanted(look, &look->ir->blocks[b], side->is_changed);
		if (row->node != PROGRAM_NONE)
			vec_push(&side->watched, *row);
	}
	free(look->is_begin);
	free(look->is_met);
	vec_deinit(&look->work);
}

/* Adds the changed blocks of FUNCTION. What has no IR can't be watched, and runs say so. */
static void look_at(struct side *side, uint32_t function)
{
	const struct program *program = side->version.program;
	const struct program_unit *unit = program_unit_of_function(program, function);
	struct change_block row = { .uid = unit->table->header->uid,
				    .function = function - unit->first_function };
	const struct ir_program_function *found = ir_program_find(side->ir, row.uid, row.function);
	struct look look = { .side = side,
			     .first = program_entry(program, function),
			     .nr_nodes = program_function(program, function)->nr_blocks };

	if (!found || !look.nr_nodes || !has_changed(&look))
		return;
	look.ir = &found->function;
	add_blocks(side, &look, &row);
}

void change_watch(struct change *change, unsigned version)
{
	struct side *side = &change->sides[version];

	for (uint32_t f = 0; f < side->version.program->nr_functions; f++)
		look_at(side, f);
	side->is_reached = xcalloc(side->watched.count + 1, sizeof(*side->is_reached));
}

const struct change_block *change_blocks(const struct change *change, unsigned version,
					 size_t *number)
{
	*number = change->sides[version].watched.count;
	return change->sides[version].watched.items;
}

void change_reach(struct change *change, unsigned version, uint32_t index)
{
	change->sides[version].is_reached[index] = true;
}

static struct change_line line_of(const struct side *side, size_t index, const bool *reached)
{
	const struct program *program = side->version.program;
	uint32_t node = side->watched.items[index].node;
	const struct program_unit *unit = program_unit_of_block(program, node);
	const struct remt_function *function =
		&unit->table->functions[program->block_function[node] - unit->first_function];
	uint32_t line = program_block(program, node)->line;

	return (struct change_line){ site_table_string(unit->table,
						       unit->table->files[function->file].path_str),
				     line ? line : function->line, function->line,
				     side->watched.items[index].is_own, reached[index] };
}

static int compare_lines(const void *a, const void *b)
{
	const struct change_line *x = a, *y = b;
	int order = strcmp(x->file, y->file);

	return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Joins those of one line, and leaves out lines that were not changed themselves; returns how many are left. */
static size_t join_lines(struct change_line *lines, size_t number)
{
	size_t nr_joined = 0, nr_own = 0;

	for (size_t i = 0; i < number; i++) {
		struct change_line *last = nr_joined ? &lines[nr_joined - 1] : NULL;

		if (!last || compare_lines(last, &lines[i]) != 0) {
			lines[nr_joined++] = lines[i];
			continue;
		}
		last->is_reached |= lines[i].is_reached;
		last->is_own |= lines[i].is_own;
	}
	for (size_t i = 0; i < nr_joined; i++) {
		if (lines[i].is_own)
			lines[nr_own++] = lines[i];
	}
	return nr_own;
}

struct change_line *change_lines(const struct change *change, unsigned version, const bool *reached,
				 size_t *number)
{
	const struct side *side = &change->sides[version];
	struct change_line *lines = xcalloc(side->watched.count + 1, sizeof(*lines));

	for (size_t i = 0; i < side->watched.count; i++)
		lines[i] = line_of(side, i, reached ? reached : side->is_reached);
	qsort(lines, side->watched.count, sizeof(*lines), compare_lines);
	*number = join_lines(lines, side->watched.count);
	return lines;
}

/* ---- functions that may lead to what has changed */

struct leading {
	const struct program *program;
	bool *leads;	  /* by function */
	bool *is_target;  /* by function: its address is used */
	bool any_target;  /* one of these leads there */
	bool has_changed; /* in the last round */
};

/* True if SYMBOL of UNIT is a function outside that may call any function whose address is used. */
static bool calls_back(const struct leading *leading, const struct program_unit *unit,
		       uint32_t symbol)
{
	const struct remt_symbol *row = &unit->table->symbols[symbol];

	return library_effect(site_table_string(unit->table, row->name_str)) != LIBRARY_QUIET &&
	       leading->any_target;
}

static bool call_leads(const struct leading *leading, const struct program_unit *unit,
		       uint32_t callee)
{
	uint32_t at = 0, definition;
	bool is_defined = false, ret = false;

	if (callee == UINT32_MAX)
		return leading->any_target;
	while ((definition = program_next_definition(leading->program, unit->first_symbol + callee,
						     &at)) != PROGRAM_NONE) {
		uint32_t function = program_definition_function(leading->program, definition);

		is_defined = true;
		ret |= function != PROGRAM_NONE && leading->leads[function];
	}
	return ret || (!is_defined && calls_back(leading, unit, callee));
}

static bool function_leads(const struct leading *leading, uint32_t function)
{
	const struct program_unit *unit = program_unit_of_function(leading->program, function);
	const struct remt_function *row = program_function(leading->program, function);

	for (uint32_t b = 0; b < row->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[row->first_block + b];

		if (block->nr_calls &&
		    call_leads(leading, unit, unit->table->calls[block->first_call].callee))
			return true;
	}
	/* Its graph is not known. */
	return !row->nr_blocks;
}

static void note_leading(struct leading *leading, uint32_t function)
{
	if (leading->leads[function])
		return;
	leading->leads[function] = true;
	leading->any_target |= leading->is_target[function];
	leading->has_changed = true;
}

/* Finds the functions that have changed, and those that call them, directly or not. */
static void find_leading(const struct side *side, struct leading *ret)
{
	const struct program *program = side->version.program;

	*ret = (struct leading){ .program = program,
				 .leads = xcalloc(program->nr_functions + UINT32_C(1), 1),
				 .is_target = targets_find(program) };
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		if (side->is_changed[b])
			note_leading(ret, program->block_function[b]);
	}
	do {
		ret->has_changed = false;
		for (uint32_t f = 0; f < program->nr_functions; f++) {
			if (!ret->leads[f] && function_leads(ret, f))
				note_leading(ret, f);
		}
	} while (ret->has_changed);
}

static void print_list(FILE *file, const struct side *side, const struct leading *leading)
{
	const struct program *program = side->version.program;

	for (size_t i = 0; i < side->watched.count; i++) {
		const struct change_block *row = &side->watched.items[i];

		print_to(file, "block %" PRIx64 " %" PRIu32 " %" PRIu32 "\n", row->uid,
			 row->function, row->block);
	}
	for (uint32_t f = 0; f < program->nr_functions; f++) {
		const struct program_unit *unit = program_unit_of_function(program, f);

		if (leading->leads[f])
			print_to(file, "function %" PRIx64 " %" PRIu32 " %d\n",
				 unit->table->header->uid, f - unit->first_function,
				 leading->is_target[f]);
	}
}

struct error *change_write(const struct change *change, unsigned version, const char *path)
{
	const struct side *side = &change->sides[version];
	FILE *file = fopen(path, "we");
	struct leading leading;
	bool is_bad;

	if (!file)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	find_leading(side, &leading);
	print_list(file, side, &leading);
	change_print_seen(file, side);
	free(leading.leads);
	free(leading.is_target);
	is_bad = ferror(file);
	if (fclose(file) != 0 || is_bad)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	return NULL;
}
