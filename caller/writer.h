/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the writers of a harness's parts share: the parts that are written already. A part is a
 * function of the harness that fills, makes or prints values of one type; it is written when it is
 * asked for first, after the parts that it calls.
 */
#ifndef CALLER_WRITER_H
#define CALLER_WRITER_H

#include "caller/request.h"

enum writer_role {
	WRITER_TAKE,  /* returns an enumerator */
	WRITER_FILL,  /* fills one structure */
	WRITER_MAKE,  /* returns new objects, or NULL */
	WRITER_PRINT, /* prints one value */
	WRITER_CALL,  /* a callback */
};

/* Functions that each harness has if it calls them: see caller/helpers.c. */
enum writer_helper {
	HELPER_NUMBER = 1,
	HELPER_OBJECTS = 2,
	HELPER_TEXT = 4,
	HELPER_BUFFER = 8,
	HELPER_LABEL = 16,
	HELPER_INDEX = 32,
	HELPER_BYTES = 64,
	HELPER_POINTER = 128,
	HELPER_FOLLOW = 256,
	HELPER_FOLLOW_TEXT = 512,
	HELPER_LEVEL = 1024,
	HELPER_TAKE = 2048,
	HELPER_MAKE = 4096, /* objects are made */
	HELPER_PAINT = 8192,
	HELPER_STRING = 16384,
	HELPER_LOOP = 32768,
	HELPER_MORE = 65536, /* arguments without a name */
};

/* A type's name in C, and in the names of the harness's functions. */
struct writer_name {
	const struct entry *type; /* structure, union or enumeration */
	char *spelling, *ident;	  /* owned */
};

struct writer_part {
	char *ident; /* owned */
	enum writer_role role;
	bool is_done;  /* false: it is being written */
	bool is_early; /* called before it is written: it needs a declaration */
	char *head;    /* owned: "static void f(int x)" */
};

struct writer {
	const struct entries *entries;
	const struct entry *function;
	const struct program_options *options;
	struct program *program;
	VEC(struct writer_name) names;
	VEC(struct writer_part) parts;
	struct strbuf types;	 /* definitions of types */
	struct strbuf functions; /* parts that are written */
	struct strbuf body;	 /* of main() */
	unsigned helpers;	 /* enum writer_helper */
	size_t nr_objects;	 /* at most made by the harness */
	struct error *err;	 /* the first one; the caller's */
};

/*
 * Begins the part ROLE of the type IDENT. False: it is there, or is being written. HEAD is taken over.
 */
bool writer_begin(struct writer *writer, const char *ident, enum writer_role role, char *head);
/* Ends it; its lines are those of BODY, which becomes empty. */
void writer_end(struct writer *writer, const char *ident, enum writer_role role,
		struct strbuf *body);
/* Adds a note to the program's, once. The note is printed after the name of the function. */
void writer_note(struct writer *writer, const char *format, ...) PRINTF_LIKE(2, 3);
/* True if the harness of WRITER fills or prints the global variable ENTRY, when it does so with any. */
bool writer_has_global(const struct writer *writer, const struct entry *entry);
/* Adds LEVEL tabs and the line. */
void writer_line(struct strbuf *text, unsigned level, const char *format, ...) PRINTF_LIKE(3, 4);

#endif
