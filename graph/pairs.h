/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs units, functions and symbols of two versions by their names. A unit whose file was renamed
 * is recognised by the names of its public functions. The module also finds which paired symbols
 * can't be the same: the part of a comparison that no path through a function shows.
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
	 * By old unit: its partner. PROGRAM_NONE: no new unit resembles the old one, or the
	 * compiler made something else of the whole unit.
	 */
	uint32_t *new_unit;
	uint32_t *old_unit; /* by new unit: its partner, or PROGRAM_NONE */
	/*
	 * By old unit without a partner: why the most similar new unit is not its partner. NULL: no
	 * new unit is similar. For a paired unit the text means nothing.
	 */
	const char **refusal;
	uint32_t *new_function; /* by old function: its partner, or PROGRAM_NONE */
	uint32_t *old_function; /* by new function: its partner, or PROGRAM_NONE */
	/*
	 * By old symbol: the symbol, or one that its value leads to, has another value, type or
	 * place. A function counts as changed if other units define it, or if it has other
	 * attributes. Under PAIRS_ISOMORPHIC no symbol counts as changed.
	 */
	bool *symbol_is_changed;
};

void pairs_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		struct pairs *ret);
void pairs_deinit(struct pairs *pairs);

/*
 * Return true if the rule of PAIRS takes both blocks, or both symbols, to be the same by their
 * hashes. Equal exact hashes always suffice. Under every rule but PAIRS_EQUIVALENT equal neutral
 * hashes suffice, too: a text that both sources contain may be the build directory of only one of
 * them.
 */
bool pairs_blocks_are_alike(const struct pairs *pairs, const struct remt_block *old,
			    const struct remt_block *new);
bool pairs_symbols_are_alike(const struct pairs *pairs, const struct remt_symbol *old,
			     const struct remt_symbol *new);
/* Compares in the same way what the linker collects from two units. */
bool pairs_collect_alike(const struct pairs *pairs, const struct remt_sites_header *old,
			 const struct remt_sites_header *new);

#endif
