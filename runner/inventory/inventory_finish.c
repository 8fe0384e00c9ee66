/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finishes the inventory: decides which units belong to the tests, drops mutants that are left out,
 * and sorts the others by file, line, column, operator and replacement, so that the mutants of one
 * place are neighbours.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"
#include "remt/operators.h"
#include "runner/inventory/inventory.h"

static bool matches_any(char *const *globs, const char *text)
{
	for (; *globs; globs++)
		if (fnmatch(*globs, text, 0) == 0)
			return true;
	return false;
}

/*
 * A unit belongs to the tests if its source is called a test and no library that also has other
 * sources contains it. Who links a unit tells less: if a test program compiles the project's code
 * directly, all of it is in test programs only. If nothing would be left to mutate, the names mean
 * nothing and the rule is dropped.
 */
static void units_classify(struct inventory *inventory, const struct inventory_filter *filter)
{
	bool is_any_left = false;

	if (filter->mutate_tests)
		return;
	for (size_t i = 0; i < inventory->units.count; i++) {
		struct inventory_unit *unit = &inventory->units.items[i];

		unit->is_test =
			!(unit->modules & INVENTORY_LIBRARY) && inventory_is_test_path(unit->input);
		is_any_left |= !unit->is_test && unit->nr_sites;
	}
	if (is_any_left)
		return;
	for (size_t i = 0; i < inventory->units.count; i++)
		inventory->units.items[i].is_test = false;
}

static bool mutant_is_test(const struct inventory *inventory, const struct inventory_mutant *mutant)
{
	for (uint32_t i = mutant->first_instance; i; i = inventory->instances.items[i - 1].next)
		if (!inventory->units.items[inventory->instances.items[i - 1].unit].is_test)
			return false;
	return true;
}

static bool mutant_is_wanted(const struct inventory_mutant *mutant,
			     const struct inventory_filter *filter)
{
	if (filter->mutant) {
		char id[INVENTORY_ID_DIGITS + 1];

		inventory_id_text(mutant->id, id);
		return strncmp(id, filter->mutant, strlen(filter->mutant)) == 0;
	}
	return (!filter->include || matches_any(filter->include, mutant->file)) &&
	       (!filter->exclude || !matches_any(filter->exclude, mutant->file)) &&
	       (!filter->functions || matches_any(filter->functions, mutant->function)) &&
	       (!filter->wants_operator ||
		filter->wants_operator(filter->operator_arg, mutant->op));
}

static void mutants_select(struct inventory *inventory, const struct inventory_filter *filter)
{
	size_t kept = 0;

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		struct inventory_mutant *mutant = &inventory->mutants.items[i];

		if (mutant_is_test(inventory, mutant))
			inventory->nr_left_out_tests++;
		else if (!mutant_is_wanted(mutant, filter))
			inventory->nr_left_out_filter++;
		else
			inventory->mutants.items[kept++] = *mutant;
	}
	inventory->mutants.count = kept;
}

struct drawn {
	uint64_t key;
	uint32_t mutant;
};

static int compare_drawn(const void *a, const void *b)
{
	uint64_t x = ((const struct drawn *)a)->key, y = ((const struct drawn *)b)->key;

	uint32_t i = ((const struct drawn *)a)->mutant, j = ((const struct drawn *)b)->mutant;

	return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

/*
 * Hashes what stays when other lines of the file move, so that a sample of the next version draws
 * the same mutants.
 */
static uint64_t lot_of(const struct inventory_mutant *mutant, uint64_t seed)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, seed);
	hash_add_string(hash, mutant->file);
	hash_add_string(hash, mutant->function);
	hash_add_u64(hash, mutant->line_hash);
	hash_add_u64(hash, mutant->site_column);
	hash_add_string(hash, mutant->op);
	hash_add_string(hash, mutant->replacement);
	return hash_take(hash);
}

static const char *group_of(const struct inventory_mutant *mutant)
{
	size_t length = strcspn(mutant->op, ":");

	for (unsigned kind = 0; kind < REMT_NR_OPERATORS; kind++) {
		if (strlen(remt_operators[kind].name) == length &&
		    strncmp(remt_operators[kind].name, mutant->op, length) == 0)
			return remt_operators[kind].group;
	}
	return "";
}

/*
 * Moves the first PER_GROUP of each operator group to the front and keeps the order of the rest.
 * Returns how many were moved.
 */
static size_t put_groups_first(const struct inventory *inventory, struct drawn *drawn, size_t count,
			       uint32_t per_group)
{
	uint32_t have[REMT_NR_OPERATORS] = { 0 };
	struct drawn *rest = xcalloc(count, sizeof(*rest));
	size_t nr_front = 0, nr_rest = 0;

	for (size_t i = 0; i < count; i++) {
		const char *group = group_of(&inventory->mutants.items[drawn[i].mutant]);
		unsigned slot = 0;

		while (slot + 1 < REMT_NR_OPERATORS && strcmp(remt_operators[slot].group, group))
			slot++;
		if (have[slot]++ < per_group)
			drawn[nr_front++] = drawn[i];
		else
			rest[nr_rest++] = drawn[i];
	}
	memcpy(drawn + nr_front, rest, nr_rest * sizeof(*rest));
	free(rest);
	return nr_front;
}

/*
 * Keeps the mutants with the least lots: the same ones in each run of the same source, and most of
 * them in the next version. Keeps more than asked for if the groups need more.
 */
static void mutants_sample(struct inventory *inventory, const struct inventory_filter *filter)
{
	size_t count = inventory->mutants.count, wanted = filter->sample, nr_groups;

	if (!filter->sample || filter->sample >= count)
		return;
	struct drawn *drawn = xcalloc(count, sizeof(*drawn));
	struct inventory_mutant *kept = xcalloc(count, sizeof(*kept));

	for (size_t i = 0; i < count; i++) {
		drawn[i] = (struct drawn){ lot_of(&inventory->mutants.items[i], filter->seed),
					   (uint32_t)i };
	}
	qsort(drawn, count, sizeof(*drawn), compare_drawn);
	nr_groups = put_groups_first(inventory, drawn, count, filter->per_group);
	if (wanted < nr_groups)
		wanted = nr_groups;
	for (size_t i = 0; i < wanted; i++)
		kept[i] = inventory->mutants.items[drawn[i].mutant];
	memcpy(inventory->mutants.items, kept, wanted * sizeof(*kept));
	inventory->mutants.count = wanted;
	inventory->nr_left_out_sample = (uint32_t)(count - wanted);
	free(drawn);
	free(kept);
}

static int compare_u32(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int compare_mutants(const void *a, const void *b)
{
	const struct inventory_mutant *x = a, *y = b;
	int order = x->file == y->file ? 0 : strcmp(x->file, y->file);

	if (!order)
		order = compare_u32(x->site_line, y->site_line);
	if (!order)
		order = compare_u32(x->site_column, y->site_column);
	if (!order)
		order = compare_u32(x->site_end_line, y->site_end_line);
	if (!order)
		order = compare_u32(x->site_end_column, y->site_end_column);
	/* Instructions of one line may be mutated alike; the hash is that of the place. */
	if (!order && x->flags & y->flags & REMT_MUTANT_BINARY)
		order = (x->line_hash > y->line_hash) - (x->line_hash < y->line_hash);
	if (!order)
		order = strcmp(x->op, y->op);
	if (!order)
		order = strcmp(x->replacement, y->replacement);
	return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_instances(const void *a, const void *b)
{
	const struct inventory_instance *x = a, *y = b;
	int order = compare_u32(x->unit, y->unit);

	if (!order)
		order = compare_u32(x->site, y->site);
	return order ? order : compare_u32(x->alternative, y->alternative);
}

/* Turns the chains into one array in the order of mutants. */
static void instances_flatten(struct inventory *inventory)
{
	struct inventory_instance *flat = xcalloc(inventory->instances.count + 1, sizeof(*flat));
	uint32_t used = 0;

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		struct inventory_mutant *mutant = &inventory->mutants.items[i];
		uint32_t first = used;

		for (uint32_t j = mutant->first_instance; j;) {
			flat[used++] = inventory->instances.items[j - 1];
			j = inventory->instances.items[j - 1].next;
		}
		mutant->first_instance = first;
		qsort(flat + first, mutant->nr_instances, sizeof(*flat), compare_instances);
	}
	free(inventory->instances.items);
	inventory->instances.items = xreallocarray(flat, used + 1, sizeof(*flat));
	inventory->instances.count = used;
	inventory->instances.capacity = used + 1;
}

/* True if A and B sit at the same sites. */
static bool is_same_place(const struct inventory *inventory, const struct inventory_mutant *a,
			  const struct inventory_mutant *b)
{
	if (a->nr_instances != b->nr_instances)
		return false;
	for (uint32_t i = 0; i < a->nr_instances; i++) {
		const struct inventory_instance *x =
			&inventory->instances.items[a->first_instance + i];
		const struct inventory_instance *y =
			&inventory->instances.items[b->first_instance + i];

		if (x->unit != y->unit || x->site != y->site)
			return false;
	}
	return true;
}

static void places_number(struct inventory *inventory)
{
	for (size_t i = 0; i < inventory->mutants.count; i++) {
		struct inventory_mutant *mutant = &inventory->mutants.items[i];

		if (!i || !is_same_place(inventory, mutant, mutant - 1))
			vec_add(&inventory->places)->first_mutant = (uint32_t)i;
		mutant->place = (uint32_t)inventory->places.count - 1;
		inventory->places.items[mutant->place].nr_mutants++;
	}
}

static int compare_skips(const void *a, const void *b)
{
	const struct inventory_skip *x = a, *y = b;
	int order = compare_u32(x->file, y->file);

	if (!order)
		order = compare_u32(x->line, y->line);
	if (!order)
		order = compare_u32(x->column, y->column);
	return order ? order : compare_u32(x->reason, y->reason);
}

/* Counts each skipped construct once, however many units saw it. */
static void skips_count(struct inventory *inventory)
{
	struct inventory_skip *skips = inventory->skips.items;

	if (inventory->skips.count)
		qsort(skips, inventory->skips.count, sizeof(*skips), compare_skips);
	for (size_t i = 0; i < inventory->skips.count; i++) {
		struct inventory_file *file = &inventory->files.items[skips[i].file];

		if (i && compare_skips(&skips[i], &skips[i - 1]) == 0)
			continue;
		switch ((enum remt_skip_reason)skips[i].reason) {
		case REMT_SKIP_FOLDED: file->folded++; break;
		case REMT_SKIP_MACRO: file->macro++; break;
		case REMT_SKIP_SHAPE: file->shape++; break;
		case REMT_SKIP_USER: file->user++; break;
		}
	}
	vec_deinit(&inventory->skips);
}

/*
 * A file belongs to the tests if it is called a test; the main source of a unit belongs where its
 * unit does.
 */
static void files_classify(struct inventory *inventory, const struct inventory_filter *filter)
{
	for (size_t i = 0; i < inventory->files.count; i++) {
		struct inventory_file *file = &inventory->files.items[i];

		file->is_test = !filter->mutate_tests && inventory_is_test_path(file->path);
	}
	for (size_t i = 0; i < inventory->units.count; i++)
		for (size_t j = 0; j < inventory->files.count; j++)
			if (inventory->files.items[j].path == inventory->units.items[i].input)
				inventory->files.items[j].is_test =
					inventory->units.items[i].is_test;
}

/*
 * Drops layout switches in the tests' own code: its decisions by addresses do not concern the
 * program.
 */
static void layouts_select(struct inventory *inventory)
{
	size_t kept = 0;

	for (size_t i = 0; i < inventory->layouts.count; i++) {
		struct inventory_layout layout = inventory->layouts.items[i];

		if (!inventory->units.items[layout.unit].is_test)
			inventory->layouts.items[kept++] = layout;
	}
	inventory->layouts.count = kept;
}

void inventory_finish(struct inventory *inventory, const struct inventory_filter *filter)
{
	units_classify(inventory, filter);
	layouts_select(inventory);
	mutants_select(inventory, filter);
	mutants_sample(inventory, filter);
	if (inventory->mutants.count)
		qsort(inventory->mutants.items, inventory->mutants.count,
		      sizeof(*inventory->mutants.items), compare_mutants);
	instances_flatten(inventory);
	places_number(inventory);
	skips_count(inventory);
	files_classify(inventory, filter);
	slots_deinit(&inventory->mutant_slots);
}
