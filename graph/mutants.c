/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes the mutant mapping mapM (Definition 2.6 of "Regression Mutation Testing"). The
 * definition speaks of mutants; here whole sites are mapped, with all their mutants or none. A mark
 * of a new site proposes the old site whose mark lies at the same statement of the equivalent node.
 * The proposal stands if all marks of both sites agree, and both have the same mutants.
 *
 * A site with a mark in a node that has no equivalent is not mapped.
 */
#include "graph/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

/* A mark, with block and site numbered over all units. */
struct place {
	uint32_t block, statement;
	uint32_t site, alternatives;
};

struct places {
	VEC(struct place) items;
};

struct finder {
	const struct difference *difference;
	struct places old; /* sorted by block and statement */
	struct places new;
	uint32_t *old_marks, *new_marks; /* by site: number of its marks */
	/* By new site: one of its marks has no partner, or a partner of another site. */
	bool *is_other;
};

static int compare_places(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return (x->statement > y->statement) - (x->statement < y->statement);
}

static void add_places(const struct program *program, struct places *places)
{
	for (size_t u = 0; u < program->units.count; u++) {
		const struct program_unit *unit = &program->units.items[u];

		for (uint32_t i = 0; i < unit->table->header->marks.count; i++) {
			const struct remt_mark *mark = &unit->table->marks[i];
			struct place place = { unit->first_block + mark->block, mark->statement,
					       unit->first_site + mark->site, mark->alternatives };

			vec_push(&places->items, place);
		}
	}
}

/* Returns the old mark that corresponds to the new one, or NULL. */
static const struct place *find_partner(const struct finder *finder, const struct place *new)
{
	struct place key = { .block = finder->difference->old_block[new->block],
			     .statement = new->statement };
	const struct place *found;

	if (key.block == PROGRAM_NONE || !finder->old.items.count)
		return NULL;
	found = bsearch(&key, finder->old.items.items, finder->old.items.count, sizeof(key),
			compare_places);
	return found && found->alternatives == new->alternatives ? found : NULL;
}

/* True if both sites have the same mutants in the same order. */
static bool has_same_mutants(const struct difference *difference, uint32_t old, uint32_t new)
{
	const struct program_unit *a = program_unit_of_site(difference->pairs.old, old);
	const struct program_unit *b = program_unit_of_site(difference->pairs.new, new);
	const struct remt_site *x = &a->table->sites[old - a->first_site];
	const struct remt_site *y = &b->table->sites[new - b->first_site];

	if (x->nr_mutants != y->nr_mutants || x->nr_safe != y->nr_safe)
		return false;
	for (uint32_t i = 0; i < x->nr_mutants; i++) {
		const struct remt_mutant *m = &a->table->mutants[x->first_mutant + i];
		const struct remt_mutant *n = &b->table->mutants[y->first_mutant + i];

		if (m->flags != n->flags || m->alternative != n->alternative ||
		    strcmp(site_table_string(a->table, m->op_str),
			   site_table_string(b->table, n->op_str)) != 0)
			return false;
		/* Code that reads the same may have local variables of other names. */
		if (difference->pairs.rule != PAIRS_ISOMORPHIC &&
		    strcmp(site_table_string(a->table, m->replacement_str),
			   site_table_string(b->table, n->replacement_str)) != 0)
			return false;
	}
	return true;
}

static void propose(struct finder *finder, struct mutants_map *map, const struct place *new)
{
	const struct place *old = find_partner(finder, new);

	finder->new_marks[new->site]++;
	if (!old ||
	    (map->old_site[new->site] != PROGRAM_NONE && map->old_site[new->site] != old->site))
		finder->is_other[new->site] = true;
	else
		map->old_site[new->site] = old->site;
}

static void decide(struct finder *finder, struct mutants_map *map)
{
	const struct program *new = finder->difference->pairs.new;

	for (uint32_t site = 0; site < new->nr_sites; site++) {
		uint32_t old = map->old_site[site];

		if (old == PROGRAM_NONE)
			continue;
		if (finder->is_other[site] || finder->new_marks[site] != finder->old_marks[old] ||
		    !has_same_mutants(finder->difference, old, site)) {
			map->old_site[site] = PROGRAM_NONE;
		} else {
			const struct program_unit *unit = program_unit_of_site(new, site);

			map->nr_mapped += unit->table->sites[site - unit->first_site].nr_mutants;
		}
	}
}

void mutants_map_find(const struct difference *difference, struct mutants_map *ret)
{
	const struct program *old = difference->pairs.old, *new = difference->pairs.new;
	struct finder finder = {
		.difference = difference,
		.old_marks = xcalloc(old->nr_sites + 1, sizeof(uint32_t)),
		.new_marks = xcalloc(new->nr_sites + 1, sizeof(uint32_t)),
		.is_other = xcalloc(new->nr_sites + 1, sizeof(bool)),
	};

	ret->old_site = program_numbers(new->nr_sites);
	ret->nr_mapped = 0;
	add_places(old, &finder.old);
	add_places(new, &finder.new);
	if (finder.old.items.count)
		qsort(finder.old.items.items, finder.old.items.count, sizeof(struct place),
		      compare_places);
	for (size_t i = 0; i < finder.old.items.count; i++)
		finder.old_marks[finder.old.items.items[i].site]++;
	for (size_t i = 0; i < finder.new.items.count; i++)
		propose(&finder, ret, &finder.new.items.items[i]);
	decide(&finder, ret);
	vec_deinit(&finder.old.items);
	vec_deinit(&finder.new.items);
	free(finder.old_marks);
	free(finder.new_marks);
	free(finder.is_other);
}

void mutants_map_deinit(struct mutants_map *map)
{
	free(map->old_site);
}
