/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where `remt gen` writes what it found, and in which format.
 *
 *	gen_output_open()	before the search, so that a file that can't be written is told at once
 *	gen_output_print()	in the process that explores
 *	gen_output_close()	when that has ended
 */
#ifndef CMD_GEN_OUTPUT_H
#define CMD_GEN_OUTPUT_H

#include "cmd/gen.h"
#include "common/destination.h"

/* Zero bytes: text on standard output. */
struct gen_output {
	gen_print_fn *print; /* NULL: text */
	const char *path;    /* as the user named it; NULL: standard output */
	struct destination file;
	bool *is_complete; /* shared by both processes; of `file` alone */
};

/* The names of all formats, for messages. */
#define GEN_OUTPUT_FORMATS "text, json or html"

/* Chooses the format NAME; false: there is no such one. */
bool gen_output_choose(struct gen_output *output, const char *name) MUST_CHECK;

/* ERROR_UNUSABLE: the file can't be written. */
struct error *gen_output_open(struct gen_output *output) MUST_CHECK;

/* Writes VIEW; IS_WHOLE: the search did not fail. ERROR_INTERNAL: the file can't be written. */
struct error *gen_output_print(const struct gen_output *output, const struct gen_view *view,
			       bool is_whole) MUST_CHECK;

/* Ends the output. The file stays as it was if the search failed, or all of the view could not be written. */
struct error *gen_output_close(struct gen_output *output) MUST_CHECK;

#endif
