/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reach OLD NEW: from which lines of the old version a dangerous edge can be reached, as one
 * process image: "LINE danger" or "LINE safe" for each line of main.c on which a node begins;
 * "coarse" if control may be anywhere.
 */
#include "graph/reach.h"

#include <stdio.h>
#include <string.h>

#include "common/path.h"
#include "common/xalloc.h"
#include "runner/inventory/version.h"

enum { MAX_LINES = 1000 };

/* A line is dangerous if one of its nodes is. */
static void print_lines(const struct program *program, const struct reach *reach)
{
	char states[MAX_LINES] = { 0 };

	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		uint32_t function = program->block_function[b];
		uint32_t line = program_block(program, b)->line;
		const char *source =
			names_text(program->names, program_unit_of_block(program, b)->source);

		if (function == PROGRAM_NONE || !line || line >= MAX_LINES ||
		    strcmp(path_basename(source), "main.c") != 0 || !reach->can_run[function])
			continue;
		if (states[line] != 'd')
			states[line] = reach->danger[b] ? 'd' : 's';
	}
	for (int line = 1; line < MAX_LINES; line++) {
		if (states[line])
			printf("%d %s\n", line, states[line] == 'd' ? "danger" : "safe");
	}
}

static void print_reach(const struct program *old, const struct program *new)
{
	struct difference difference;
	struct reach reach;
	bool *has_unit = xcalloc(old->units.count + 1, sizeof(*has_unit));
	struct reach_image image = { .has_unit = has_unit };

	for (size_t i = 0; i < old->units.count; i++)
		has_unit[i] = true;
	difference_find(old, new, PAIRS_EQUIVALENT, &difference);
	reach_find(&difference, &image, &reach);
	if (reach.is_coarse)
		puts("coarse");
	print_lines(old, &reach);
	reach_deinit(&reach);
	difference_deinit(&difference);
	free(has_unit);
}

int main(int argc, char **argv)
{
	struct names *names = names_create();
	struct version old = { 0 }, new = { 0 };
	struct error *err = argc == 3 ? version_read(argv[1], names, &old)
				      : error_create(ERROR_USAGE, "usage: reach OLD NEW");

	if (!err)
		err = version_read(argv[2], names, &new);
	if (!err)
		print_reach(old.program, new.program);
	else
		fprintf(stderr, "reach: %s\n", err->message);
	version_deinit(&old);
	version_deinit(&new);
	names_destroy(names);
	argc = err != NULL;
	error_destroy(err);
	return argc;
}
