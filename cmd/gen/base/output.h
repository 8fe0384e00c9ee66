/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where `remt gen` writes what it found, and in which format.
 *
 *	gen_output_open()	before the search, so that a file that can't be written is told at once
 *	gen_output_finish()	in the process that explores, once all is written to gen_output_stream()
 *	gen_output_close()	when that has ended
 */
#ifndef CMD_GEN_BASE_OUTPUT_H
#define CMD_GEN_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "common/destination.h"

/* What the process that explores leaves to the other one. */
struct gen_output_end {
	bool is_complete;  /* all is written */
	char verdict[256]; /* what was found, in one sentence */
};

enum gen_format { GEN_FORMAT_TEXT, GEN_FORMAT_JSON, GEN_FORMAT_PAGE };

/* Zero bytes: text on standard output. */
struct gen_output {
	enum gen_format format;
	const char *path; /* as the user named it; NULL: standard output */
	struct destination file;
	bool has_format;	    /* the user chose it */
	struct gen_output_end *end; /* of `file` alone; shared by both processes */
};

/* The names of all formats, for messages. */
#define GEN_OUTPUT_FORMATS "text, json or html"

/* Chooses the format NAME; false: there is no such one. */
bool gen_output_choose(struct gen_output *output, const char *name) MUST_CHECK;

/* Chooses the format that the name of the file ends with, such as page.html, if no format was chosen. */
void gen_output_guess(struct gen_output *output);

/* ERROR_UNUSABLE: the file can't be written. */
struct error *gen_output_open(struct gen_output *output) MUST_CHECK;

/* Returns where text goes. */
FILE *gen_output_stream(const struct gen_output *output) RETURNS_NONNULL;

/*
 * Ends the stream, to which all was written; IS_WHOLE: the search did not fail. VERDICT is what gen_output_close() says.
 * ERROR_INTERNAL: the file can't be written.
 */
struct error *gen_output_finish(const struct gen_output *output, const char *verdict,
				bool is_whole) MUST_CHECK;

/*
 * Ends the output, and says on standard output where the file is, and what is in it. It stays as it was if the search failed,
 * or all could not be written.
 */
struct error *gen_output_close(struct gen_output *output) MUST_CHECK;

#endif
