/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which units, functions and symbols of two versions belong together, by their names alone (a unit
 * whose file is named otherwise by those of its public functions), and what of them can't be the
 * same: the part of a comparison that no path through a function shows.
 */
#ifndef GRAPH_PAIRS_H
#define GRAPH_PAIRS_H

#include "graph/program.h"

enum pairs_rule {
	PAIRS_EQUIVALENT, /* what is paired does the same, as far as no path through it shows
			     otherwise */
	PAIRS_EQUIVALENT_ELSEWHERE, /* the same, or would if both were built in the same place:
				       directories of the build in strings count for nothing, and
				       it may print them */
	PAIRS_ISOMORPHIC, /* it reads the same: values of what it mentions, how and where it was
			     compiled may differ (Algorithm 1 of "Isomorphic Regression Testing",
			     Zhang et al., FSE 2016) */
};

struct pairs {
	const struct program *old, *new; /* borrowed */
	enum pairs_rule rule;
	uint32_t *new_unit;	 /* by old unit; PROGRAM_NONE: there is none, or the compiler made
				    another thing of all of it */
	uint32_t *old_unit;	 /* by new unit */
	const char **refusal; /* by old unit without a pair: why the most alike of the new ones is
				 none; NULL: there is none */
	uint32_t *new_function;	 /* by old function; PROGRAM_NONE */
	uint32_t *old_function;	 /* by new function; PROGRAM_NONE */
	bool *symbol_is_changed; /* by old symbol: another value, type or place, or one that its
				    value leads to has; of a function: others define it, or it has
				    other attributes.  PAIRS_ISOMORPHIC: none */
};

void pairs_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		struct pairs *ret);
void pairs_deinit(struct pairs *pairs);

/*
 * True if the rule takes both to be the same, by their hashes: exact ones that are equal always
 * are; it may go by the neutral ones as well, as what is written in both sources may be a directory
 * of only one build.
 */
bool pairs_blocks_are_alike(const struct pairs *pairs, const struct remt_block *old,
			    const struct remt_block *new);
bool pairs_symbols_are_alike(const struct pairs *pairs, const struct remt_symbol *old,
			     const struct remt_symbol *new);
/* The same of what the linker collects from two units. */
bool pairs_collect_alike(const struct pairs *pairs, const struct remt_sites_header *old,
			 const struct remt_sites_header *new);

#endif
