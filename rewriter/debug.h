/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libdwarf needs to read a file. */
#ifndef REWRITER_DEBUG_H
#define REWRITER_DEBUG_H

#include <libdwarf/libdwarf.h>

#include "common/attr.h"
#include "common/error.h"

struct debug {
	const char *path;  /* borrowed */
	int fd;		   /* -1: closed */
	Dwarf_Debug dwarf; /* NULL: the file has nothing of the kind */
};

/* RET is to be given to debug_close() in any case. */
struct error *debug_open(const char *path, struct debug *ret) MUST_CHECK;
void debug_close(struct debug *debug);

/* "PATH: damaged WHAT: …" of FAILURE, which is freed. */
struct error *debug_error(const struct debug *debug, const char *what,
			  Dwarf_Error failure) MUST_CHECK;

#endif
