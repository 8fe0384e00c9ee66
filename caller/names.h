/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of types in a harness: those of the source, or new ones by typeof. */
#ifndef CALLER_NAMES_H
#define CALLER_NAMES_H

#include "caller/writer.h"

/*
 * Finds names for TYPE, which is that of the C expression EXPRESSION, and for all types that it leads
 * to. HINT is the beginning of new names. EXPRESSION is NULL if there is none: a type without a name
 * is then an error, which goes to WRITER.
 */
void names_add(struct writer *writer, const struct entry *type, const char *expression,
	       const char *hint);
/* Returns TYPE, without qualifiers, as C spells it; the caller frees. NULL is void. */
char *names_spell(struct writer *writer, const struct entry *type);
/* Returns TYPE as a part of a name; the caller frees. */
char *names_ident(struct writer *writer, const struct entry *type);
/*
 * Returns the declaration of the variable NAME of TYPE, which keeps the qualifiers of what it points
 * to; the caller frees.
 */
char *names_declare(struct writer *writer, const struct entry *type, const char *name);
/* Returns the name of element INDEX of all of ARRAY, which is called WHOLE: "x[1][0]". The caller frees. */
char *names_element(const struct entries *entries, const struct entry *array, const char *whole,
		    uint64_t index);
void names_deinit(struct writer *writer);

#endif
