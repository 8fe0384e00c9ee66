/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes dangerous-edge reachability (Definition 2.7 and section 4.2.2 of "Regression Mutation
 * Testing") in three steps:
 *
 * - Forwards from main(), constructors, destructors, and functions that are called back by name:
 *   which functions can run at all.
 * - Backwards from the dangerous edges: from which blocks one can be reached before their function
 *   returns.
 * - Down from the calls that danger follows: after the return of which functions a dangerous edge
 *   can be reached.
 *
 * Calls and returns are matched, but neither values nor the feasibility of paths are considered.
 * All targets of calls through pointers are taken for one set, whatever their types.
 */
#include "graph/reach_state.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "graph/library.h"
#include "graph/targets.h"

#define WRAP "__wrap_"

static bool has_unit_of(const struct finder *finder, uint32_t function)
{
	return finder->image->has_unit[finder->program->function_unit[function]];
}

/*
 * Adds the wrappers of NAME to the functions that the call of BLOCK may reach. The linker's
 * --wrap=NAME turns calls of NAME into calls of __wrap_NAME, and calls of __real_NAME into calls of
 * NAME; the graphs take the latter for a function outside. They don't tell whether the option was
 * given.
 */
static void resolve_wrapped(struct finder *finder, struct lists_maker *callees, uint32_t block,
			    const char *name)
{
	for (size_t i = 0; i < finder->wrappers.count; i++) {
		uint32_t wrapper = finder->wrappers.items[i];
		const char *wrapped =
			program_function_name(finder->program, wrapper) + strlen(WRAP);

		if (strcmp(name, wrapped) == 0)
			lists_add(callees, block, wrapper);
	}
}

/* Notes where the call of BLOCK goes. A function outside the program has an effect by its name. */
static void resolve_call(struct finder *finder, struct lists_maker *callees, uint32_t block,
			 const struct program_unit *unit, const struct remt_call *call)
{
	uint32_t at = 0, definition;
	bool is_inside = false;
	const char *name;

	if (call->callee == UINT32_MAX) {
		finder->is_wild[block] = true;
		return;
	}
	name = site_table_string(unit->table, unit->table->symbols[call->callee].name_str);
	while ((definition = program_next_definition(
			finder->program, unit->first_symbol + call->callee, &at)) != PROGRAM_NONE) {
		uint32_t function = program_definition_function(finder->program, definition);

		if (function == PROGRAM_NONE || !has_unit_of(finder, function))
			continue;
		lists_add(callees, block, function);
		is_inside = true;
	}
	resolve_wrapped(finder, callees, block, name);
	if (!is_inside)
		finder->is_wild[block] =
			finder->image->nr_called_back || library_effect(name) != LIBRARY_QUIET;
}

static void add_function(struct finder *finder, struct lists_maker *callees,
			 struct lists_maker *before, const struct program_unit *unit,
			 uint32_t index)
{
	const struct remt_function *function = &unit->table->functions[index];
	uint32_t first = unit->first_block + function->first_block;

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[function->first_block + b];

		for (uint32_t e = 0; e < block->nr_edges; e++)
			lists_add(before, first + unit->table->edges[block->first_edge + e].target,
				  first + b);
		if (block->nr_calls)
			resolve_call(finder, callees, first + b, unit,
				     &unit->table->calls[block->first_call]);
	}
}

static bool is_wrapper(const struct program *program, uint32_t function)
{
	return strncmp(program_function_name(program, function), WRAP, strlen(WRAP)) == 0;
}

static void find_wrappers(struct finder *finder)
{
	for (uint32_t f = 0; f < finder->program->nr_functions; f++) {
		if (has_unit_of(finder, f) && is_wrapper(finder->program, f))
			vec_push(&finder->wrappers, f);
	}
}

/* Reads all calls and edges of the image. */
static void read_graph(struct finder *finder)
{
	struct lists_maker callees = { 0 }, callers = { 0 }, before = { 0 };

	find_wrappers(finder);
	for (uint32_t u = 0; u < finder->program->units.count; u++) {
		const struct program_unit *unit = &finder->program->units.items[u];

		for (uint32_t i = 0;
		     finder->image->has_unit[u] && i < unit->table->header->functions.count; i++)
			add_function(finder, &callees, &before, unit, i);
	}
	for (size_t i = 0; i < callees.pairs.count; i++)
		lists_add(&callers, callees.pairs.items[i].item, callees.pairs.items[i].key);
	lists_make(&callees, finder->program->nr_blocks, &finder->callees);
	lists_make(&callers, finder->program->nr_functions, &finder->callers);
	lists_make(&before, finder->program->nr_blocks, &finder->before);
}

static void add_target(struct finder *finder, uint32_t function)
{
	if (!has_unit_of(finder, function) || finder->is_target[function])
		return;
	finder->is_target[function] = true;
	vec_push(&finder->targets, function);
}

static void find_targets(struct finder *finder)
{
	bool *targets = targets_find(finder->program);

	for (uint32_t f = 0; f < finder->program->nr_functions; f++) {
		/* The address of a wrapped function is that of its wrapper. */
		if (targets[f] || is_wrapper(finder->program, f))
			add_target(finder, f);
	}
	for (size_t i = 0; i < finder->image->nr_called_back; i++)
		add_target(finder, finder->image->called_back[i]);
	free(targets);
}

static void find_roots(struct finder *finder)
{
	finder->is_collected = targets_find_collected(finder->program);
	for (uint32_t f = 0; f < finder->program->nr_functions; f++) {
		const struct program_unit *unit = program_unit_of_function(finder->program, f);
		const struct remt_symbol *symbol =
			&unit->table->symbols[program_function(finder->program, f)->symbol];

		if (!has_unit_of(finder, f))
			continue;
		if (symbol->flags & REMT_SYMBOL_DESTRUCTOR || finder->is_collected[f])
			vec_push(&finder->at_end, f);
		if (symbol->flags & (REMT_SYMBOL_CONSTRUCTOR | REMT_SYMBOL_DESTRUCTOR) ||
		    finder->is_collected[f] ||
		    strcmp(program_function_name(finder->program, f), "main") == 0)
			vec_push(&finder->roots, f);
	}
	for (size_t i = 0; i < finder->image->nr_called_back; i++)
		vec_push(&finder->roots, finder->image->called_back[i]);
}

static void let_run(struct finder *finder, uint32_t function)
{
	if (finder->reach->can_run[function])
		return;
	finder->reach->can_run[function] = true;
	vec_push(&finder->work, function);
}

/*
 * Notes what SYMBOL, which a function of UNIT calls or mentions, does to the whole image. Only
 * symbols that are defined outside the program have an effect.
 */
static void note_effect(struct finder *finder, const struct program_unit *unit, uint32_t symbol)
{
	const struct remt_symbol *row = &unit->table->symbols[symbol];
	enum library_effect effect;
	uint32_t at = 0;

	if (program_next_definition(finder->program, unit->first_symbol + symbol, &at) !=
	    PROGRAM_NONE)
		return;
	effect = library_effect(site_table_string(unit->table, row->name_str));
	finder->may_call_at_end |= effect != LIBRARY_QUIET && effect != LIBRARY_CALLS_BACK;
	if (effect < LIBRARY_HANDLES)
		return;
	finder->reach->is_coarse = true;
	finder->reach->is_concurrent |= effect != LIBRARY_HANDLES;
	for (size_t i = 0; i < finder->targets.count; i++)
		let_run(finder, finder->targets.items[i]);
	if (effect != LIBRARY_LOADS)
		return;
	finder->reach->is_loading = true;
	for (uint32_t f = 0; f < finder->program->nr_functions; f++) {
		if (has_unit_of(finder, f))
			let_run(finder, f);
	}
}

static void run_function(struct finder *finder, uint32_t function)
{
	const struct program_unit *unit = program_unit_of_function(finder->program, function);
	const struct remt_function *row = program_function(finder->program, function);

	for (uint32_t b = 0; b < row->nr_blocks; b++) {
		const struct remt_block *block = &unit->table->blocks[row->first_block + b];
		uint32_t number = unit->first_block + row->first_block + b;

		for (uint32_t r = 0; r < block->nr_references; r++)
			note_effect(finder, unit,
				    unit->table->references[block->first_reference + r]);
		if (!block->nr_calls)
			continue;
		if (unit->table->calls[block->first_call].callee != UINT32_MAX)
			note_effect(finder, unit, unit->table->calls[block->first_call].callee);
		LISTS_EACH(&finder->callees, number, callee)
		let_run(finder, callee);
		if (!finder->is_wild[number])
			continue;
		vec_push(&finder->wild, number);
		if (unit->table->calls[block->first_call].flags & REMT_CALL_NORETURN)
			vec_push(&finder->exits, number);
		for (size_t i = 0; i < finder->targets.count; i++)
			let_run(finder, finder->targets.items[i]);
	}
}

/* Finds the functions that control can reach from the roots. */
static void find_running(struct finder *finder)
{
	for (size_t i = 0; i < finder->roots.count; i++)
		let_run(finder, finder->roots.items[i]);
	while (finder->work.count)
		run_function(finder, finder->work.items[--finder->work.count]);
}

/* Returns true if a function that can run has a dangerous edge. */
static bool can_run_dangerously(const struct difference *difference, const struct reach *reach)
{
	const struct program *old = difference->pairs.old;

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (reach->can_run[f] && difference_of_old(difference, f) != FUNCTION_SAME)
			return true;
	}
	return false;
}

static void decide(struct finder *finder)
{
	bool is_anywhere =
		finder->reach->is_coarse && can_run_dangerously(finder->difference, finder->reach);

	for (uint32_t b = 0; b < finder->program->nr_blocks; b++) {
		uint32_t function = finder->program->block_function[b];

		if (function != PROGRAM_NONE && finder->reach->can_run[function])
			finder->reach->danger[b] |=
				is_anywhere || finder->returns_to_danger[function];
	}
}

void reach_find(const struct difference *difference, const struct reach_image *image,
		struct reach *ret)
{
	const struct program *program = difference->pairs.old;
	struct finder finder = {
		.difference = difference,
		.program = program,
		.image = image,
		.reach = ret,
		.is_wild = xcalloc(program->nr_blocks + 1, sizeof(bool)),
		.is_target = xcalloc(program->nr_functions + 1, sizeof(bool)),
		.returns_to_danger = xcalloc(program->nr_functions + 1, sizeof(bool)),
	};

	*ret = (struct reach){
		.danger = xcalloc(program->nr_blocks + 1, sizeof(bool)),
		.can_run = xcalloc(program->nr_functions + 1, sizeof(bool)),
		.is_coarse = image->is_coarse,
		.is_concurrent = image->is_coarse,
	};
	read_graph(&finder);
	find_targets(&finder);
	find_roots(&finder);
	find_running(&finder);
	reach_find_danger_below(&finder);
	reach_find_danger_above(&finder);
	decide(&finder);
	lists_deinit(&finder.callees);
	lists_deinit(&finder.callers);
	lists_deinit(&finder.before);
	vec_deinit(&finder.wrappers);
	vec_deinit(&finder.targets);
	vec_deinit(&finder.wild);
	vec_deinit(&finder.roots);
	vec_deinit(&finder.at_end);
	vec_deinit(&finder.exits);
	vec_deinit(&finder.work);
	free(finder.is_wild);
	free(finder.is_target);
	free(finder.is_collected);
	free(finder.returns_to_danger);
}

void reach_deinit(struct reach *reach)
{
	free(reach->danger);
	free(reach->can_run);
}
