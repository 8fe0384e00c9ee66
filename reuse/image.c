/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the dangerous edges that a test can reach (Definition 2.7 of "Regression Mutation Testing",
 * by graph/reach.h), for each set of modules that tests load. An image of identical units that are
 * linked alike has none. An image is refused if the graphs do not tell what its code can do: it
 * runs assembly, finds code by its name, or is linked otherwise than before.
 */
#include "reuse/image.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "reuse/connected.h"
#include "reuse/modules.h"
#include "reuse/outside.h"

/* Returns by unit whether one of the modules of TEST has it. */
static bool *units_of(const struct stored_run *stored_run, const struct stored_test *test)
{
	const struct program *program = stored_run->version.program;
	bool *has_unit = xcalloc(program->units.count + 1, sizeof(*has_unit));

	for (size_t u = 0; u < program->units.count; u++) {
		const struct program_unit *unit = &program->units.items[u];

		for (size_t i = 0; i < unit->modules.count; i++) {
			for (size_t m = 0; m < test->modules.count; m++)
				has_unit[u] |= unit->modules.items[i] == test->modules.items[m];
		}
	}
	return has_unit;
}

/* True if both versions of the image consist of the same units. */
static bool is_identical(const struct judge *judge, const bool *has_old, const bool *has_new)
{
	const struct program *old = judge->old->version.program;
	const struct program *new = judge->new->version.program;
	size_t count = 0;

	for (size_t u = 0; u < old->units.count; u++) {
		uint32_t partner = judge->difference.pairs.new_unit[u];

		if (!has_old[u])
			continue;
		if (partner == PROGRAM_NONE || !has_new[partner] ||
		    new->units.items[partner].table->header->uid !=
			    old->units.items[u].table->header->uid)
			return false;
		count++;
	}
	for (size_t u = 0; u < new->units.count; u++)
		count -= has_new[u];
	return count == 0;
}

/* Assembly may do what no graph shows. */
static const char *find_assembly(const struct program *program, const bool *has_unit)
{
	for (size_t u = 0; u < program->units.count; u++) {
		if (has_unit[u] && program->units.items[u].table->header->assembly)
			return names_text(program->names, program->units.items[u].source);
	}
	return NULL;
}

/* Returns a dangerous edge of a function that can run, or PROGRAM_NONE. */
static uint32_t find_edge(const struct difference *difference, const struct reach *reach)
{
	uint32_t edge = PROGRAM_NONE;

	for (uint32_t f = 0; edge == PROGRAM_NONE && f < difference->pairs.old->nr_functions; f++) {
		if (reach->can_run[f])
			edge = difference_find_edge(difference, f);
	}
	return edge;
}

/* True if a function with a dangerous edge can run without being noted in entered sets. */
static bool has_unseen_danger(const struct difference *difference, const struct reach *reach)
{
	const struct program *old = difference->pairs.old;

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (reach->can_run[f] && !resolved_set_has_function(old, f) &&
		    difference_of_old(difference, f) != FUNCTION_SAME)
			return true;
	}
	return false;
}

/* Returns by old site whether a dangerous edge can be reached from a node with it. */
static bool *find_dangerous_sites(const struct program *program, const struct reach *reach)
{
	bool *is_dangerous = xcalloc(program->nr_sites + 1, sizeof(*is_dangerous));

	for (size_t u = 0; u < program->units.count; u++) {
		const struct program_unit *unit = &program->units.items[u];

		for (uint32_t m = 0; m < unit->table->header->marks.count; m++) {
			const struct remt_mark *mark = &unit->table->marks[m];

			is_dangerous[unit->first_site + mark->site] |=
				reach->danger[unit->first_block + mark->block];
		}
	}
	return is_dangerous;
}

static char *compare_code(const struct judge *judge, struct judge_image *image, const bool *has_old,
			  const bool *has_new)
{
	const struct program *old = judge->old->version.program;
	const char *name = find_assembly(old, has_old);

	if (name)
		return xasprintf("it runs the assembly in %s, and something has changed", name);
	name = outside_find_interposing(judge, has_new);
	if (name)
		return xasprintf("libraries may call the new function %s", name);
	outside_find_reach(judge, image->old, has_old, &image->reach);
	if (image->reach.is_loading)
		return xstrdup("it finds code by its name (dlopen, dlsym), and something has "
			       "changed");
	image->edge = find_edge(&judge->difference, &image->reach);
	image->is_safe = image->edge == PROGRAM_NONE;
	image->is_blind =
		image->reach.is_coarse || has_unseen_danger(&judge->difference, &image->reach);
	if (!image->is_safe)
		image->site_is_dangerous = find_dangerous_sites(old, &image->reach);
	return NULL;
}

/* Returns by entered set of the old version whether all its functions are of these units. */
static bool *find_sets(const struct judge *judge, const bool *has_unit)
{
	const struct program *old = judge->old->version.program;
	const struct resolved_sets *sets = &judge->old->sets;
	bool *has_set = xcalloc(sets->items.count + 1, sizeof(*has_set));

	for (size_t t = 0; t < sets->items.count; t++) {
		const struct resolved_set *set = &sets->items.items[t];

		has_set[t] = true;
		for (size_t i = 0; i < set->functions.count; i++)
			has_set[t] &= has_unit[old->function_unit[set->functions.items[i]]];
	}
	return has_set;
}

struct judge_image image_make(const struct judge *judge, const struct stored_test *old,
			      const struct stored_test *new)
{
	_cleanup_free_ bool *has_old = units_of(judge->old, old);
	_cleanup_free_ bool *has_new = units_of(judge->new, new);
	struct judge_image image = { .old = old, .new = new, .edge = PROGRAM_NONE };

	image.has_set = find_sets(judge, has_old);
	image.refusal = modules_compare(judge, old, new);
	if (image.refusal)
		return image;
	image.is_safe = is_identical(judge, has_old, has_new);
	image.refusal = connected_compare(judge, old, new, image.is_safe);
	if (image.refusal)
		return image;
	if (!image.is_safe)
		image.refusal = compare_code(judge, &image, has_old, has_new);
	return image;
}

void image_deinit(struct judge_image *image)
{
	free(image->refusal);
	free(image->site_is_dangerous);
	free(image->has_set);
	reach_deinit(&image->reach);
}

char *image_describe_edge(const struct judge *judge, uint32_t edge)
{
	const struct program *old = judge->old->version.program;

	for (uint32_t b = 0; b < old->nr_blocks; b++) {
		const struct program_unit *unit = program_unit_of_block(old, b);
		const struct remt_block *block = program_block(old, b);
		uint32_t first = unit->first_edge + block->first_edge;
		uint32_t function = old->block_function[b];

		if (edge < first || edge >= first + block->nr_edges || function == PROGRAM_NONE)
			continue;
		const struct remt_function *row = program_function(old, function);
		_cleanup_free_ char *path =
			version_path(&judge->old->version, unit->table, row->file);

		return xasprintf("%s:%u in %s, which has changed", path,
				 block->end_line ? block->end_line : row->line,
				 program_function_name(old, function));
	}
	return xstrdup("something that has changed");
}
