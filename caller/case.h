/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call of a function as people write it in a test: variables for what a harness fills from a blob (caller/program.h), and
 * the call. Objects that no pointer leads to for this blob are not made.
 */
#ifndef CALLER_CASE_H
#define CALLER_CASE_H

#include "caller/request.h"
#include "caller/writer.h"

struct case_object {
	bool is_made;
	bool is_literal; /* the call has a string in its place */
	bool is_single;	 /* one element, which is no array */
	char *variable;	 /* owned */
};

struct case_text {
	struct strbuf setup;		 /* lines with a tab in front */
	struct strbuf ending;		 /* lines that give global variables back what they had */
	char *call;			 /* "clamp(5, items, 4)" */
	char **arguments;		 /* of the call */
	bool uses_memory;		 /* the setup calls functions of <string.h> */
	size_t nr_set;			 /* global variables that the setup sets */
	VEC(struct case_object) objects; /* by number */
	VEC(char *)
	callbacks; /* by number: the name of the function; owned; NULL: none has its address */
};

/*
 * Writes the call of WRITER's function with what its program fills from BLOB. WRITER has names for all types. Names of
 * functions get NUMBER, which is another one for each call of a file. The caller
 * ends RET with case_deinit(). Error: C has no words for it.
 */
struct error *case_write(struct writer *writer, const unsigned char *blob, size_t number,
			 struct case_text *ret) MUST_CHECK;
void case_deinit(struct case_text *text);

/* Returns PIECE of an object that is made, as an expression; the caller frees. */
char *case_expression(const struct program *program, const struct case_text *text,
		      const struct program_piece *piece);

#endif
