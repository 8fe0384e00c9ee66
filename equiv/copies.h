/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the compiler has made of the copies of functions in one unit (plugin/lower/copy.h), one of each function as it
 * is, and one with each mutant. Equal code of two copies is no proof: it tells which mutants are worth one.
 */
#ifndef EQUIV_COPIES_H
#define EQUIV_COPIES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/* The copy with one mutant. */
struct equiv_copy {
	uint32_t site, alternative;
	uint32_t function; /* a number that copies of one function have in common */
	/*
	 * Numbers that copies of one function with the same code have in common, one or the other: by what GCC has made of
	 * the function alone, and by what it has made of it in the unit; 0: not known.
	 */
	uint64_t early, late;
	bool is_same; /* The copy without a mutant has the same. */
};

struct equiv_copies {
	VEC(struct equiv_copy) items;
};

/*
 * Adds the copies that the plugin tells of in the file PATH to RET, sorted by sites and alternatives. ERROR_UNUSABLE if
 * that is no such file. The caller frees `items` by vec_deinit() in any case.
 *
 * A line is, say, "66 2 2455 12018203989104331873 0 1": site, alternative, function, early, late and is_same.
 */
struct error *equiv_copies_read(const char *path, struct equiv_copies *ret) MUST_CHECK;

#endif
