/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "iso/branch.h"

#include <string.h>

#include "common/xalloc.h"

#define OPERATOR "OLNG:branch:"

bool branch_is_operator(const char *op)
{
	return strncmp(op, OPERATOR, strlen(OPERATOR)) == 0;
}

/* Returns the mutant of PLACE whose operator ends in WHAT; BRANCH_NONE if there is none. */
static uint32_t find_mutant(const struct inventory *inventory, const struct inventory_place *place,
			    const char *what)
{
	for (uint32_t i = 0; i < place->nr_mutants; i++) {
		const char *op = inventory->mutants.items[place->first_mutant + i].op;

		if (branch_is_operator(op) && strcmp(op + strlen(OPERATOR), what) == 0)
			return place->first_mutant + i;
	}
	return BRANCH_NONE;
}

void branches_find(const struct inventory *inventory, struct branches *ret)
{
	*ret = (struct branches){
		.of_place = xcalloc(inventory->places.count + 1, sizeof(uint32_t)),
	};
	for (uint32_t p = 0; p < inventory->places.count; p++) {
		const struct inventory_place *place = &inventory->places.items[p];
		struct branch branch = {
			.place = p,
			.negated = find_mutant(inventory, place, "negated"),
			.always = find_mutant(inventory, place, "true"),
			.never = find_mutant(inventory, place, "false"),
		};

		ret->of_place[p] = BRANCH_NONE;
		if (branch.negated == BRANCH_NONE || branch.always == BRANCH_NONE ||
		    branch.never == BRANCH_NONE)
			continue;
		ret->of_place[p] = (uint32_t)ret->items.count;
		vec_push(&ret->items, branch);
	}
}

void branches_deinit(struct branches *branches)
{
	vec_deinit(&branches->items);
	free(branches->of_place);
}

void branches_add_ways(const struct branches *branches, const struct inventory *inventory,
		       const struct coverage *coverage, uint8_t *ret)
{
	for (size_t i = 0; i < coverage->nr_entries; i++) {
		const struct coverage_entry *entry = &coverage->entries[i];
		uint32_t index = branches->of_place[entry->place];

		if (index == BRANCH_NONE)
			continue;
		const struct branch *branch = &branches->items.items[index];

		/* A value other than that of "always false" is true. */
		if (coverage_infects(entry, inventory, branch->never))
			ret[index] |= BRANCH_TRUE;
		if (coverage_infects(entry, inventory, branch->always))
			ret[index] |= BRANCH_FALSE;
	}
}
