/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the lines of sites/resolution.h and the symbols of the units, and sorts both for
 * comparison. What the facts mean is up to reuse/connected.c.
 */
#include "reuse/linked.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "sites/resolution.h"

static int compare_exports(const void *a, const void *b)
{
	return strcmp(((const struct linked_export *)a)->name,
		      ((const struct linked_export *)b)->name);
}

static int compare_definitions(const void *a, const void *b)
{
	const struct linked_definition *x = a, *y = b;

	if (x->name != y->name)
		return x->name < y->name ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

static uint32_t find_unit(const struct program *program, uint64_t uid)
{
	for (uint32_t u = 0; u < program->units.count; u++) {
		if (program->units.items[u].table->header->uid == uid)
			return u;
	}
	return PROGRAM_NONE;
}

static void read_links(struct linked *linked)
{
	const char *at = linked->module->resolution, *line;

	/* Units and files are told in the order of their linking. */
	for (; *at; at += strcspn(at, "\n"), at += *at == '\n') {
		const char *next = at;
		size_t size;

		if (strncmp(at, "unit ", strlen("unit ")) == 0 &&
		    resolution_next("unit", &next, &line, &size)) {
			uint32_t unit = find_unit(linked->program, strtoull(line, NULL, 16));

			vec_push(&linked->inputs, ((struct linked_input){ unit, 0 }));
		} else if (strncmp(at, "file ", strlen("file ")) == 0 &&
			   resolution_next("file", &next, &line, &size)) {
			vec_push(&linked->inputs,
				 ((struct linked_input){ PROGRAM_NONE, hash_bytes(line, size) }));
			linked->has_files = true;
		}
	}
}

static void read_exports(struct linked *linked)
{
	const char *at = linked->module->resolution, *line;
	size_t size;

	while (resolution_next("export", &at, &line, &size)) {
		size_t length = strcspn(line, " ");

		if (length < size)
			vec_push(&linked->exports,
				 ((struct linked_export){
					 xstrndup(line, length),
					 hash_bytes(line + length, size - length) }));
	}
	if (linked->exports.count)
		qsort(linked->exports.items, linked->exports.count, sizeof(*linked->exports.items),
		      compare_exports);
}

static void read_definitions(struct linked *linked)
{
	for (uint32_t i = 0; i < linked->inputs.count; i++) {
		uint32_t number = linked->inputs.items[i].unit;

		if (number == PROGRAM_NONE)
			continue;
		const struct program_unit *unit = &linked->program->units.items[number];

		for (uint32_t s = 0; s < unit->table->header->symbols.count; s++) {
			uint32_t name = linked->program->symbol_name[unit->first_symbol + s];

			if (program_symbol_is_public(&unit->table->symbols[s]))
				vec_push(&linked->definitions,
					 ((struct linked_definition){ name, number, i }));
		}
	}
	if (linked->definitions.count)
		qsort(linked->definitions.items, linked->definitions.count,
		      sizeof(*linked->definitions.items), compare_definitions);
}

void linked_read(struct linked *ret, const struct stored_run *stored_run,
		 const struct stored_module *module)
{
	*ret = (struct linked){ .program = stored_run->version.program, .module = module };
	read_links(ret);
	read_exports(ret);
	read_definitions(ret);
}

void linked_deinit(struct linked *linked)
{
	for (size_t i = 0; i < linked->exports.count; i++)
		free(linked->exports.items[i].name);
	vec_deinit(&linked->inputs);
	vec_deinit(&linked->exports);
	vec_deinit(&linked->definitions);
}

const struct linked_definition *linked_find_definitions(const struct linked *linked, uint32_t name,
							size_t *ret_count)
{
	size_t low = 0, high = linked->definitions.count, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (linked->definitions.items[middle].name < name)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low;
	     end < linked->definitions.count && linked->definitions.items[end].name == name;)
		end++;
	*ret_count = end - low;
	return end > low ? &linked->definitions.items[low] : NULL;
}

bool linked_defines(const struct linked *linked, const char *name)
{
	size_t count;

	linked_find_definitions(linked, names_number(linked->program->names, name), &count);
	return count > 0;
}
