/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what one library for DWARF tells of a file, as rewriter/elf/debug.h describes it:
 *
 *	read_debug lines|entries|symbols|functions|landings|library FILE
 */
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "rewriter/elf/debug.h"

static const struct reader {
	const char *name;
	struct error *(*read)(const char *path, FILE *out);
} readers[] = {
	{ "lines", debug_read_lines },	     { "entries", debug_read_entries },
	{ "symbols", debug_read_symbols },   { "functions", debug_read_functions },
	{ "landings", debug_read_landings },
};

int main(int argc, char **argv)
{
	struct error *err = NULL;
	const char *version;

	if (argc < 2)
		return 2;
	if (strcmp(argv[1], "library") == 0) {
		puts(debug_library(&version));
		return 0;
	}
	for (size_t i = 0; argc == 3 && i < sizeof(readers) / sizeof(readers[0]); i++) {
		if (strcmp(argv[1], readers[i].name) != 0)
			continue;
		err = readers[i].read(argv[2], stdout);
		if (err)
			fprintf(stderr, "%s\n", err->message);
		return err ? 1 : 0;
	}
	return 2;
}
