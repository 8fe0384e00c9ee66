/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Callbacks: functions of the harness that pointers to functions lead to. Each prints that it was called, and with what, and
 * returns values of the blob one after the other. One that gets a buffer and its size, as fgets() does, also fills it with a
 * text of the blob. It writes nothing else.
 */
#ifndef CALLER_CALLBACK_H
#define CALLER_CALLBACK_H

#include "caller/callable.h"
#include "caller/writer.h"

enum { CALLBACK_RETURNS = 3 }; /* that the blob has for one callback */

/*
 * Finds the callback for POINTER, which is peeled, where it is filled at PATH: "handler", "ops[0].read". There is one for each
 * type and last name. NULL: there is none. The one that blob_write() made is found then by program_write().
 */
const struct program_callback *callback_find(const struct writer *writer,
					     const struct entry *pointer, const char *path);
/* The same, which makes one if there is none. */
const struct program_callback *callback_ask(struct writer *writer, const struct entry *pointer,
					    const char *path);
/* Names all types of CALLBACK. */
void callback_name_types(struct writer *writer, const struct program_callback *callback);

/* Adds the head of a function NAME of TYPE, whose parameters are called arg1, arg2, …: "static int f(int arg1)". */
void callback_add_head(struct writer *writer, const struct entry *type, const char *name,
		       struct strbuf *ret);

#endif
