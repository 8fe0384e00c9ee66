/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place in a binary. */
#ifndef REWRITER_ELF_SPOT_H
#define REWRITER_ELF_SPOT_H

#include <stdint.h>

/* SECTION is 0, except in objects, where each section has addresses of its own. */
struct spot {
	uint32_t section;
	uint64_t address;
};

/* Compares in the manner of strcmp(). */
static inline int spot_compare(const struct spot *x, const struct spot *y)
{
	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return (x->address > y->address) - (x->address < y->address);
}

#endif
