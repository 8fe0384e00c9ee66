/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where something is in a binary. */
#ifndef REWRITER_SPOT_H
#define REWRITER_SPOT_H

#include <stdint.h>

/* SECTION is 0 but in objects, where addresses begin in each anew. */
struct spot {
	uint32_t section;
	uint64_t address;
};

/* As strcmp(). */
static inline int spot_compare(const struct spot *x, const struct spot *y)
{
	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return (x->address > y->address) - (x->address < y->address);
}

#endif
