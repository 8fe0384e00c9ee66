/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The functions, variables and types of a program's C units, from its debug information, as a tree
 * whose types are resolved. All that is read is checked: what an entry points to is there, and a
 * chain of types has an end.
 */
#ifndef CALLER_ENTRIES_H
#define CALLER_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/elf/debug_entry.h"

/* The tag of a member that harnesses do not know: it stays 0, and is not printed (caller/layout.h). */
enum { ENTRY_LEFT_OUT = NR_DEBUG_TAGS };

struct entry {
	enum debug_tag tag;
	enum debug_encoding encoding;
	unsigned flags; /* enum debug_flag */
	unsigned depth;
	uint64_t key;
	uint64_t size; /* bytes of a type, elements of a dimension; 0: not known */
	uint64_t bits; /* of a bit-field; 0: it is none */
	uint64_t line;
	uint64_t offset;  /* of a member that is no bit-field, in bytes */
	const char *name; /* "": it has none */
	const char *file; /* of a function; NULL: not known */
	size_t unit;
	/*
	 * NULL is void where `flags` have no DEBUG_HAS_TYPE. Where they have, NULL is a type that is
	 * not told.
	 */
	const struct entry *type;
};

struct entries_unit {
	unsigned flags; /* enum debug_unit_flag */
	const char *name;
	const char *directory; /* NULL: not known, as is `producer` */
	const char *producer;
};

struct entries {
	VEC(struct entries_unit) units;
	VEC(struct entry) items; /* the parts of an entry follow it */
	char *text;		 /* owns all strings */
};

/* Reads the file PATH. The caller ends RET with entries_destroy(). */
struct error *entries_read(const char *path, struct entries **ret) MUST_CHECK;
void entries_destroy(struct entries *entries);

/* Returns the first part of WHOLE, or the one after PART; NULL: there are no more. */
const struct entry *entries_next_part(const struct entries *entries, const struct entry *whole,
				      const struct entry *part);

#endif
