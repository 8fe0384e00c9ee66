/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source files of the two versions, as their site tables name them. A file is looked for where the
 * compiler saw it, below the working directory, and beside the program; one that has the hash of the
 * site table was the compiler's.
 *
 *	sources = gen_sources_create(programs, directory);
 *	gen_source_find(sources, 1, branch->uid, branch->file);
 *	gen_sources_destroy(sources);
 */
#ifndef CMD_GEN_BASE_SOURCE_H
#define CMD_GEN_BASE_SOURCE_H

#include "report/source.h"

enum gen_source_state {
	GEN_SOURCE_MISSING, /* no such file can be read, or the site table does not name it */
	GEN_SOURCE_CHANGED, /* there are files of this name, but none is what was compiled */
	GEN_SOURCE_FOUND,
};

struct gen_source {
	enum gen_source_state state;
	struct source text; /* GEN_SOURCE_FOUND alone */
};

struct gen_sources;

/* The paths of the PROGRAMS and of the working DIRECTORY are borrowed. */
struct gen_sources *gen_sources_create(const char *const programs[2],
				       const char *directory) RETURNS_NONNULL MUST_CHECK;
void gen_sources_destroy(struct gen_sources *sources);

/* Returns the file PATH of the unit UID of a version, which stays until the end. */
const struct gen_source *gen_source_find(struct gen_sources *sources, unsigned version,
					 uint64_t uid, const char *path) RETURNS_NONNULL;

#endif
