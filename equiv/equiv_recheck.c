/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Duplicates that are compiled again: those that had one object must have one now, which may be another one than before. */
#include <stdlib.h>

#include "equiv/equiv_state.h"

/* A mutant, and the object that it had in its only unit. */
struct had {
	uint32_t unit, mutant; /* indexes */
	uint64_t object;
};

typedef VEC(struct had) had_list;

static int compare(const void *a, const void *b)
{
	const struct had *x = a, *y = b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	if (x->object != y->object)
		return x->object < y->object ? -1 : 1;
	return x->mutant < y->mutant ? -1 : x->mutant > y->mutant;
}

static bool is_group(const struct had *a, const struct had *b)
{
	return a->unit == b->unit && a->object == b->object;
}

/* Adds all that have an object in `before`, by groups. */
static void list(const struct equiv_state *state, had_list *ret)
{
	for (uint32_t m = 0; m < state->subject->mutants.count; m++) {
		const struct equiv_mutant *mutant = &state->subject->mutants.items[m];

		if (state->before[m] && equiv_has_duplicates(state, m))
			vec_push(ret,
				 ((struct had){ mutant->units.items[0], m, state->before[m] }));
	}
	if (ret->count)
		qsort(ret->items, ret->count, sizeof(*ret->items), compare);
}

void equiv_choose_rechecked(struct equiv_state *state)
{
	had_list all = { 0 };

	list(state, &all);
	for (size_t i = 0; i < all.count; i++) {
		bool has_other = (i > 0 && is_group(&all.items[i - 1], &all.items[i])) ||
				 (i + 1 < all.count && is_group(&all.items[i], &all.items[i + 1]));

		if (!has_other)
			state->before[all.items[i].mutant] = 0;
	}
	vec_deinit(&all);
}

static const char *id_of(const struct equiv_state *state, const struct had *had)
{
	return state->subject->mutants.items[had->mutant].mutant->id;
}

/* What does not compile has no object, which differs from all. */
static bool is_compiled(const struct equiv_state *state, const struct had *had)
{
	enum equiv_known known = state->known[had->mutant][0];

	return known != KNOWN_NOT && known != KNOWN_REFUSED;
}

void equiv_compare_rechecked(struct equiv_state *state)
{
	had_list all = { 0 };
	size_t first = 0;

	list(state, &all);
	for (size_t i = 0; i < all.count; i++) {
		uint64_t object = state->objects[all.items[i].mutant];

		if (!is_group(&all.items[first], &all.items[i]))
			first = i;
		/* What was not compiled again was refused, or the time was up: that is told. */
		if (!is_compiled(state, &all.items[first]) || !is_compiled(state, &all.items[i]) ||
		    object == state->objects[all.items[first].mutant])
			continue;
		state->count.nr_apart++;
		if (state->opts->apart)
			state->opts->apart(state->opts->arg, id_of(state, &all.items[i]),
					   id_of(state, &all.items[first]));
	}
	vec_deinit(&all);
}
