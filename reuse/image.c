/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reuse/image.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "graph/library.h"
#include "sites/linkage.h"

/* By unit: true for those that one of the modules of TEST has. */
static bool *units_of(const struct snapshot *snapshot, const struct snapshot_test *test)
{
	const struct program *program = snapshot->version.program;
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

static const struct snapshot_module *find_module(const struct snapshot *snapshot,
						 const struct snapshot_test *test, const char *path)
{
	for (size_t i = 0; i < test->modules.count; i++) {
		const struct snapshot_module *module =
			&snapshot->modules.items[test->modules.items[i]];

		if (strcmp(module->path, path) == 0)
			return module;
	}
	return NULL;
}

/* Modules are the same files, and what the units don't tell of them is the same; NULL: they are. */
static char *compare_modules(const struct judge *judge, const struct snapshot_test *old,
			     const struct snapshot_test *new)
{
	if (old->modules.count != new->modules.count)
		return xstrdup("it loads other instrumented files than before");
	for (size_t i = 0; i < old->modules.count; i++) {
		const struct snapshot_module *before =
			&judge->old->modules.items[old->modules.items[i]];
		const struct snapshot_module *after = find_module(judge->new, new, before->path);

		if (!after)
			return xasprintf("it does not load %s any more", before->path);
		if ((before->foreign[0] && !before->content) ||
		    (after->foreign[0] && !after->content))
			return xasprintf("%s has code that was not built with remt (%s)",
					 before->path,
					 before->foreign[0] ? before->foreign : after->foreign);
		if (before->linkage != after->linkage || before->content != after->content)
			return xasprintf("%s is linked with other libraries, options or objects "
					 "than before",
					 before->path);
	}
	return NULL;
}

/* True if both versions of the image are made of the same units. */
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

/* Assembly may name what no graph shows that it does. */
static const char *find_assembly(const struct program *program, const bool *has_unit)
{
	for (size_t u = 0; u < program->units.count; u++) {
		if (has_unit[u] && program->units.items[u].table->header->assembly)
			return names_text(program->names, program->units.items[u].source);
	}
	return NULL;
}

static bool is_public_function(const struct program *program, uint32_t function)
{
	const struct remt_symbol *symbol =
		program_symbol(program, program_symbol_of_function(program, function));

	return symbol->flags & REMT_SYMBOL_PUBLIC && symbol->flags & REMT_SYMBOL_DEFINED;
}

/* True if libraries, too, may call the function by its name. */
static bool is_interposing(const struct program *program, uint32_t function)
{
	return is_public_function(program, function) &&
	       library_effect(program_function_name(program, function)) != LIBRARY_UNKNOWN;
}

/* A function of NEW that libraries would call from now on. */
static const char *find_interposing(const struct judge *judge, const bool *has_new)
{
	const struct program *new = judge->new->version.program;

	for (uint32_t f = 0; f < new->nr_functions; f++) {
		if (has_new[new->function_unit[f]] &&
		    judge->difference.pairs.old_function[f] == PROGRAM_NONE &&
		    is_interposing(new, f))
			return program_function_name(new, f);
	}
	return NULL;
}

/* True if code that was not built with remt is part of the image. */
static bool has_plain_code(const struct judge *judge, const struct snapshot_test *test,
			   const bool *has_unit)
{
	const struct program *old = judge->old->version.program;
	bool has_main = false;

	for (size_t i = 0; i < test->modules.count; i++) {
		if (judge->old->modules.items[test->modules.items[i]].foreign[0])
			return true;
	}
	for (uint32_t f = 0; f < old->nr_functions; f++)
		has_main |= has_unit[old->function_unit[f]] &&
			    strcmp(program_function_name(old, f), "main") == 0;
	return !has_main;
}

static void note_import(void *arg, const char *name)
{
	enum library_effect effect = library_effect(name);

	*(bool *)arg |= effect == LIBRARY_ASYNCHRONOUS || effect == LIBRARY_LOADS;
}

/* True if PATH is a library of the C library itself, whose functions are known one by one. */
static bool is_of_libc(const char *path)
{
	static const char *const names[] = { "libc.so",	    "libc-",	  "libm.so",  "libm-",
					     "libmvec",	    "ld-linux",	  "libdl.",   "librt.",
					     "libpthread.", "libresolv.", "libutil.", "libgcc_s.",
					     NULL };

	for (size_t i = 0; names[i]; i++) {
		if (strncmp(path_basename(path), names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* True if a library that the test opens may have threads, processes or handlers of its own. */
static bool has_asynchronous_library(const struct snapshot_test *test)
{
	bool is_found = false;

	for (size_t i = 0; i < test->inputs.count && !is_found; i++) {
		const struct snapshot_input *input = &test->inputs.items[i];

		if (input->use == INPUT_OPENED && strstr(path_basename(input->path), ".so") &&
		    !is_of_libc(input->path))
			error_destroy(linkage_each_import(input->path, note_import, &is_found));
	}
	return is_found;
}

/* Control may come from outside into functions of these names; into all public ones, and at any
 * time, if HAS_PLAIN. */
static void find_reach(const struct judge *judge, const struct snapshot_test *test,
		       const bool *has_unit, struct reach *ret)
{
	const struct program *old = judge->old->version.program;
	bool has_plain = has_plain_code(judge, test, has_unit);
	VEC(uint32_t) called_back = { 0 };

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (has_unit[old->function_unit[f]] &&
		    (has_plain ? is_public_function(old, f) : is_interposing(old, f)))
			vec_push(&called_back, f);
	}
	const struct reach_image image = {
		.has_unit = has_unit,
		.called_back = called_back.items,
		.nr_called_back = called_back.count,
		.is_coarse = has_plain || has_asynchronous_library(test),
	};

	reach_find(&judge->difference, &image, ret);
	vec_deinit(&called_back);
}

/* A dangerous edge of a function that can run; PROGRAM_NONE. */
static uint32_t find_edge(const struct difference *difference, const struct reach *reach)
{
	uint32_t edge = PROGRAM_NONE;

	for (uint32_t f = 0; edge == PROGRAM_NONE && f < difference->pairs.old->nr_functions; f++) {
		if (reach->can_run[f])
			edge = difference_find_edge(difference, f);
	}
	return edge;
}

/* True if a function with a dangerous edge can run without a trace in trails. */
static bool has_unseen_danger(const struct difference *difference, const struct reach *reach)
{
	const struct program *old = difference->pairs.old;

	for (uint32_t f = 0; f < old->nr_functions; f++) {
		if (reach->can_run[f] && !trail_has_function(old, f) &&
		    difference_of_old(difference, f) != FUNCTION_SAME)
			return true;
	}
	return false;
}

/* By old site: a dangerous edge can be reached from a node where it lies. */
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
	name = find_interposing(judge, has_new);
	if (name)
		return xasprintf("libraries may call the new function %s", name);
	find_reach(judge, image->old, has_old, &image->reach);
	if (image->reach.is_loading)
		return xstrdup("it finds code by its name (dlopen, dlsym), and something has "
			       "changed");
	image->edge = find_edge(&judge->difference, &image->reach);
	image->is_safe = image->edge == PROGRAM_NONE;
	image->is_blind = has_unseen_danger(&judge->difference, &image->reach);
	if (!image->is_safe)
		image->site_is_dangerous = find_dangerous_sites(old, &image->reach);
	return NULL;
}

struct judge_image image_make(const struct judge *judge, const struct snapshot_test *old,
			      const struct snapshot_test *new)
{
	_cleanup_free_ bool *has_old = units_of(judge->old, old);
	_cleanup_free_ bool *has_new = units_of(judge->new, new);
	struct judge_image image = { .old = old, .new = new, .edge = PROGRAM_NONE };

	image.refusal = compare_modules(judge, old, new);
	if (image.refusal)
		return image;
	image.is_safe = is_identical(judge, has_old, has_new);
	if (!image.is_safe)
		image.refusal = compare_code(judge, &image, has_old, has_new);
	return image;
}

void image_deinit(struct judge_image *image)
{
	free(image->refusal);
	free(image->site_is_dangerous);
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
