/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A walk over the graph of the new version, guided by the coverage of one run. A node with sites
 * is closed if none of them was reached, for the run has not executed it. The walk goes on through
 * all other nodes.
 *
 * The result is an upper bound: nodes without sites may count although the run did not execute
 * them. The walk does not look at values, and it takes a call through a pointer to every function
 * whose address is used.
 */
#include "iso/cause.h"

#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/xalloc.h"
#include "graph/targets.h"

struct walk {
	const struct isomorphism *isomorphism;
	const struct program *program;
	/* by block: the walk does not enter it, as none of its sites was reached */
	bool *is_closed;
	bool *is_met; /* by block: the walk has come to it */
	/* by unit: some program contains it together with a unit that was executed */
	bool *is_loaded;
	VEC(uint32_t) work;
	bool stays; /* The walk does not follow calls. */
};

/*
 * Marks in IS_REACHED, by number in the program, the sites that COVERAGE reached; with ONLY_EARLY,
 * those that were reached before main().
 */
static void read_sites(const struct isomorphism *isomorphism, const struct coverage *coverage,
		       bool only_early, bool *is_reached)
{
	for (size_t i = 0; coverage && i < coverage->nr_reached; i++) {
		const struct coverage_reached *reached = &coverage->reached[i];
		uint32_t site = isomorphism_site(&isomorphism->new, reached->site);

		if (site != PROGRAM_NONE && (reached->before_main || !only_early))
			is_reached[site] = true;
	}
}

static bool is_executed(const struct program_unit *unit, const bool *is_reached)
{
	for (uint32_t s = 0; s < unit->table->header->sites.count; s++) {
		if (is_reached[unit->first_site + s])
			return true;
	}
	return false;
}

/*
 * Fills is_loaded. A unit that shows no execution by itself, such as a main() without conditions,
 * counts as loaded if it is linked with one that was executed. If no unit was executed, all count.
 */
static void find_loaded(struct walk *walk, const bool *is_reached)
{
	uint32_t count = (uint32_t)walk->program->units.count;
	bool any = false;

	for (uint32_t u = 0; u < count; u++) {
		if (!is_executed(&walk->program->units.items[u], is_reached))
			continue;
		any = true;
		for (uint32_t o = 0; o < count; o++)
			walk->is_loaded[o] |= o == u || program_are_linked(walk->program, u, o);
	}
	for (uint32_t u = 0; u < count && !any; u++)
		walk->is_loaded[u] = true;
}

/* Fills is_closed. A block with a site that was reached is open, whatever other sites it has. */
static void close_blocks(struct walk *walk, const bool *is_reached)
{
	bool *is_open = xcalloc(walk->program->nr_blocks + 1, sizeof(bool));

	for (size_t u = 0; u < walk->program->units.count; u++) {
		const struct program_unit *unit = &walk->program->units.items[u];

		for (uint32_t i = 0; i < unit->table->header->marks.count; i++) {
			const struct remt_mark *mark = &unit->table->marks[i];
			uint32_t block = unit->first_block + mark->block;

			walk->is_closed[block] = true;
			is_open[block] |= is_reached[unit->first_site + mark->site];
		}
	}
	for (uint32_t b = 0; b < walk->program->nr_blocks; b++)
		walk->is_closed[b] &= !is_open[b];
	free(is_open);
}

/*
 * Closes nodes that end the process by SIGABRT: failing assertions change with their text, which
 * names file and line.
 */
static void close_aborting(struct walk *walk)
{
	static const char *const names[] = { "__assert_fail", "__assert", "abort" };

	for (uint32_t b = 0; b < walk->program->nr_blocks; b++) {
		const struct remt_call *call = program_call(walk->program, b);
		const struct site_table *table = program_unit_of_block(walk->program, b)->table;

		for (size_t i = 0; call && call->callee != UINT32_MAX && i < ARRAY_SIZE(names); i++)
			walk->is_closed[b] |=
				strcmp(site_table_string(table,
							 table->symbols[call->callee].name_str),
				       names[i]) == 0;
	}
}

static void meet(struct walk *walk, uint32_t block)
{
	if (walk->is_met[block] || walk->is_closed[block])
		return;
	walk->is_met[block] = true;
	vec_push(&walk->work, block);
}

static void enter(struct walk *walk, uint32_t function)
{
	if (program_function(walk->program, function)->nr_blocks &&
	    walk->is_loaded[walk->program->function_unit[function]])
		meet(walk, program_entry(walk->program, function));
}

/* True for a function that the linker's --wrap option calls under another name. */
static bool is_wrapper(const char *name)
{
	return strncmp(name, "__wrap_", strlen("__wrap_")) == 0;
}

static void enter_roots(struct walk *walk)
{
	bool *targets = targets_find(walk->program);

	for (uint32_t f = 0; f < walk->program->nr_functions; f++) {
		const struct program_unit *unit = program_unit_of_function(walk->program, f);
		unsigned flags =
			unit->table->symbols[program_function(walk->program, f)->symbol].flags;

		if (targets[f] || flags & (REMT_SYMBOL_CONSTRUCTOR | REMT_SYMBOL_DESTRUCTOR) ||
		    strcmp(program_function_name(walk->program, f), "main") == 0 ||
		    is_wrapper(program_function_name(walk->program, f)))
			enter(walk, f);
	}
	free(targets);
}

/*
 * Meets all executed nodes. Their callers may be code without sites, or may have found them by
 * name or in another way that no table tells of.
 */
static void meet_executed(struct walk *walk, const bool *is_reached)
{
	for (size_t u = 0; u < walk->program->units.count; u++) {
		const struct program_unit *unit = &walk->program->units.items[u];

		for (uint32_t i = 0; i < unit->table->header->marks.count; i++) {
			const struct remt_mark *mark = &unit->table->marks[i];

			if (is_reached[unit->first_site + mark->site])
				meet(walk, unit->first_block + mark->block);
		}
	}
}

static void follow_call(struct walk *walk, uint32_t block)
{
	const struct program *program = walk->program;
	const struct remt_call *call = program_call(program, block);
	uint32_t at = 0, definition;

	if (!call || call->callee == UINT32_MAX)
		return;
	while ((definition = program_next_definition(
			program, program_unit_of_block(program, block)->first_symbol + call->callee,
			&at)) != PROGRAM_NONE) {
		uint32_t function = program_definition_function(program, definition);

		if (function != PROGRAM_NONE)
			enter(walk, function);
	}
}

static void follow(struct walk *walk, uint32_t block)
{
	const struct program *program = walk->program;
	const struct remt_block *node = program_block(program, block);
	const struct remt_edge *edges =
		program_unit_of_block(program, block)->table->edges + node->first_edge;
	uint32_t entry = program_entry(program, program->block_function[block]);

	if (!walk->stays)
		follow_call(walk, block);
	for (uint32_t i = 0; i < node->nr_edges; i++)
		meet(walk, entry + edges[i].target);
}

/* Meets all nodes that control can come to from the met ones. */
static void follow_all(struct walk *walk)
{
	while (walk->work.count) {
		uint32_t block = walk->work.items[--walk->work.count];

		if (walk->program->block_function[block] != PROGRAM_NONE)
			follow(walk, block);
	}
}

/* Fills RET with the changed blocks that were met, and their functions, each once. */
static void collect(const struct walk *walk, struct cause *ret)
{
	const struct difference *changes = &walk->isomorphism->changes;
	bool *is_known = xcalloc(walk->program->nr_functions + 1, sizeof(bool));
	VEC(uint32_t) blocks = { 0 }, functions = { 0 };

	for (uint32_t b = 0; b < walk->program->nr_blocks; b++) {
		uint32_t function = walk->program->block_function[b];

		if (!walk->is_met[b] || function == PROGRAM_NONE ||
		    !difference_is_changed(changes, b))
			continue;
		vec_push(&blocks, b);
		if (!is_known[function])
			vec_push(&functions, function);
		is_known[function] = true;
	}
	*ret = (struct cause){ blocks.items, (uint32_t)blocks.count, functions.items,
			       (uint32_t)functions.count };
	free(is_known);
}

void cause_deinit(struct cause *cause)
{
	free(cause->blocks);
	free(cause->functions);
	*cause = (struct cause){ 0 };
}

/*
 * Prepares a walk over what RUN has executed. The caller gives the walk to end_walk().
 * *RET_REACHED, owned by the caller, tells by site of the program whether it was reached.
 */
static struct walk begin_walk(const struct isomorphism *isomorphism, const struct cause_run *run,
			      bool **ret_reached)
{
	const struct program *program = isomorphism->new.version.program;
	struct walk walk = {
		.isomorphism = isomorphism,
		.program = program,
		.is_closed = xcalloc(program->nr_blocks + 1, sizeof(bool)),
		.is_met = xcalloc(program->nr_blocks + 1, sizeof(bool)),
		.is_loaded = xcalloc(program->units.count + 1, sizeof(bool)),
	};

	*ret_reached = xcalloc(program->nr_sites + 1, sizeof(bool));
	read_sites(isomorphism, run->coverage, false, *ret_reached);
	read_sites(isomorphism, run->before, true, *ret_reached);
	close_blocks(&walk, *ret_reached);
	return walk;
}

static void end_walk(struct walk *walk)
{
	free(walk->is_closed);
	free(walk->is_met);
	free(walk->is_loaded);
	vec_deinit(&walk->work);
}

void cause_find(const struct isomorphism *isomorphism, const struct cause_run *run,
		struct cause *ret)
{
	_cleanup_free_ bool *is_reached = NULL;
	struct walk walk = begin_walk(isomorphism, run, &is_reached);

	find_loaded(&walk, is_reached);
	if (run->is_orderly)
		close_aborting(&walk);
	enter_roots(&walk);
	meet_executed(&walk, is_reached);
	follow_all(&walk);
	collect(&walk, ret);
	end_walk(&walk);
}

bool cause_is_excluded(const struct isomorphism *isomorphism, const struct cause_run *run)
{
	_cleanup_free_ bool *is_reached = NULL;
	struct walk walk = begin_walk(isomorphism, run, &is_reached);
	bool is_excluded = true;

	walk.stays = true;
	for (uint32_t f = 0; f < walk.program->nr_functions; f++) {
		if (program_function(walk.program, f)->nr_blocks)
			meet(&walk, program_entry(walk.program, f));
	}
	meet_executed(&walk, is_reached);
	follow_all(&walk);
	for (uint32_t b = 0; b < walk.program->nr_blocks && is_excluded; b++)
		is_excluded = !walk.is_met[b] || !difference_is_changed(&isomorphism->changes, b);
	end_walk(&walk);
	return is_excluded;
}
