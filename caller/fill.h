/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of a harness that fills values from the blob. */
#ifndef CALLER_FILL_H
#define CALLER_FILL_H

#include "caller/writer.h"

/* A value that is to be filled. */
struct fill_place {
	const struct entry *entry; /* the parameter, member or array: what is filled has its type */
	const char *expression;	   /* an lvalue in C */
	const char *depth;	   /* in C: how many pointers may still follow */
	unsigned level;		   /* tabs before its lines */
	unsigned loops;		   /* that it is in */
	const char *path;	   /* for notes */
	bool has_length;	   /* a parameter that has a length: it is an array */
};

/* Writes to TEXT what fills PLACE, and the functions that this calls to WRITER. */
void fill_value(struct writer *writer, struct strbuf *text, const struct fill_place *place);
#endif
