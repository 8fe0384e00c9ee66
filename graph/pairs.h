/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which units, functions and symbols of two versions belong together, by their names alone (a unit
 * whose file is named otherwise by those of its public functions), and what of them can't be the
 * same: the part of a comparison that no path through a function shows.
 */
#ifndef GRAPH_PAIRS_H
#define GRAPH_PAIRS_H

#include "graph/program.h"

struct pairs {
	const struct program *old, *new; /* borrowed */
	uint32_t *new_unit;	 /* by old unit; PROGRAM_NONE: there is none, or the compiler made
				    another thing of all of it */
	uint32_t *old_unit;	 /* by new unit */
	const char **refusal; /* by old unit without a pair: why the most alike of the new ones is
				 none; NULL: there is none */
	uint32_t *new_function;	 /* by old function; PROGRAM_NONE */
	uint32_t *old_function;	 /* by new function; PROGRAM_NONE */
	bool *symbol_is_changed; /* by old symbol: another value, type or place, or one that its
				    value leads to has; of a function: others define it, or it has
				    other attributes */
};

void pairs_find(const struct program *old, const struct program *new, struct pairs *ret);
void pairs_deinit(struct pairs *pairs);

#endif
