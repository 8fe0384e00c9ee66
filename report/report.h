/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writers of reports: one file per format, each exporting one
 * `const struct report_writer`, and their table.
 *
 *   report_model_load() (report/model.h)
 *   report_writer_find(name)->write(model, opts, out)
 *
 * A writer only reads the model, and the sources; what the user should know
 * beside the report it adds to model->warnings.  Errors of OUT are left to the caller (ferror).
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"
#include "report/model.h"

/* All zero: no colour, everything. */
struct report_opts {
	bool colour;	   /* text: escape sequences of a terminal */
	unsigned statuses; /* bits 1 << enum report_status: only such mutants, and no summary; 0:
			      all, with summary */
	size_t limit;	   /* text: at most so many mutants; 0: all */
	const char *unlimited; /* text: command that prints all of them */
	const char *elements;  /* html: path of mutation-test-elements.js; NULL: not installed */
	const char *version;   /* of remt */
};

struct report_writer {
	const char *name; /* value of --format */
	const char *help; /* one line */
	struct error *(*write)(struct report_model *model, const struct report_opts *opts,
			       FILE *out);
};

/* All writers, NULL-terminated. */
extern const struct report_writer *const report_writers[];

/* NULL if there is none of that name. */
const struct report_writer *report_writer_find(const char *name);

/* Reads the file at MODEL's root; an unreadable or changed one is added to the warnings.  False:
 * unreadable, *ret is empty. */
struct source;
bool report_source_read(struct report_model *model, const struct report_file *file,
			struct source *ret);

#endif
