/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a user names a place of a binary: 0x1180, parse.c:12, parse.c:12:8, or the name of a
 * function. */
#ifndef REWRITER_PLACE_H
#define REWRITER_PLACE_H

#include "rewriter/binary.h"
#include "rewriter/lines.h"
#include "rewriter/variant.h"

struct place {
	uint64_t address; /* MACHINE_NOWHERE: it is none */
	uint32_t line, column; /* 0: it is none, or any */
	char *name;	  /* of the file, or the function; owned */
};

/* Every text is one of these; RET is to be given to place_deinit(). */
void place_parse(const char *text, struct place *ret);
void place_deinit(struct place *place);

/* True if VARIANT is there; a file is named by the end of its path, too. */
bool place_has(const struct place *place, const struct binary *binary, const struct lines *lines,
	       const struct variant *variant);

#endif
