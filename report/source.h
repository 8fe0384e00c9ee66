/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source file of the tested project, read for a report.
 *
 * Positions come in as remt has them (lines end in LF; columns count bytes,
 * from 1) and go out as the report formats want them: in characters of the
 * text that the report itself carries, which is valid UTF-8 whatever the file is.
 */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct source {
	char *text; /* owned; the bytes of the file and a NUL */
	size_t size;
	size_t *lines; /* owned; offset of each line's first byte */
	size_t nr_lines;
	size_t *breaks; /* owned; the same for the line ends of the report formats: LF, CR, CR LF,
			   U+2028, U+2029 */
	size_t nr_breaks;
	uint64_t hash; /* XXH64 of the bytes */
};

/* A position in characters (UTF-16 code units, as JavaScript and SARIF count), both from 1. */
struct source_position {
	size_t line, column;
};

/* Reads PATH, relative to ROOT unless it is absolute. */
struct error *source_read(const char *root, const char *path, struct source *ret) MUST_CHECK;
/* Takes SIZE bytes at TEXT as the content; copies. */
void source_init(struct source *source, const char *text, size_t size);
void source_deinit(struct source *source);

/* Offset of a line and byte column; false if the file has no such place.  One past the last byte is
 * a place. */
bool source_find(const struct source *source, uint32_t line, uint32_t column, size_t *ret);

/* Position of the byte at OFFSET, which is at most `size`. */
struct source_position source_position(const struct source *source, size_t offset);

#endif
