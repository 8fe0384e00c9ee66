/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that only the compiler has. */
#ifndef EXPLORE_BUILTIN_H
#define EXPLORE_BUILTIN_H

#include "explore/code.h"

/* Returns what does the builtin NAME ("__builtin_popcount"); NULL: it is not known. */
builtin_fn *builtin_find(const char *name);

/* Returns what does NAME ("__atomic_load_4", "__sync_fetch_and_add_8"), atomic.c; NULL: it is not known. */
builtin_fn *atomic_find(const char *name);

/* The compiler's own VA_ARG: takes the next variadic argument. */
void builtin_va_arg(struct frame *frame, const struct call_site *site);

static inline union word *builtin_argument(const struct frame *frame, const struct call_site *site,
					   uint32_t position)
{
	return slot_of(frame, site->arguments[position].slot);
}

static inline void builtin_return(const struct frame *frame, const struct call_site *site,
				  int64_t value)
{
	if (site->has_result)
		slot_of(frame, site->result)->i = value;
}

#endif
