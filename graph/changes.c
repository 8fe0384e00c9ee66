/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the symbols that changed, in two steps. First each old symbol is compared by itself with
 * the symbol of the same name in the partner of its unit: definitions, type, attributes, initial
 * value, references. Then a change spreads to all symbols whose values lead to a changed one.
 *
 * Bodies of functions are not compared here (graph/match.c), and values are compared by their
 * hashes only.
 */
#include "graph/changes.h"

#include "common/lists.h"
#include "common/xalloc.h"

/* True if both define the name in paired units, or as paired functions. */
static bool are_definitions_paired(const struct pairs *pairs, uint32_t old, uint32_t new)
{
	uint32_t unit = pairs->new_unit[pairs->old->symbol_unit[old]];
	uint32_t function = pairs->old->symbol_function[old];

	if (unit != PROGRAM_NONE && pairs->new->symbol_unit[new] == unit)
		return true;
	return function != PROGRAM_NONE && pairs->new_function[function] != PROGRAM_NONE &&
	       pairs->new->symbol_function[new] == pairs->new_function[function];
}

/*
 * True if the definitions of the public SYMBOL, as its unit sees them, are still the same in the
 * same order. The order counts, as the linker may take the first of several.
 */
static bool has_same_definitions(const struct pairs *pairs, uint32_t symbol)
{
	uint32_t name = pairs->old->symbol_name[symbol];
	uint32_t old_unit = pairs->old->symbol_unit[symbol], new_unit = pairs->new_unit[old_unit];
	uint32_t at_old = 0, at_new = 0, old, new;

	if (new_unit == PROGRAM_NONE)
		return false;
	do {
		old = program_next_public(pairs->old, old_unit, name, &at_old);
		new = program_next_public(pairs->new, new_unit, name, &at_new);
		if (old == PROGRAM_NONE || new == PROGRAM_NONE)
			return old == new;
	} while (are_definitions_paired(pairs, old, new));
	return false;
}

static bool has_same_references(const struct pairs *pairs, uint32_t old, uint32_t new)
{
	const struct program_unit *old_unit =
		&pairs->old->units.items[pairs->old->symbol_unit[old]];
	const struct program_unit *new_unit =
		&pairs->new->units.items[pairs->new->symbol_unit[new]];
	const struct remt_symbol *a = program_symbol(pairs->old, old);
	const struct remt_symbol *b = program_symbol(pairs->new, new);

	if (a->nr_references != b->nr_references)
		return false;
	for (uint32_t i = 0; i < a->nr_references; i++) {
		uint32_t x = old_unit->first_symbol +
			     old_unit->table->references[a->first_reference + i];
		uint32_t y = new_unit->first_symbol +
			     new_unit->table->references[b->first_reference + i];

		if (pairs->old->symbol_name[x] != pairs->new->symbol_name[y] ||
		    program_symbol_is_static(program_symbol(pairs->old, x)) !=
			    program_symbol_is_static(program_symbol(pairs->new, y)))
			return false;
	}
	return true;
}

/* Compares the function's symbol only. graph/match.c compares its body. */
static bool function_is_changed(const struct pairs *pairs, uint32_t symbol, uint32_t partner)
{
	const struct remt_symbol *row = program_symbol(pairs->old, symbol);
	const struct remt_symbol *other;
	uint32_t function = pairs->old->symbol_function[symbol];

	if (function != PROGRAM_NONE) {
		function = pairs->new_function[function];
		partner = function == PROGRAM_NONE
				  ? PROGRAM_NONE
				  : program_symbol_of_function(pairs->new, function);
	}
	if (partner == PROGRAM_NONE)
		return row->flags & REMT_SYMBOL_DEFINED;
	other = program_symbol(pairs->new, partner);
	/* A public function moved to this unit; its definition is compared elsewhere. */
	if (!(row->flags & REMT_SYMBOL_DEFINED) && other->flags & REMT_SYMBOL_DEFINED)
		return program_symbol_is_static(other);
	if ((pairs->old->symbol_function[symbol] == PROGRAM_NONE) !=
	    (pairs->new->symbol_function[partner] == PROGRAM_NONE))
		return true; /* a body for inlining was added or removed */
	return !pairs_symbols_are_alike(pairs, row, other) || row->flags != other->flags ||
	       !has_same_references(pairs, symbol, partner);
}

/*
 * Compares the symbol without what its value leads to. PARTNER is the symbol of the same name in
 * the partner of the unit, or PROGRAM_NONE.
 */
static bool is_changed_itself(const struct pairs *pairs, uint32_t symbol, uint32_t partner)
{
	const struct remt_symbol *row = program_symbol(pairs->old, symbol);

	if (row->flags & REMT_SYMBOL_PUBLIC && !has_same_definitions(pairs, symbol))
		return true;
	if (row->flags & REMT_SYMBOL_FUNCTION)
		return function_is_changed(pairs, symbol, partner);
	/*
	 * Nothing in the new unit mentions the symbol any more. If the old unit defines it, it is
	 * gone.
	 */
	if (partner == PROGRAM_NONE)
		return row->flags & REMT_SYMBOL_DEFINED;
	const struct remt_symbol *other = program_symbol(pairs->new, partner);

	return !pairs_symbols_are_alike(pairs, row, other) || row->flags != other->flags ||
	       !has_same_references(pairs, symbol, partner);
}

/*
 * Finds the symbol of NEW that has the name of SYMBOL. FIRST is the first symbol of that name. A
 * function may have two, one as the source declares it and one as the compiler knows it: then the
 * first one whose hash equals that of SYMBOL is the partner.
 */
static uint32_t find_partner(const struct pairs *pairs, const struct program_unit *new,
			     uint32_t symbol, uint32_t first)
{
	const struct remt_symbol *row = program_symbol(pairs->old, symbol);

	for (uint32_t at = first;
	     at != PROGRAM_NONE && at < new->first_symbol + new->table->header->symbols.count;
	     at++) {
		if (pairs->new->symbol_name[at] == pairs->old->symbol_name[symbol] &&
		    pairs_symbols_are_alike(pairs, row, program_symbol(pairs->new, at)))
			return at;
	}
	return first;
}

static void find_changes_of_unit(struct pairs *pairs, uint32_t *by_name, uint32_t index)
{
	const struct program_unit *old = &pairs->old->units.items[index];
	const struct program_unit *new = pairs->new_unit[index] == PROGRAM_NONE
						 ? NULL
						 : &pairs->new->units.items[pairs->new_unit[index]];

	for (uint32_t i = new ? new->table->header->symbols.count : 0; i--;)
		by_name[pairs->new->symbol_name[new->first_symbol + i]] = new->first_symbol + i;
	for (uint32_t i = 0; i < old->table->header->symbols.count; i++) {
		uint32_t symbol = old->first_symbol + i;
		uint32_t partner = by_name[pairs->old->symbol_name[symbol]];

		/* by_name is empty if the unit has no partner. */
		if (partner != PROGRAM_NONE)
			partner = find_partner(pairs, new, symbol, partner);
		pairs->symbol_is_changed[symbol] = is_changed_itself(pairs, symbol, partner);
	}
	for (uint32_t i = 0; new &&i < new->table->header->symbols.count; i++)
		by_name[pairs->new->symbol_name[new->first_symbol + i]] = PROGRAM_NONE;
}

/*
 * Lists for each old symbol the symbols whose values lead to it: those that mention it, and those
 * of the same name in other units that it may define.
 */
static void find_dependants(const struct program *old, struct lists *ret)
{
	struct lists_maker maker = { 0 };

	for (uint32_t s = 0; s < old->nr_symbols; s++) {
		const struct program_unit *unit = &old->units.items[old->symbol_unit[s]];
		const struct remt_symbol *row = program_symbol(old, s);
		uint32_t at = 0, definition;

		while ((definition = program_next_definition(old, s, &at)) != PROGRAM_NONE) {
			if (definition != s)
				lists_add(&maker, definition, s);
		}
		for (uint32_t i = 0; i < row->nr_references; i++)
			lists_add(&maker,
				  unit->first_symbol +
					  unit->table->references[row->first_reference + i],
				  s);
	}
	lists_make(&maker, old->nr_symbols, ret);
}

static void spread_changes(struct pairs *pairs)
{
	struct lists dependants;
	VEC(uint32_t) work = { 0 };

	find_dependants(pairs->old, &dependants);
	for (uint32_t s = 0; s < pairs->old->nr_symbols; s++) {
		if (pairs->symbol_is_changed[s])
			vec_push(&work, s);
	}
	while (work.count) {
		LISTS_EACH(&dependants, work.items[--work.count], symbol)
		{
			if (pairs->symbol_is_changed[symbol])
				continue;
			pairs->symbol_is_changed[symbol] = true;
			vec_push(&work, symbol);
		}
	}
	vec_deinit(&work);
	lists_deinit(&dependants);
}

void changes_find(struct pairs *pairs)
{
	uint32_t nr_names = names_count(pairs->old->names);
	uint32_t *by_name = program_numbers(nr_names);

	for (uint32_t u = 0; u < pairs->old->units.count; u++)
		find_changes_of_unit(pairs, by_name, u);
	free(by_name);
	spread_changes(pairs);
}
