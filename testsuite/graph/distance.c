/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * distance PROGRAM LINE: how far it is from each line of main.c to LINE: "LINE DISTANCE", the least of its
 * nodes, "LINE none" if no edge leads there.
 */
#include "graph/distance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/inventory/version.h"

enum { MAX_LINES = 1000 };

/* Returns the line of main.c on which BLOCK begins; 0: it is elsewhere. */
static uint32_t line_of(const struct program *program, uint32_t block)
{
	const char *source;

	if (program->block_function[block] == PROGRAM_NONE)
		return 0;
	source = names_text(program->names, program_unit_of_block(program, block)->source);
	return strcmp(path_basename(source), "main.c") == 0 ? program_block(program, block)->line
							    : 0;
}

static void print_distances(const struct program *program, uint32_t goal)
{
	_cleanup_free_ bool *is_goal = xcalloc(program->nr_blocks + UINT32_C(1), sizeof(*is_goal));
	_cleanup_free_ uint32_t *distances = NULL;
	uint32_t nearest[MAX_LINES];
	bool is_known[MAX_LINES] = { false };

	memset(nearest, 0xff, sizeof(nearest));
	for (uint32_t b = 0; b < program->nr_blocks; b++)
		is_goal[b] = goal && line_of(program, b) == goal;
	distances = distance_find(program, is_goal);
	for (uint32_t b = 0; b < program->nr_blocks; b++) {
		uint32_t line = line_of(program, b);

		if (!line || line >= MAX_LINES)
			continue;
		is_known[line] = true;
		if (distances[b] < nearest[line])
			nearest[line] = distances[b];
	}
	for (int line = 1; line < MAX_LINES; line++) {
		if (is_known[line] && nearest[line] == DISTANCE_NONE)
			printf("%d none\n", line);
		else if (is_known[line])
			printf("%d %" PRIu32 "\n", line, nearest[line]);
	}
}

int main(int argc, char **argv)
{
	struct names *names = names_create();
	struct version version = { 0 };
	struct error *err = argc == 3 ? version_read(argv[1], names, &version)
				      : error_create(ERROR_USAGE, "usage: distance PROGRAM LINE");

	if (!err)
		print_distances(version.program, (uint32_t)strtoul(argv[2], NULL, 10));
	else
		fprintf(stderr, "distance: %s\n", err->message);
	version_deinit(&version);
	names_destroy(names);
	argc = err != NULL;
	error_destroy(err);
	return argc;
}
