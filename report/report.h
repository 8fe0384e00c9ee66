/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writers of reports, and their table. Each format has one file that exports one `const struct
 * report_writer`.
 *
 *	report_model_load() (report/model.h)
 *	report_writer_find(name)->write(model, opts, out)
 *
 * A writer only reads the model and the sources. It adds to model->warnings what the user should
 * know beside the report. Errors of OUT are left to the caller (ferror).
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "common/attr.h"
#include "common/error.h"
#include "report/model.h"

/* Options of the writers; all zero: no colours, all mutants. */
struct report_opts {
	bool colour; /* text: colours, by escape sequences of a terminal */
	/*
	 * Bits 1 << enum report_status: only such mutants, and no summary. 0: all mutants, with the
	 * summary.
	 */
	unsigned statuses;
	size_t limit;	       /* text: largest number of mutants; 0: all */
	const char *unlimited; /* text: command that prints all mutants */
	/* html: path of mutation-test-elements.js; NULL: it is not installed */
	const char *elements;
	const char *version; /* version of remt */
};

struct report_writer {
	const char *name; /* value of --format that selects the writer */
	const char *help; /* description in one line */
	struct error *(*write)(struct report_model *model, const struct report_opts *opts,
			       FILE *out);
};

/* All writers, NULL-terminated. */
extern const struct report_writer *const report_writers[];

/* Returns the writer NAME; NULL if there is none. */
const struct report_writer *report_writer_find(const char *name);

/*
 * Reads FILE below the root of MODEL. Adds a warning if the file can't be read, or has changed
 * since it was compiled. Returns false if it can't be read; RET is then empty. The caller gives
 * RET to source_deinit().
 */
struct source;
bool report_source_read(struct report_model *model, const struct report_file *file,
			struct source *ret);

#endif
