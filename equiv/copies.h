/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the compiler has made of the copies of functions in one object (plugin/lower/copy.h), one of each function as it
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
	/* hash of the function's bytes and of what they refer to, without names of its own */
	uint64_t code;
	uint64_t function; /* hash of its name, without the mutant */
	bool is_same;	   /* The copy without a mutant has the same. */
};

struct equiv_copies {
	VEC(struct equiv_copy) items;
};

/*
 * Adds the copies in the object PATH to RET, sorted by sites and alternatives. Those of which the object has not the
 * function as it is are left out. The caller frees `items` by vec_deinit() in any case.
 */
struct error *equiv_copies_read(const char *path, struct equiv_copies *ret) MUST_CHECK;

#endif
