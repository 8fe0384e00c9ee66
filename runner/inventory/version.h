/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A version of a program on the disk: a build directory, one compiled or linked file, or the last
 * run of a store.
 */
#ifndef RUNNER_INVENTORY_VERSION_H
#define RUNNER_INVENTORY_VERSION_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "graph/program.h"
#include "rewriter/subject/subject.h"
#include "runner/inventory/inventory.h"
#include "sites/table.h"
#include "store/store.h"

struct version_file {
	struct site_tables tables;
	char *source; /* source of its only unit, as stored; NULL: the table tells it; owned */
	bool is_library;
};

struct version {
	struct inventory paths;		/* root and build directory, to which paths are relative */
	VEC(struct version_file) files; /* modules; of a store, units */
	VEC(struct store_link) links;	/* links of units, if a store was read */
	struct program *program;
	struct names *names; /* borrowed */
};

/*
 * Reads all units of PATH once: of a store's directory, those of its last run; of another
 * directory, those of its programs and shared libraries. ERROR_UNUSABLE if there are none, or one
 * is damaged. RET is for version_deinit() in any case.
 */
struct error *version_read(const char *path, struct names *names, struct version *ret) MUST_CHECK;
/*
 * As version_read(), from charts (rewriter/subject/chart.h) of the files in the build DIRECTORY.
 * SUBJECTS must outlive RET and have the same order in all compared versions.
 */
void version_of_subjects(struct subject *const *subjects, size_t count, const char *directory,
			 struct names *names, struct version *ret);
/* As version_read(), from the current run of an open store. */
struct error *version_read_run(struct store *store, struct names *names,
			       struct version *ret) MUST_CHECK;
void version_deinit(struct version *version);

/*
 * Returns the path of a unit's file as users see it, relative to the project; owned by the caller.
 */
char *version_path(const struct version *version, const struct site_table *table,
		   uint32_t file) RETURNS_NONNULL MUST_CHECK;

#endif
