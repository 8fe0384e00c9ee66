/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variadic arguments of evaluated functions, which lie in memory as if all registers were used up (System V ABI, AMD64,
 * 3.5.7).
 */
#ifndef EXPLORE_VARIADIC_H
#define EXPLORE_VARIADIC_H

#include <stdint.h>

#include "ir/unit.h"

/* A va_list (figure 3.34). */
struct va_list_row {
	uint32_t gp_offset, fp_offset;
	char *overflow;	 /* the next argument in memory */
	char *registers; /* NULL: an evaluated function made the list */
};

/* Returns where an argument with ALIGNMENT lies, if the one in front of it ends at END. */
static inline char *variadic_place(const char *end, uint64_t alignment)
{
	uintptr_t mask = alignment > 8 ? 15 : 7;

	return (char *)(((uintptr_t)end + mask) & ~mask);
}

/* Returns where the argument of TYPE at PLACE ends. */
static inline char *variadic_end(const char *place, const struct ir_type *type)
{
	return (char *)place + ((type->size + 7) & ~UINT64_C(7));
}

/* Returns where the next argument of LIST lies, with ALIGNMENT; NULL: compiled code made the list. */
static inline const char *variadic_next(const void *list, uint64_t alignment)
{
	const struct va_list_row *row = list;

	return row->registers ? NULL : variadic_place(row->overflow, alignment);
}

#endif
