/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a user names a place of a binary: by address, line, line and column, or function:
 *
 *   0x1180
 *   parse.c:12
 *   parse.c:12:8
 *   parse_line
 */
#ifndef REWRITER_VARIANT_PLACE_H
#define REWRITER_VARIANT_PLACE_H

#include "rewriter/elf/binary.h"
#include "rewriter/elf/lines.h"
#include "rewriter/variant/variant.h"

struct place {
	uint64_t address;      /* MACHINE_NOWHERE: the place is no address */
	uint32_t line, column; /* 0: no line is given, or any column counts */
	char *name; /* of the file or the function, owned; NULL: the place is an address */
};

/* Parses TEXT, which is always one of these forms. The caller ends RET with place_deinit(). */
void place_parse(const char *text, struct place *ret);
void place_deinit(struct place *place);

/* True if VARIANT is at PLACE. A file may be named by the last components of its path. */
bool place_has(const struct place *place, const struct binary *binary, const struct lines *lines,
	       const struct variant *variant);

#endif
