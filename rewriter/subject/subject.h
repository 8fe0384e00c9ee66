/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A subject: a compiled file that was not instrumented, and whose variants are the mutants of a
 * run. Its site table describes instructions as a table of the plugin describes constructs of the
 * source. A site is an instruction; its alternatives are the instructions that can replace it.
 *
 *   subject_open()     for each file; or, to compare it with another version,
 *   subject_chart()
 *   subjects_write()   for the run-time, which puts the variants into memory
 *   subject_close()
 */
#ifndef REWRITER_SUBJECT_SUBJECT_H
#define REWRITER_SUBJECT_SUBJECT_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "remt/variants.h"
#include "sites/table.h"

struct subject {
	char *path;		   /* absolute path with links resolved */
	bool is_static;		   /* nothing can be loaded into it (see runner/trace/planter.h) */
	uint64_t entry;		   /* address of its entry point, if it is not moved */
	int64_t opened_ns;	   /* nanoseconds since 1970; younger files were made by a test */
	struct site_tables tables; /* the one table of the file */
	uint64_t *ids;		   /* of the table's mutants, as `remt patch` shows them */
	unsigned char *headers;	   /* program headers, as in the file */
	char *warning;		   /* what is missing, though the file can be used; NULL: nothing */
	struct remt_variants_module module; /* its offsets are not set */
	VEC(struct remt_variants_site) sites;
	VEC(struct remt_variants_code) codes;
};

/* The subjects of a run, borrowed. */
struct subject_list {
	struct subject *const *items;
	size_t count;
};

/*
 * Reads PATH, an executable or shared library. Refuses, with the reason: what binary_open()
 * refuses, objects, files that were patched or instrumented, libraries that the run-time itself
 * needs or that are initialised before it, statically linked set-user-ID or set-group-ID files, and
 * files without variants. The caller ends *RET with subject_close().
 */
struct error *subject_open(const char *path, struct subject **ret) MUST_CHECK;
void subject_close(struct subject *subject);

/* What the compared versions of a file have in common. */
struct subject_likeness {
	/*
	 * The version whose names matching functions of all versions take. It may be the file
	 * itself.
	 */
	const char *path;
	bool has_names; /* all versions have symbols for all functions */
};

/*
 * Reads PATH as subject_open() does, for a comparison with other versions: the table is a chart
 * (rewriter/subject/chart.h). Also refuses statically linked files.
 */
struct error *subject_chart(const char *path, const struct subject_likeness *likeness,
			    struct subject **ret) MUST_CHECK;

/*
 * Writes the variants file (include/remt/variants.h) of COUNT subjects, all of different files, to
 * PATH.
 */
struct error *subjects_write(struct subject *const *subjects, size_t count,
			     const char *path) MUST_CHECK;

#endif
