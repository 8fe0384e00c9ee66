/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A version of a program on the disk: a build directory, or one file that the compiler or the
 * linker made. */
#ifndef RUNNER_VERSION_H
#define RUNNER_VERSION_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "graph/program.h"
#include "runner/inventory.h"
#include "sites/table.h"

struct version {
	struct inventory paths; /* root and build directory, from which paths are told */
	VEC(struct site_tables) files;
	struct program *program;
	struct names *names; /* borrowed */
};

/*
 * Reads all units of PATH once: of a directory, those of the programs and shared libraries in it.
 * ERROR_UNUSABLE if there are none, or if one is damaged.  RET is to be given to version_deinit()
 * in any case.
 */
struct error *version_read(const char *path, struct names *names, struct version *ret) MUST_CHECK;
void version_deinit(struct version *version);

/* Path of a file of a unit as users see it, relative to the project; owned by the caller. */
char *version_path(const struct version *version, const struct site_table *table,
		   uint32_t file) RETURNS_NONNULL MUST_CHECK;

#endif
