/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user asks of a function harness, and what is made of it. */
#ifndef CALLER_REQUEST_H
#define CALLER_REQUEST_H

#include <stdbool.h>

#include "caller/entries.h"
#include "common/strbuf.h"

/* LENGTH is the parameter, or what it points to, that says how long the array BUFFER is. */
struct program_length {
	const struct entry *buffer, *length;
};

struct program_options {
	unsigned depth;	   /* how many pointers follow each other */
	unsigned elements; /* of arrays that pointers lead to; at least 1 */
	bool has_elements; /* the user has said how many: structures are arrays, too */
	unsigned bytes;	   /* of strings and untyped memory; at least 1 */
	bool has_null;	   /* pointers may be NULL */
	bool follows;	   /* also what the function has allocated is printed */
	bool wraps;	   /* the linker leads all units to the harness's free() */
	bool has_globals;  /* global variables are printed */
	VEC(struct program_length) lengths;
	const char *file;   /* of the harness, for its command */
	const char *name;   /* of the compiled program */
	const char *cflags; /* for the compiler, beside what the unit tells; "" */
	const char *libs;   /* other units and libraries, for the link; "" */
};

struct program {
	struct strbuf text; /* of the C file */
	struct strbuf seed; /* a blob of the size that is read, whose pointers are not NULL */
	char *command;	    /* by which the file is compiled */
	char **notes;	    /* what is not filled, or not printed, and why */
};

#endif
