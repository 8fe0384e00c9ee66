/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands that are made of others by chance: texts of one are edited (paths/edit.h), or taken over from another one,
 * whole or in part; arguments of others, or of the program's own words, are put in, and some are left out (crossover
 * and splicing of fuzzers: Zalewski, American Fuzzy Lop, technical whitepaper, section 6).
 */
#ifndef PATHS_CROSSOVER_H
#define PATHS_CROSSOVER_H

#include "paths/command.h"
#include "paths/words.h"

/* What commands are made of. All is borrowed. */
struct crossover {
	const struct words *words;
	const struct command *const *others; /* at least one */
	size_t nr_others;
	size_t max_inputs; /* bytes that the inputs of a command may have */
};

/* Where a command was edited last. */
struct crossover_spot {
	size_t place; /* of the command; SIZE_MAX: nowhere */
	size_t at;    /* byte of it */
};

/*
 * Makes RET of FROM. STATE is a seed of common/random.h. False, and nothing is made: what chance wanted can't be, or
 * would be the same. Half of the edits are near to *SPOT, which becomes that of RET.
 */
bool crossover_make(const struct crossover *crossover, const struct command *from,
		    struct crossover_spot *spot, uint64_t *state, struct command *ret) MUST_CHECK;

#endif
