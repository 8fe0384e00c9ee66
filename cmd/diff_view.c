/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The result of `remt diff` as text: units that are not compared, functions that have changed with
 * their dangerous edges, variables that have changed, and counts.
 */
#include "cmd/diff_view.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/cleanup.h"
#include "common/print.h"

const char *diff_edge_kind(const struct remt_edge *edge)
{
	static const struct {
		unsigned flag;
		const char *kind;
	} kinds[] = {
		{ REMT_EDGE_TRUE, "true" },
		{ REMT_EDGE_FALSE, "false" },
		{ REMT_EDGE_SWITCH, "case" },
		{ REMT_EDGE_EXCEPTION, "jump" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (edge->flags & kinds[i].flag)
			return kinds[i].kind;
	}
	return "";
}

const char *diff_unit_refusal(const struct diff_view *view, uint32_t old_unit)
{
	const struct pairs *pairs = &view->difference.pairs;

	return pairs->new_unit[old_unit] == PROGRAM_NONE ? pairs->refusal[old_unit] : NULL;
}

void diff_count(const struct diff_view *view, struct diff_counts *ret)
{
	const struct difference *difference = &view->difference;

	*ret = (struct diff_counts){ .edges = difference->nr_dangerous,
				     .mapped = view->mutants.nr_mapped };
	for (uint32_t f = 0; f < view->old.program->nr_functions; f++) {
		enum function_change change = difference_of_old(difference, f);

		ret->same += change == FUNCTION_SAME;
		ret->changed += change == FUNCTION_CHANGED;
		ret->removed += change == FUNCTION_REMOVED;
		ret->moved += difference_has_moved(difference, f);
	}
	for (uint32_t f = 0; f < view->new.program->nr_functions; f++)
		ret->added += difference_of_new(difference, f) == FUNCTION_ADDED;
	for (size_t i = 0; i < view->new.program->units.count; i++)
		ret->mutants += view->new.program->units.items[i].table->header->mutants.count;
}

static char *path_of_function(const struct version *version, uint32_t function)
{
	return version_path(version, program_unit_of_function(version->program, function)->table,
			    program_function(version->program, function)->file);
}

/* Prints a line "FILE:LINE: WHAT NAME". */
static void print_function(const struct version *version, uint32_t function, const char *what)
{
	_cleanup_free_ char *path = path_of_function(version, function);

	print("%s:%u: %s %s\n", path, program_function(version->program, function)->line, what,
	      program_function_name(version->program, function));
}

static void print_end(const struct remt_block *block, const char *otherwise)
{
	if (block->line)
		print("%u", block->line);
	else
		print("%s", otherwise);
}

void diff_each_edge(const struct diff_view *view, uint32_t old_function, diff_edge_fn *each,
		    void *arg)
{
	const struct program *old = view->old.program;
	const struct program_unit *unit = program_unit_of_function(old, old_function);
	const struct remt_function *function = program_function(old, old_function);
	const struct remt_block *blocks = &unit->table->blocks[function->first_block];

	for (uint32_t b = 0; b < function->nr_blocks; b++) {
		for (uint32_t e = 0; e < blocks[b].nr_edges; e++) {
			uint32_t index = blocks[b].first_edge + e;

			if (view->difference.edge_is_dangerous[unit->first_edge + index])
				each(arg, blocks, b, &unit->table->edges[index]);
		}
	}
}

/* ARG is the path of the function's file. */
static void print_edge(void *arg, const struct remt_block *blocks, uint32_t from,
		       const struct remt_edge *edge)
{
	const char *kind = diff_edge_kind(edge);

	print("    %s:", (const char *)arg);
	print_end(&blocks[from], "entry");
	print(" -> ");
	print_end(&blocks[edge->target], edge->target == 1 ? "exit" : "end");
	print("%s%s%s\n", *kind ? " (" : "", kind, *kind ? ")" : "");
}

static void print_functions(const struct diff_view *view)
{
	const struct difference *difference = &view->difference;

	for (uint32_t f = 0; f < view->old.program->nr_functions; f++) {
		enum function_change change = difference_of_old(difference, f);

		if (change == FUNCTION_REMOVED)
			print_function(&view->old, f, "removed");
		if (difference_has_moved(difference, f))
			print_function(&view->new, difference->pairs.new_function[f],
				       "moved here:");
		if (change == FUNCTION_CHANGED) {
			print_function(&view->new, difference->pairs.new_function[f], "changed");
			_cleanup_free_ char *path = path_of_function(&view->old, f);

			diff_each_edge(view, f, print_edge, path);
		}
	}
	for (uint32_t f = 0; f < view->new.program->nr_functions; f++) {
		if (difference_of_new(difference, f) == FUNCTION_ADDED)
			print_function(&view->new, f, "added");
	}
}

/* Prints changed variables that the old version defines. */
static void print_variables(const struct diff_view *view)
{
	const struct program *old = view->old.program;

	for (uint32_t s = 0; s < old->nr_symbols; s++) {
		const struct remt_symbol *symbol = program_symbol(old, s);

		if (view->difference.pairs.symbol_is_changed[s] &&
		    symbol->flags & REMT_SYMBOL_DEFINED && !(symbol->flags & REMT_SYMBOL_FUNCTION))
			print("%s: changed variable %s\n",
			      names_text(old->names, old->units.items[old->symbol_unit[s]].source),
			      names_text(old->names, old->symbol_name[s]));
	}
}

static void print_units(const struct diff_view *view)
{
	const struct program *old = view->old.program;

	for (uint32_t u = 0; u < old->units.count; u++) {
		const char *refusal = diff_unit_refusal(view, u);

		if (refusal)
			print("%s: not compared: %s\n",
			      names_text(old->names, old->units.items[u].source), refusal);
	}
}

void diff_print_text(const struct diff_view *view)
{
	struct diff_counts counts;

	diff_count(view, &counts);
	print_units(view);
	print_functions(view);
	print_variables(view);
	print("functions: %u same, %u changed, %u added, %u removed, %u moved; %u dangerous "
	      "edges\n",
	      counts.same, counts.changed, counts.added, counts.removed, counts.moved,
	      counts.edges);
	print("mutants: %u, %u of them are those of the old version\n", counts.mutants,
	      counts.mapped);
}
