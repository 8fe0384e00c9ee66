/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A subject: a compiled file, not instrumented, whose variants are the mutants of a run.  Its site
 * table says of instructions what the plugin's says of constructs of the source; a site is an
 * instruction, its alternatives are the instructions that may be in its place.
 *
 *   subject_open()     one for each file; or
 *   subject_chart()    for a comparison with another version
 *   subjects_write()   for the run-time, which puts the variants into memory
 *   subject_close()
 */
#ifndef REWRITER_SUBJECT_H
#define REWRITER_SUBJECT_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "remt/variants.h"
#include "sites/table.h"

struct subject {
	char *path;		   /* links resolved */
	bool is_static;		   /* nothing can be loaded into it: see runner/planter.h */
	uint64_t entry;		   /* address, where it is not moved */
	int64_t opened_ns;	   /* since 1970: files that are younger were made by a test */
	struct site_tables tables; /* the only one */
	uint64_t *ids;		   /* of the table's mutants, as `remt patch` has them */
	unsigned char *headers;	   /* of the program */
	char *warning;		   /* what is missing though the file can be used; NULL: nothing */
	struct remt_variants_module module; /* without offsets */
	VEC(struct remt_variants_site) sites;
	VEC(struct remt_variants_code) codes;
};

/* Subjects of a run, borrowed. */
struct subject_list {
	struct subject *const *items;
	size_t count;
};

/*
 * Reads PATH, an executable or shared library.  Refused, with the reason: what rewriter/binary.h
 * refuses, what was patched or instrumented, what the run-time needs for itself, what is statically
 * linked and gives its users other rights, and what has no variants.
 */
struct error *subject_open(const char *path, struct subject **ret) MUST_CHECK;
void subject_close(struct subject *subject);

/* What versions of a file have in common. */
struct subject_likeness {
	const char *path; /* the version whose names all functions take that are the same; it may be
			     the file itself */
	bool has_names;	  /* all versions have symbols for all functions */
};

/* The same, for a comparison with other versions: its table is a chart (rewriter/chart.h). */
struct error *subject_chart(const char *path, const struct subject_likeness *likeness,
			    struct subject **ret) MUST_CHECK;

/* Writes the variants file (include/remt/variants.h) of COUNT subjects, of which no two are the
 * same file. */
struct error *subjects_write(struct subject *const *subjects, size_t count,
			     const char *path) MUST_CHECK;

#endif
