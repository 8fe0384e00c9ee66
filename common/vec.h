/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Typed arrays that grow. A struct of zero bytes is a valid empty one:
 *
 * 	VEC(struct test) tests = { 0 };
 * 	struct test *test = vec_add(&tests);	// zeroed
 * 	vec_push(&tests, other);
 * 	for (size_t i = 0; i < tests.count; i++)
 * 		use(&tests.items[i]);
 * 	vec_deinit(&tests);			// does not free what the elements own
 *
 * Pointers to elements are valid until the next growth.
 */
#ifndef COMMON_VEC_H
#define COMMON_VEC_H

#include <stddef.h>
#include <stdlib.h>

#define VEC(type)                                                                                  \
	struct {                                                                                   \
		type *items;                                                                       \
		size_t count;                                                                      \
		size_t capacity;                                                                   \
	}

/* Adds a zeroed element and returns its address. */
#define vec_add(vec)                                                                               \
	((vec)->items =                                                                            \
		 vec_grow_((vec)->items, &(vec)->count, &(vec)->capacity, sizeof(*(vec)->items)),  \
	 &(vec)->items[(vec)->count - 1])

#define vec_push(vec, value)                                                                       \
	do {                                                                                       \
		__typeof__(*(vec)->items) value_ = (value);                                        \
		*vec_add(vec) = value_;                                                            \
	} while (0)

#define vec_deinit(vec)                                                                            \
	do {                                                                                       \
		free((vec)->items);                                                                \
		(vec)->items = NULL;                                                               \
		(vec)->count = 0;                                                                  \
		(vec)->capacity = 0;                                                               \
	} while (0)

/* Adds a zeroed element of SIZE bytes to ITEMS; returns where the items are now. */
void *vec_grow_(void *items, size_t *count, size_t *capacity, size_t size);

#endif
