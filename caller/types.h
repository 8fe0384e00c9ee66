/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the types of C are, as far as a function harness fills and prints values of them. */
#ifndef CALLER_TYPES_H
#define CALLER_TYPES_H

#include "caller/entries.h"

enum type_kind {
	TYPE_NUMBER, /* an integer of at most 8 bytes */
	TYPE_CHAR,   /* a number of one byte that stands for text or bytes */
	TYPE_BOOL,
	TYPE_BYTES, /* floating point, wide integers, and what else only has a size */
	TYPE_ENUM,
	TYPE_STRUCT,
	TYPE_UNION,
	TYPE_ARRAY,
	TYPE_POINTER,
	TYPE_FUNCTION,
	TYPE_VOID,
	TYPE_OPAQUE,  /* incomplete in its unit, or only the C library makes values of it */
	TYPE_UNKNOWN, /* the debug information does not tell it */
};

/* What a pointer leads to. */
enum type_pointee {
	POINTEE_TEXT,	 /* char: a string */
	POINTEE_STRING,	 /* char that is said to be signed or not: may be a string */
	POINTEE_BYTES,	 /* void */
	POINTEE_NUMBERS, /* filled with bytes as they come */
	POINTEE_OBJECTS, /* filled part by part */
	POINTEE_NOTHING, /* a function, an incomplete type: the pointer can only be NULL */
};

enum {
	TYPE_MAX_DIMENSIONS = 6,
	TYPE_MAX_NESTING = 50, /* of structures in structures: damaged ones may lie in themselves */
};

/* Returns TYPE without its other names and qualifiers; NULL stays NULL. */
const struct entry *type_peel(const struct entry *type);
/* The kind of what ENTRY, an entry that has a type, is of. */
enum type_kind type_kind_of(const struct entry *entry);
/* The kind of TYPE itself, which is not NULL. */
enum type_kind type_kind(const struct entry *type);
/* What a pointer of the type POINTER, which is peeled, leads to. */
enum type_pointee type_pointee(const struct entry *pointer);
/* True if TYPE itself, or the elements of the array that it is, are const, or volatile or the like. */
bool type_is_const(const struct entry *type);
bool type_is_volatile(const struct entry *type);

/*
 * Finds the dimensions of the peeled ARRAY; returns how many they are. The last ones count as one if
 * they are more than TYPE_MAX_DIMENSIONS. A dimension without a size, such as that of a flexible
 * array member, is 0.
 */
size_t type_dimensions(const struct entries *entries, const struct entry *array,
		       uint64_t ret[TYPE_MAX_DIMENSIONS]);
/* True if a value of TYPE has a pointer in it. Too deep a nesting counts as one. */
bool type_has_pointer(const struct entries *entries, const struct entry *type);
/* True if bytes as they come make a value of TYPE: numbers, and arrays and unions of bytes. */
bool type_is_plain(const struct entries *entries, const struct entry *type);
/* Bytes of TYPE; 0: not known. */
uint64_t type_size(const struct entries *entries, const struct entry *type);
/* Returns the largest named member of a UNION that has no name itself; NULL: there is none. */
const struct entry *type_largest_member(const struct entries *entries, const struct entry *type);
/* How many different names of values the peeled ENUM has. */
size_t type_nr_enumerators(const struct entries *entries, const struct entry *type);
/* Returns the name of the typedef of TYPE, which has no other one; NULL: there is none. */
const char *type_typedef(const struct entries *entries, const struct entry *type);

#endif
