/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source file of the tested project, read for a report.
 *
 * Positions come in as remt has them: lines end in LF, and columns count bytes from 1. They go out
 * as the report formats want them: in characters of the text that the report itself contains, which
 * is valid UTF-8 whatever the file is.
 *
 *	source_read() or source_init()
 *	source_find(), source_position()
 *	source_deinit()
 */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct source {
	char *text; /* the bytes of the file, and a NUL; owned */
	size_t size;
	size_t *lines; /* offset of the first byte of each line; owned */
	size_t nr_lines;
	/*
	 * Offset of the first byte of each line of the report formats, whose line ends are LF, CR,
	 * CR LF, U+2028 and U+2029. Owned.
	 */
	size_t *breaks;
	size_t nr_breaks;
	uint64_t hash; /* XXH64 of the bytes */
};

/*
 * A position in characters: UTF-16 code units, as JavaScript and SARIF count. Both numbers count
 * from 1.
 */
struct source_position {
	size_t line, column;
};

/*
 * Reads the file PATH, relative to ROOT unless it is absolute. ERROR_UNUSABLE if it is no regular
 * file. The caller gives RET to source_deinit().
 */
struct error *source_read(const char *root, const char *path, struct source *ret) MUST_CHECK;
/*
 * Fills SOURCE with a copy of the SIZE bytes of TEXT. The caller gives SOURCE to source_deinit().
 */
void source_init(struct source *source, const char *text, size_t size);
void source_deinit(struct source *source);

/*
 * Finds the offset of a line and byte column. Returns false if the file has no such place. One
 * past the last byte is a place.
 */
bool source_find(const struct source *source, uint32_t line, uint32_t column, size_t *ret);

/* Returns the position of the byte at OFFSET, which is at most `size`. */
struct source_position source_position(const struct source *source, size_t offset);

#endif
