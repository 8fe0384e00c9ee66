/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a function begins with: its arguments, and the objects that it can reach. A function harness (caller/) fills
 * both from its blob; what is an input here is some bytes of that.
 */
#ifndef ATG_START_H
#define ATG_START_H

#include <stdbool.h>
#include <stdint.h>

#include "common/vec.h"

#define START_NONE UINT32_MAX

enum start_kind {
	START_NUMBER,  /* `number` */
	START_INPUT,   /* bytes of the blob from `at` on */
	START_POINTER, /* the beginning of `object`, or NULL if the byte `at` of the blob is 0 */
	START_UNKNOWN, /* not told */
};

/* A part of an object that is read and written as a whole, or an argument. */
struct start_cell {
	enum start_kind kind;
	uint64_t offset; /* in its object, bytes */
	uint32_t bytes;
	uint32_t at;	 /* in the blob; START_NONE: a pointer that is never NULL */
	uint64_t number; /* NUMBER; of an INPUT the number that it is taken modulo, 0: none */
	uint32_t object; /* POINTER: index */
	bool is_bound; /* another caller could have something else here, and more behind it: the end of a string */
	char *name; /* in the words of C: "v[2]"; owned */
};

struct start_object {
	uint32_t
		symbol; /* index in the unit; START_NONE: the harness makes it, and it has no name */
	uint64_t bytes;
	VEC(struct start_cell) cells; /* ascending, without gaps that are read */
};

/* A variable that nobody writes. */
struct start_constant {
	uint32_t symbol; /* index in the unit */
	uint64_t nr_bytes;
	unsigned char *bytes; /* that it has; owned */
};

struct start {
	VEC(struct start_object) objects;
	VEC(struct start_cell) arguments; /* by parameter */
	VEC(struct start_constant) constants;
	uint32_t nr_bytes; /* of the blob */
};

void start_deinit(struct start *start);

#endif
