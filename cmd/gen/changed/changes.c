/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/changed/changes.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "graph/difference.h"
#include "report/source.h"
#include "runner/inventory/version.h"

/* Both versions. */
struct comparison {
	struct names *names;
	struct version versions[2]; /* old and new */
	struct difference exact, alike;
};

static const struct program *program_of(const struct comparison *comparison, unsigned version)
{
	return comparison->versions[version].program;
}

/* Returns the old version's function that FUNCTION of the new one was; PROGRAM_NONE: there is none. */
static uint32_t partner_of(const struct comparison *comparison, uint32_t function)
{
	uint32_t ret = comparison->exact.pairs.old_function[function];

	/* A unit that was compiled otherwise has no pair under the exact rule. */
	return ret != PROGRAM_NONE ? ret : comparison->alike.pairs.old_function[function];
}

static bool is_changed(const struct comparison *comparison, uint32_t function)
{
	if (comparison->exact.pairs.old_function[function] != PROGRAM_NONE)
		return difference_of_new(&comparison->exact, function) == FUNCTION_CHANGED;
	return difference_of_new(&comparison->alike, function) == FUNCTION_CHANGED;
}

/* Returns a changed function of the new version that FUNCTION calls by its name; PROGRAM_NONE: it calls none. */
static uint32_t find_changed_callee(const struct comparison *comparison, uint32_t function)
{
	const struct program *program = program_of(comparison, 1);
	const struct program_unit *unit = program_unit_of_function(program, function);
	const struct remt_function *row = program_function(program, function);
	uint32_t first = unit->first_block + row->first_block;

	for (uint32_t b = first; b < first + row->nr_blocks; b++) {
		const struct remt_call *call = program_call(program, b);
		uint32_t at = 0, symbol, callee;

		if (!call || call->callee == UINT32_MAX)
			continue;
		symbol = program_next_definition(program, unit->first_symbol + call->callee, &at);
		if (symbol == PROGRAM_NONE)
			continue;
		callee = program_definition_function(program, symbol);
		if (callee != PROGRAM_NONE && callee != function && is_changed(comparison, callee))
			return callee;
	}
	return PROGRAM_NONE;
}

/* ---- rows */

/* Returns the source of the unit of FUNCTION; the caller frees. */
static char *input_of(const struct comparison *comparison, unsigned version, uint32_t function)
{
	const struct site_table *table =
		program_unit_of_function(program_of(comparison, version), function)->table;

	return xstrdup(site_table_string(table, table->header->input_str));
}

/* Returns the lines of FUNCTION's source; NULL: they can't be read. The caller frees. */
static char *text_of(const struct comparison *comparison, unsigned version, uint32_t function)
{
	const struct remt_function *row =
		program_function(program_of(comparison, version), function);
	const struct site_table *table =
		program_unit_of_function(program_of(comparison, version), function)->table;
	_cleanup_free_ char *path = version_path(&comparison->versions[version], table, row->file);
	struct source source = { 0 };
	struct error *err = source_read(comparison->versions[version].paths.root, path, &source);
	size_t first, end;
	char *ret = NULL;

	if (!err && source_find(&source, row->line, 1, &first) &&
	    source_find(&source, row->end_line + 1, 1, &end) && first <= end)
		ret = xstrndup(source.text + first, end - first);
	if (!err)
		source_deinit(&source);
	error_destroy(err);
	return ret;
}

static bool is_written(const struct comparison *comparison, uint32_t function, uint32_t partner)
{
	_cleanup_free_ char *old = text_of(comparison, 0, partner),
			    *new = text_of(comparison, 1, function);

	return !old || !new || strcmp(old, new) != 0;
}

static void add_row(const struct comparison *comparison, uint32_t function, struct gen_changes *ret)
{
	const struct program *program = program_of(comparison, 1);
	struct gen_changes_row *row = vec_add(&ret->rows);
	uint32_t partner = partner_of(comparison, function), callee;

	row->file = version_path(&comparison->versions[1],
				 program_unit_of_function(program, function)->table,
				 program_function(program, function)->file);
	row->name = xstrdup(program_function_name(program, function));
	row->inputs[1] = input_of(comparison, 1, function);
	if (partner == PROGRAM_NONE)
		return;
	row->inputs[0] = input_of(comparison, 0, partner);
	row->is_changed = is_changed(comparison, function);
	row->is_written = row->is_changed && is_written(comparison, function, partner);
	callee = find_changed_callee(comparison, function);
	if (callee != PROGRAM_NONE)
		row->callee = xstrdup(program_function_name(program, callee));
}

static void compare(struct comparison *comparison, struct gen_changes *ret)
{
	const struct program *old = program_of(comparison, 0), *new = program_of(comparison, 1);

	difference_find(old, new, PAIRS_EQUIVALENT_ELSEWHERE, &comparison->exact);
	difference_find(old, new, PAIRS_ISOMORPHIC, &comparison->alike);
	for (uint32_t f = 0; f < new->nr_functions; f++)
		add_row(comparison, f, ret);
	for (uint32_t f = 0; f < old->nr_functions; f++)
		ret->nr_removed += comparison->exact.pairs.new_function[f] == PROGRAM_NONE &&
				   comparison->alike.pairs.new_function[f] == PROGRAM_NONE;
	difference_deinit(&comparison->exact);
	difference_deinit(&comparison->alike);
}

struct error *gen_changes_find(const char *const paths[2], struct gen_changes *ret)
{
	struct comparison comparison = { .names = names_create() };
	struct error *err = NULL;

	*ret = (struct gen_changes){ 0 };
	for (unsigned version = 0; version < 2 && !err; version++)
		err = version_read(paths[version], comparison.names, &comparison.versions[version]);
	if (!err)
		compare(&comparison, ret);
	version_deinit(&comparison.versions[0]);
	version_deinit(&comparison.versions[1]);
	names_destroy(comparison.names);
	return err;
}

void gen_changes_deinit(struct gen_changes *changes)
{
	for (size_t i = 0; i < changes->rows.count; i++) {
		free(changes->rows.items[i].file);
		free(changes->rows.items[i].name);
		free(changes->rows.items[i].inputs[0]);
		free(changes->rows.items[i].inputs[1]);
		free(changes->rows.items[i].callee);
	}
	vec_deinit(&changes->rows);
}
