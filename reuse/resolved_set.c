/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Maps the rows of a stored entered set, each a unit's uid and the number of a flag, to functions
 * of a program. Sets with rows of another version are left out.
 */
#include "reuse/resolved_set.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

/* Functions of a program by unit and number of their flag. */
struct reader {
	const struct program *program;
	struct slots units; /* by uid: index in first */
	/* By unit: where its flags begin in `functions`; one entry more at the end. */
	VEC(uint32_t) first;
	VEC(uint32_t) functions; /* by flag: its function, or PROGRAM_NONE */
	struct resolved_sets *sets;
};

bool resolved_set_has_function(const struct program *program, uint32_t function)
{
	return program_function(program, function)->flags & REMT_FUNCTION_NOTED;
}

static void add_unit(struct reader *reader, uint32_t u)
{
	const struct program_unit *unit = &reader->program->units.items[u];
	uint32_t first = (uint32_t)reader->functions.count;

	slots_add(&reader->units, unit->table->header->uid, u);
	vec_push(&reader->first, first);
	for (uint32_t f = 0; f < unit->table->header->functions.count; f++) {
		const struct remt_function *row = &unit->table->functions[f];

		if (!(row->flags & REMT_FUNCTION_NOTED))
			continue;
		while (reader->functions.count <= first + row->number)
			vec_push(&reader->functions, PROGRAM_NONE);
		reader->functions.items[first + row->number] = unit->first_function + f;
	}
}

/* Returns the function of a row; PROGRAM_NONE: there is none, or it is not noted. */
static uint32_t find_function(const struct reader *reader, const struct entered_row *row)
{
	uint32_t unit = slots_find(&reader->units, row->uid), at;

	if (unit == SLOTS_NONE)
		return PROGRAM_NONE;
	at = reader->first.items[unit] + row->function;
	return row->function < reader->first.items[unit + 1] - reader->first.items[unit]
		       ? reader->functions.items[at]
		       : PROGRAM_NONE;
}

static struct error *add_set(void *arg, const struct store_entered *stored)
{
	struct reader *reader = arg;
	const struct entered_row *rows = stored->rows;
	struct resolved_set set = { .hash = stored->hash };

	for (size_t i = 0; i < stored->count; i++) {
		uint32_t function = find_function(reader, &rows[i]);

		if (function == PROGRAM_NONE) { /* the set is of another version */
			vec_deinit(&set.functions);
			return NULL;
		}
		vec_push(&set.functions, function);
	}
	slots_add(&reader->sets->by_hash, stored->hash, (uint32_t)reader->sets->items.count);
	vec_push(&reader->sets->items, set);
	return NULL;
}

struct error *resolved_sets_read(struct store *store, const struct program *program,
				 struct resolved_sets *ret)
{
	struct reader reader = { .program = program, .sets = ret };
	struct error *err;

	*ret = (struct resolved_sets){ 0 };
	for (uint32_t u = 0; u < program->units.count; u++)
		add_unit(&reader, u);
	vec_push(&reader.first, (uint32_t)reader.functions.count);
	err = store_each_entered(store, add_set, &reader);
	slots_deinit(&reader.units);
	vec_deinit(&reader.first);
	vec_deinit(&reader.functions);
	return err;
}

void resolved_sets_deinit(struct resolved_sets *sets)
{
	for (size_t i = 0; i < sets->items.count; i++)
		vec_deinit(&sets->items.items[i].functions);
	vec_deinit(&sets->items);
	slots_deinit(&sets->by_hash);
}

uint32_t resolved_sets_find(const struct resolved_sets *sets, uint64_t hash)
{
	return hash ? slots_find(&sets->by_hash, hash) : SLOTS_NONE;
}

bool resolved_set_is_safe(const struct resolved_set *set, const struct difference *difference)
{
	for (size_t i = 0; i < set->functions.count; i++) {
		if (difference_of_old(difference, set->functions.items[i]) != FUNCTION_SAME)
			return false;
	}
	return true;
}

uint64_t resolved_set_translate(const struct resolved_set *set, const struct difference *difference,
				struct entered_sets *sets)
{
	const struct program *new = difference->pairs.new;
	size_t count = set->functions.count;
	_cleanup_free_ struct entered_row *rows = xcalloc(count + 1, sizeof(*rows));

	for (size_t i = 0; i < count; i++) {
		uint32_t function = difference->pairs.new_function[set->functions.items[i]];

		if (function == PROGRAM_NONE || !resolved_set_has_function(new, function))
			return 0;
		rows[i] = (struct entered_row){
			.uid = program_unit_of_function(new, function)->table->header->uid,
			.function = program_function(new, function)->number,
		};
	}
	return entered_sets_add_rows(sets, TAKE(rows), count);
}
