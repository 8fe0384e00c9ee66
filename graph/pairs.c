/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs the units of two versions by the last components of their paths, then renamed units by
 * their public functions. Functions are paired by name within paired units, then public functions
 * that moved to another unit. Under PAIRS_ISOMORPHIC this is the matching of methods in Algorithm 1
 * (lines 1–8) of "Isomorphic Regression Testing", with C's names for methods.
 *
 * A static function that moved to another unit, and a function that was renamed, is not found
 * again.
 */
#include "graph/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "graph/changes.h"

static const char *producer(const struct program_unit *unit)
{
	return site_table_string(unit->table, unit->table->header->producer_str);
}

static const char *options(const struct program_unit *unit)
{
	return site_table_string(unit->table, unit->table->header->options_str);
}

/* The two hashes of a text or value. */
struct reading {
	uint64_t exact, neutral;
};

static bool are_alike(enum pairs_rule rule, struct reading old, struct reading new)
{
	return old.exact == new.exact || (rule != PAIRS_EQUIVALENT && old.neutral == new.neutral);
}

bool pairs_blocks_are_alike(const struct pairs *pairs, const struct remt_block *old,
			    const struct remt_block *new)
{
	return are_alike(pairs->rule, (struct reading){ old->hash, old->neutral_hash },
			 (struct reading){ new->hash, new->neutral_hash });
}

bool pairs_symbols_are_alike(const struct pairs *pairs, const struct remt_symbol *old,
			     const struct remt_symbol *new)
{
	return are_alike(pairs->rule, (struct reading){ old->hash, old->neutral_hash },
			 (struct reading){ new->hash, new->neutral_hash });
}

bool pairs_collect_alike(const struct pairs *pairs, const struct remt_sites_header *old,
			 const struct remt_sites_header *new)
{
	return are_alike(pairs->rule, (struct reading){ old->collected, old->neutral_collected },
			 (struct reading){ new->collected, new->neutral_collected });
}

static bool has_same_assembly(enum pairs_rule rule, const struct remt_sites_header *old,
			      const struct remt_sites_header *new)
{
	return are_alike(rule, (struct reading){ old->assembly, old->neutral_assembly },
			 (struct reading){ new->assembly, new->neutral_assembly });
}

static const char *refuse(enum pairs_rule rule, const struct program_unit *old,
			  const struct program_unit *new)
{
	if (rule == PAIRS_ISOMORPHIC)
		return NULL;
	if (strcmp(producer(old), producer(new)) != 0)
		return "another compiler";
	if (strcmp(options(old), options(new)) != 0)
		return "other options of the compiler";
	if (!has_same_assembly(rule, old->table->header, new->table->header))
		return "other assembly outside functions";
	return NULL;
}

/* Two units that may be versions of one source. */
struct candidate {
	uint32_t old, new;
	uint32_t nr_equal; /* number of equal components at the end of both paths */
	bool is_identical;
};

/* Versions may lie in different directories, so the last components of the paths count. */
static uint32_t count_equal_components(const char *a, const char *b)
{
	size_t i = strlen(a), j = strlen(b);
	uint32_t count = 0;

	while (i && j && a[i - 1] == b[j - 1]) {
		i--;
		j--;
		count += a[i] == '/';
	}
	return count + ((!i || a[i - 1] == '/') && (!j || b[j - 1] == '/') && a[i] != '/');
}

static int compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->nr_equal != y->nr_equal)
		return x->nr_equal > y->nr_equal ? -1 : 1;
	if (x->is_identical != y->is_identical)
		return x->is_identical ? -1 : 1;
	if (x->new != y->new)
		return x->new < y->new ? -1 : 1;
	return (x->old > y->old) - (x->old < y->old);
}

static void pair(struct pairs *pairs, const struct candidate *candidate)
{
	const char *refusal;

	if (pairs->new_unit[candidate->old] != PROGRAM_NONE ||
	    pairs->old_unit[candidate->new] != PROGRAM_NONE)
		return;
	refusal = refuse(pairs->rule, &pairs->old->units.items[candidate->old],
			 &pairs->new->units.items[candidate->new]);
	if (!pairs->refusal[candidate->old])
		pairs->refusal[candidate->old] = refusal;
	if (refusal)
		return;
	pairs->new_unit[candidate->old] = candidate->new;
	pairs->old_unit[candidate->new] = candidate->old;
}

/*
 * Pairs the units with the most equal components first. Identical units come before others, as the
 * same source may have been compiled several times.
 */
static void pair_units(struct pairs *pairs)
{
	VEC(struct candidate) candidates = { 0 };

	for (uint32_t o = 0; o < pairs->old->units.count; o++) {
		const struct program_unit *old = &pairs->old->units.items[o];

		for (uint32_t n = 0; n < pairs->new->units.count; n++) {
			const struct program_unit *new = &pairs->new->units.items[n];
			struct candidate candidate = {
				.old = o,
				.new = n,
				.nr_equal = count_equal_components(
					names_text(pairs->old->names, old->source),
					names_text(pairs->new->names, new->source)),
				.is_identical = old->table->header->uid == new->table->header->uid,
			};

			if (candidate.nr_equal)
				vec_push(&candidates, candidate);
		}
	}
	if (candidates.count)
		qsort(candidates.items, candidates.count, sizeof(*candidates.items),
		      compare_candidates);
	for (size_t i = 0; i < candidates.count; i++)
		pair(pairs, &candidates.items[i]);
	vec_deinit(&candidates);
}

/*
 * Returns the only function that defines the public NAME. PROGRAM_NONE: none does, or there are
 * several definitions.
 */
static uint32_t only_function(const struct program *program, uint32_t name)
{
	uint32_t at = 0, symbol = program_next_public(program, PROGRAM_NONE, name, &at);

	if (symbol == PROGRAM_NONE ||
	    program_next_public(program, PROGRAM_NONE, name, &at) != PROGRAM_NONE)
		return PROGRAM_NONE;
	return program->symbol_function[symbol];
}

/*
 * Returns the new function with the public name of the old one, if each version defines the name
 * once, or PROGRAM_NONE.
 */
static uint32_t namesake(const struct pairs *pairs, uint32_t old)
{
	uint32_t name = pairs->old->symbol_name[program_symbol_of_function(pairs->old, old)];

	return only_function(pairs->old, name) == old ? only_function(pairs->new, name)
						      : PROGRAM_NONE;
}

/* Returns the new unit that contains the function's namesake, or PROGRAM_NONE. */
static uint32_t unit_of_namesake(const struct pairs *pairs, uint32_t old)
{
	uint32_t function = namesake(pairs, old);

	return function == PROGRAM_NONE ? PROGRAM_NONE : pairs->new->function_unit[function];
}

/*
 * Returns the new unit that contains more than half of the public functions of OLD that still
 * exist, or PROGRAM_NONE.
 */
static uint32_t find_heir(const struct pairs *pairs, const struct program_unit *old)
{
	uint32_t count = old->table->header->functions.count, heir = PROGRAM_NONE;
	int64_t lead = 0;

	/*
	 * A majority vote: only a unit with more functions than all others together is sure to lead
	 * …
	 */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t unit = unit_of_namesake(pairs, old->first_function + i);

		if (unit == PROGRAM_NONE)
			continue;
		if (lead == 0)
			heir = unit;
		lead += unit == heir ? 1 : -1;
	}
	/* … but another one may lead, too, so its functions are counted again. */
	lead = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t unit = unit_of_namesake(pairs, old->first_function + i);

		if (unit != PROGRAM_NONE)
			lead += unit == heir ? 1 : -1;
	}
	return lead > 0 ? heir : PROGRAM_NONE;
}

/* Recognises a renamed source file by its functions. */
static void pair_renamed_units(struct pairs *pairs)
{
	for (uint32_t u = 0; u < pairs->old->units.count; u++) {
		struct candidate candidate = { .old = u };

		if (pairs->new_unit[u] != PROGRAM_NONE)
			continue;
		candidate.new = find_heir(pairs, &pairs->old->units.items[u]);
		if (candidate.new != PROGRAM_NONE)
			pair(pairs, &candidate);
	}
}

static void pair_functions_of(struct pairs *pairs, uint32_t *by_name, uint32_t old_unit)
{
	const struct program_unit *old = &pairs->old->units.items[old_unit];
	const struct program_unit *new = &pairs->new->units.items[pairs->new_unit[old_unit]];

	for (uint32_t i = 0; i < new->table->header->functions.count; i++) {
		uint32_t function = new->first_function + i;

		by_name[pairs->new->symbol_name[program_symbol_of_function(pairs->new, function)]] =
			function;
	}
	for (uint32_t i = 0; i < old->table->header->functions.count; i++) {
		uint32_t function = old->first_function + i;
		uint32_t partner = by_name[pairs->old->symbol_name[program_symbol_of_function(
			pairs->old, function)]];

		if (partner != PROGRAM_NONE && pairs->old_function[partner] == PROGRAM_NONE) {
			pairs->new_function[function] = partner;
			pairs->old_function[partner] = function;
		}
	}
	for (uint32_t i = 0; i < new->table->header->functions.count; i++)
		by_name[pairs->new->symbol_name[program_symbol_of_function(
			pairs->new, new->first_function + i)]] = PROGRAM_NONE;
}

/* Pairs public functions that moved to another file. */
static void pair_moved_functions(struct pairs *pairs)
{
	for (uint32_t o = 0; o < pairs->old->nr_functions; o++) {
		uint32_t n = namesake(pairs, o);

		if (pairs->new_function[o] != PROGRAM_NONE || n == PROGRAM_NONE ||
		    pairs->old_function[n] != PROGRAM_NONE)
			continue;
		if (refuse(pairs->rule, program_unit_of_function(pairs->old, o),
			   program_unit_of_function(pairs->new, n)))
			continue;
		pairs->new_function[o] = n;
		pairs->old_function[n] = o;
	}
}

static void pair_functions(struct pairs *pairs)
{
	uint32_t *by_name = program_numbers(names_count(pairs->old->names));

	for (uint32_t u = 0; u < pairs->old->units.count; u++) {
		if (pairs->new_unit[u] != PROGRAM_NONE)
			pair_functions_of(pairs, by_name, u);
	}
	pair_moved_functions(pairs);
	free(by_name);
}

void pairs_find(const struct program *old, const struct program *new, enum pairs_rule rule,
		struct pairs *ret)
{
	*ret = (struct pairs){
		.rule = rule,
		.old = old,
		.new = new,
		.new_unit = program_numbers((uint32_t)old->units.count),
		.old_unit = program_numbers((uint32_t) new->units.count),
		.refusal = xcalloc(old->units.count + 1, sizeof(char *)),
		.new_function = program_numbers(old->nr_functions),
		.old_function = program_numbers(new->nr_functions),
		.symbol_is_changed = xcalloc(old->nr_symbols + 1, sizeof(bool)),
	};
	pair_units(ret);
	pair_renamed_units(ret);
	pair_functions(ret);
	if (rule != PAIRS_ISOMORPHIC)
		changes_find(ret);
}

void pairs_deinit(struct pairs *pairs)
{
	free(pairs->new_unit);
	free(pairs->refusal);
	free(pairs->old_unit);
	free(pairs->new_function);
	free(pairs->old_function);
	free(pairs->symbol_is_changed);
}
