/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Algorithm 1 of "Isomorphic Regression Testing" on top of graph/. graph/pairs.h matches functions
 * by how they read (PAIRS_ISOMORPHIC), graph/difference.h walks the graphs, and graph/mutants.h
 * pairs the sites. This file pairs branches by their sites.
 *
 * A branch of a header or of a copied function has several sites. It is paired only if all of them
 * agree, but for sites in units that the old version does not have.
 */
#include "iso/isomorphism.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* Returns the unit of the inventory that contains SITE. */
static const struct inventory_unit *find_unit(const struct inventory *inventory, uint32_t site)
{
	size_t low = 0, high = inventory->units.count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (inventory->units.items[middle].first_site <= site)
			low = middle;
		else
			high = middle;
	}
	return &inventory->units.items[low];
}

uint32_t isomorphism_site(const struct isomorphism_side *side, uint32_t site)
{
	const struct inventory_unit *own = find_unit(side->inventory, site);
	uint32_t unit = slots_find(&side->units, own->uid);

	return unit == SLOTS_NONE ? PROGRAM_NONE
				  : side->version.program->units.items[unit].first_site + site -
					    own->first_site;
}

uint32_t isomorphism_block(const struct isomorphism_side *side, uint32_t program_site)
{
	const struct program_unit *unit = program_unit_of_site(side->version.program, program_site);
	uint32_t block = unit->table->sites[program_site - unit->first_site].block;

	return block == UINT32_MAX ? PROGRAM_NONE : unit->first_block + block;
}

/*
 * Fills branch_of_site and `units`. Units of the program and of the inventory belong together by
 * their uids.
 */
static void locate_branches(struct isomorphism_side *side)
{
	const struct program *program = side->version.program;
	const struct inventory *inventory = side->inventory;
	side->branch_of_site = xcalloc(program->nr_sites + 1, sizeof(uint32_t));
	for (uint32_t s = 0; s < program->nr_sites; s++)
		side->branch_of_site[s] = BRANCH_NONE;
	for (uint32_t u = 0; u < program->units.count; u++)
		slots_add(&side->units, program->units.items[u].table->header->uid, u);
	for (uint32_t b = 0; b < side->branches->items.count; b++) {
		const struct inventory_mutant *mutant =
			&inventory->mutants.items[side->branches->items.items[b].negated];

		for (uint32_t i = 0; i < mutant->nr_instances; i++) {
			const struct inventory_instance *instance =
				&inventory->instances.items[mutant->first_instance + i];
			uint32_t site = isomorphism_site(
				side,
				inventory->units.items[instance->unit].first_site + instance->site);

			if (site != PROGRAM_NONE)
				side->branch_of_site[site] = b;
		}
	}
}

/*
 * True if the old version does not have the unit of NEW_SITE: one more source file may include a
 * header.
 */
static bool is_of_new_unit(const struct isomorphism *isomorphism, uint32_t new_site)
{
	const struct program *new = isomorphism->new.version.program;
	size_t unit = (size_t)(program_unit_of_site(new, new_site) - new->units.items);

	return isomorphism->difference.pairs.old_unit[unit] == PROGRAM_NONE;
}

/* Pairs each branch whose sites are all paired with sites of one and the same old branch. */
static void pair_branches(struct isomorphism *isomorphism)
{
	uint32_t count = (uint32_t)isomorphism->new.branches->items.count;
	uint32_t *partner = program_numbers(count);
	bool *is_odd = xcalloc(count + 1, sizeof(bool));
	bool *is_taken = xcalloc(isomorphism->old.branches->items.count + 1, sizeof(bool));

	for (uint32_t s = 0; s < isomorphism->new.version.program->nr_sites; s++) {
		uint32_t new = isomorphism->new.branch_of_site[s];
		uint32_t site = isomorphism->sites.old_site[s];
		uint32_t old =
			site == PROGRAM_NONE ? BRANCH_NONE : isomorphism->old.branch_of_site[site];

		if (new == BRANCH_NONE || (old == BRANCH_NONE && is_of_new_unit(isomorphism, s)))
			continue;
		if (old == BRANCH_NONE || (partner[new] != PROGRAM_NONE && partner[new] != old))
			is_odd[new] = true;
		partner[new] = old;
	}
	for (uint32_t new = 0; new < count; new ++) {
		struct isomorphism_pair pair = { partner[new], new };

		if (is_odd[new] || pair.old == PROGRAM_NONE || is_taken[pair.old])
			continue;
		is_taken[pair.old] = true;
		vec_push(&isomorphism->pairs, pair);
	}
	free(partner);
	free(is_odd);
	free(is_taken);
}

static bool changes_code(const struct difference *changes)
{
	for (uint32_t b = 0; b < changes->pairs.new->nr_blocks; b++) {
		if (difference_is_changed(changes, b))
			return true;
	}
	return false;
}

static bool is_public_data(const struct program *program, uint32_t symbol)
{
	const struct remt_symbol *data = program_symbol(program, symbol);

	return program_symbol_is_public(data) && !(data->flags & REMT_SYMBOL_FUNCTION);
}

/* True if the new program defines public data under a name that the old one does not have. */
static bool has_added_data(const struct program *old, const struct program *new)
{
	struct slots names = { 0 };
	bool found = false;

	for (uint32_t s = 0; s < old->nr_symbols; s++) {
		if (is_public_data(old, s) && slots_find(&names, old->symbol_name[s]) == SLOTS_NONE)
			slots_add(&names, old->symbol_name[s], s);
	}
	for (uint32_t s = 0; s < new->nr_symbols && !found; s++)
		found = is_public_data(new, s) &&
			slots_find(&names, new->symbol_name[s]) == SLOTS_NONE;
	slots_deinit(&names);
	return found;
}

/*
 * True if a public symbol has changed or public data was added. Functions count, too: libraries may
 * call another definition from now on.
 */
static bool changes_public_data(const struct difference *changes)
{
	const struct program *old = changes->pairs.old;

	for (uint32_t s = 0; s < old->nr_symbols; s++) {
		if (program_symbol_is_public(program_symbol(old, s)) &&
		    changes->pairs.symbol_is_changed[s])
			return true;
	}
	return has_added_data(old, changes->pairs.new);
}

static struct error *read_side(struct isomorphism_side *side, const char *directory,
			       struct names *names)
{
	if (!side->nr_subjects)
		return version_read(directory, names, &side->version);
	version_of_subjects(side->subjects, side->nr_subjects, directory, names, &side->version);
	return NULL;
}

struct error *isomorphism_find(const char *old_directory, const char *new_directory,
			       struct isomorphism *ret)
{
	struct error *err;

	ret->names = names_create();
	err = read_side(&ret->old, old_directory, ret->names);
	if (!err)
		err = read_side(&ret->new, new_directory, ret->names);
	if (err)
		return err;
	difference_find(ret->old.version.program, ret->new.version.program, PAIRS_ISOMORPHIC,
			&ret->difference);
	difference_find(ret->old.version.program, ret->new.version.program,
			PAIRS_EQUIVALENT_ELSEWHERE, &ret->changes);
	ret->changes_code = changes_code(&ret->changes);
	ret->changes_public_data = changes_public_data(&ret->changes);
	mutants_map_find(&ret->difference, &ret->sites);
	locate_branches(&ret->old);
	locate_branches(&ret->new);
	pair_branches(ret);
	return NULL;
}

void isomorphism_deinit(struct isomorphism *isomorphism)
{
	if (isomorphism->sites.old_site) {
		mutants_map_deinit(&isomorphism->sites);
		difference_deinit(&isomorphism->difference);
		difference_deinit(&isomorphism->changes);
	}
	slots_deinit(&isomorphism->old.units);
	slots_deinit(&isomorphism->new.units);
	free(isomorphism->old.branch_of_site);
	free(isomorphism->new.branch_of_site);
	vec_deinit(&isomorphism->pairs);
	version_deinit(&isomorphism->old.version);
	version_deinit(&isomorphism->new.version);
	if (isomorphism->names)
		names_destroy(isomorphism->names);
}
