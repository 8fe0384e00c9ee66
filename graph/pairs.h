/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs units, functions and symbols of two versions by their names. A unit whose file was renamed
 * is recognised by the names of its public functions. The module also finds which paired symbols
 * are not the same, for example a variable with another first value: code that uses such a symbol
 * may do something else, though its own graph is the same.
 *
 *   pairs_find()
 *   … use …
 *   pairs_deinit()
 */
#ifndef GRAPH_PAIRS_H
#define GRAPH_PAIRS_H

#include "graph/program.h"

enum pairs_rule {
	/*
	 * Paired units and functions do the same, as far as no path through them shows otherwise.
	 */
	PAIRS_EQUIVALENT,
	/*
	 * Paired units and functions would do the same if both versions were built in the same
	 * directory. Directories of the build in strings count for nothing, though the program may
	 * print them.
	 */
	PAIRS_EQUIVALENT_ELSEWHERE,
	/*
	 * Paired code reads the same. The values of what it mentions may differ, and so may how and
	 * where it was compiled (Algorithm 1 of "Isomorphic Regression Testing", Zhang et al., FSE
	 * 2016).
	 */
	PAIRS_ISOMORPHIC,
};

struct pairs {
	const struct program *old, *new; /* borrowed */
	enum pairs_rule rule;
	/*
	 * The arrays are indexed by the number of a unit, function or symbol.
	 *
	 * Partner of each old unit. PROGRAM_NONE: no new unit resembles the old one, or another
	 * compiler, other options or other assembly outside functions made the new one.
	 */
	uint32_t *new_unit;
	uint32_t *old_unit; /* partner of each new unit, or PROGRAM_NONE */
	/*
	 * For each old unit without a partner: why a similar new unit was refused, the most similar
	 * one that was looked at. NULL: there was none, or it has another partner. For a paired unit
	 * the text means nothing.
	 */
	const char **refusal;
	uint32_t *new_function; /* partner of each old function, or PROGRAM_NONE */
	uint32_t *old_function; /* partner of each new function, or PROGRAM_NONE */
	/*
	 * For each old symbol: true if its first value, type or section is another one in the new
	 * version, or those of a symbol whose address is in its value. A function is changed if it has
	 * other attributes, or if the units that define it are others, or in another order. Under
	 * PAIRS_ISOMORPHIC no symbol is changed.
	 */
	bool *symbol_is_changed;
};

void pairs_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		struct pairs *ret);
void pairs_deinit(struct pairs *pairs);

/*
 * Return true if the rule of PAIRS takes both blocks, or both symbols, to be the same by their
 * hashes. Equal exact hashes always suffice. Equal neutral hashes, which have no directories of the
 * build, suffice under every rule but PAIRS_EQUIVALENT: a string that both sources contain literally
 * may be the build directory of one of them by chance.
 */
bool pairs_blocks_are_alike(const struct pairs *pairs, const struct remt_block *old,
			    const struct remt_block *new);
bool pairs_symbols_are_alike(const struct pairs *pairs, const struct remt_symbol *old,
			     const struct remt_symbol *new);
/* As pairs_blocks_are_alike(), for what the linker collects from two units (named sections). */
bool pairs_collect_alike(const struct pairs *pairs, const struct remt_sites_header *old,
			 const struct remt_sites_header *new);

#endif
