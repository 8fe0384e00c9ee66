/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/world.h"

#include <string.h>

#include "common/hash.h"
#include "common/xalloc.h"

void world_init(struct world *world, size_t max_size)
{
	const struct state first = { .kind = STATE_START };

	memset(world, 0, sizeof(*world));
	world->max_size = max_size;
	terms_init(&world->terms);
	vec_push(&world->states, first);
	world_state(world, &first);
}

void world_deinit(struct world *world)
{
	terms_deinit(&world->terms);
	arena_deinit(&world->memory);
	vec_deinit(&world->states);
	vec_deinit(&world->unknowns);
	vec_deinit(&world->keys);
	slots_deinit(&world->by_key);
}

/* ---- what was made before */

/* Returns the index in `keys` of the COUNT WORDS; SLOTS_NONE: nothing is kept for them. */
static uint32_t find_key(const struct world *world, const uint64_t *words, size_t count,
			 uint64_t hash)
{
	uint32_t i = slots_find(&world->by_key, hash);

	while (i != SLOTS_NONE &&
	       (world->keys.items[i].count != count ||
		memcmp(world->keys.items[i].words, words, count * sizeof(*words)) != 0))
		i = world->keys.items[i].next;
	return i;
}

bool world_recall(const struct world *world, const uint64_t *words, size_t count, uint32_t *ret)
{
	uint32_t i = find_key(world, words, count, hash_bytes(words, count * sizeof(*words)));

	if (i == SLOTS_NONE)
		return false;
	*ret = world->keys.items[i].number;
	return true;
}

void world_keep(struct world *world, const uint64_t *words, size_t count, uint32_t number)
{
	uint64_t hash = hash_bytes(words, count * sizeof(*words));
	uint32_t first = slots_find(&world->by_key, hash);
	uint64_t *copy = arena_alloc(&world->memory, count, sizeof(*copy));
	struct world_key key = { copy, count, number, first };

	memcpy(copy, words, count * sizeof(*copy));
	if (first == SLOTS_NONE)
		slots_add(&world->by_key, hash, (uint32_t)world->keys.count);
	else
		slots_set(&world->by_key, hash, (uint32_t)world->keys.count);
	vec_push(&world->keys, key);
}

/* Returns the number that is kept for the COUNT WORDS, or keeps NEXT for them. */
static uint32_t find_or_keep(struct world *world, const uint64_t *words, size_t count,
			     uint32_t next)
{
	uint32_t found;

	if (world_recall(world, words, count, &found))
		return found;
	world_keep(world, words, count, next);
	return next;
}

/* ---- unknowns */

static uint32_t term_of_unknown(struct world *world, const struct unknown *unknown)
{
	uint32_t term = term_input(&world->terms, unknown->first_input);

	for (unsigned i = 1; i * 8 < unknown->width; i++)
		term = term_concatenate(&world->terms,
					term_input(&world->terms, unknown->first_input + i), term);
	return term_extract(&world->terms, term, 0, unknown->width);
}

uint32_t world_unknown(struct world *world, unsigned width, enum unknown_kind kind,
		       const uint64_t *words, size_t number)
{
	uint64_t key[MAX_STATE_TERMS + 8] = { MEMO_UNKNOWN, kind, width };
	uint32_t next = (uint32_t)world->unknowns.count;
	uint32_t found;

	if (number > MAX_STATE_TERMS + 4)
		kind = UNKNOWN_FRESH;
	if (kind == UNKNOWN_FRESH) {
		key[1] = kind;
		key[3] = world->nr_fresh++;
		number = 1;
	} else if (number) {
		memcpy(key + 3, words, number * sizeof(*words));
	}
	found = find_or_keep(world, key, number + 3, next);
	if (found == next) {
		struct unknown unknown = { world->nr_inputs, (uint8_t)width,
					   kind == UNKNOWN_VALUE ? (uint32_t)words[0]
								 : UINT32_MAX };

		vec_push(&world->unknowns, unknown);
		world->nr_inputs += (width + 7) / 8;
	}
	return term_of_unknown(world, &world->unknowns.items[found]);
}

/* ---- states */

uint32_t world_state(struct world *world, const struct state *state)
{
	uint64_t key[8 + MAX_STATE_FIXED + MAX_STATE_TERMS] = { MEMO_STATE,
								state->kind,
								state->before,
								state->other,
								(uintptr_t)state->place,
								(uintptr_t)state->call,
								state->nr_fixed };
	size_t count = 7;
	uint32_t next = (uint32_t)world->states.count;
	struct state copy = *state;
	uint64_t *fixed;
	uint32_t *terms;

	for (uint32_t i = 0; i < state->nr_fixed; i++)
		key[count++] = state->fixed[i];
	for (uint32_t i = 0; i < state->nr_terms; i++)
		key[count++] = state->terms[i];
	if (find_or_keep(world, key, count, next) != next)
		return find_or_keep(world, key, count, next);
	fixed = arena_alloc(&world->memory, state->nr_fixed + 1, sizeof(*fixed));
	terms = arena_alloc(&world->memory, state->nr_terms + 1, sizeof(*terms));
	for (uint32_t i = 0; i < state->nr_fixed; i++)
		fixed[i] = state->fixed[i];
	for (uint32_t i = 0; i < state->nr_terms; i++)
		terms[i] = state->terms[i];
	copy.fixed = fixed;
	copy.terms = terms;
	vec_push(&world->states, copy);
	return next;
}

uint32_t world_either(struct world *world, uint32_t condition, uint32_t yes, uint32_t no)
{
	const struct state either = {
		.kind = STATE_EITHER,
		.before = yes,
		.other = no,
		.nr_terms = 1,
		.terms = &condition,
	};

	if (yes == no || world_is(world, condition, true))
		return yes;
	if (world_is(world, condition, false))
		return no;
	return world_state(world, &either);
}

/* ---- conditions */

uint32_t world_truth(struct world *world, bool is_true)
{
	return term_constant(&world->terms, is_true, 1);
}

bool world_is(const struct world *world, uint32_t condition, bool is_true)
{
	uint64_t number;

	return term_is_constant(&world->terms, condition, &number) && number == is_true;
}

static bool is_opposite(const struct world *world, uint32_t a, uint32_t b)
{
	const struct term *x = term_get(&world->terms, a);
	const struct term *y = term_get(&world->terms, b);

	return (x->operation == TERM_NOT && x->a == b) || (y->operation == TERM_NOT && y->a == a);
}

uint32_t world_and(struct world *world, uint32_t a, uint32_t b)
{
	if (is_opposite(world, a, b))
		return world_truth(world, false);
	return term_binary(&world->terms, TERM_AND, a, b);
}

/* Returns what x is if A is x and y and B is x and not y; 0: they are not. */
static uint32_t common_part(struct world *world, uint32_t a, uint32_t b)
{
	const struct term *x = term_get(&world->terms, a);
	const struct term *y = term_get(&world->terms, b);

	if (x->operation != TERM_AND || y->operation != TERM_AND)
		return 0;
	if (x->a == y->a && is_opposite(world, x->b, y->b))
		return x->a;
	if (x->b == y->b && is_opposite(world, x->a, y->a))
		return x->b;
	if (x->a == y->b && is_opposite(world, x->b, y->a))
		return x->a;
	if (x->b == y->a && is_opposite(world, x->a, y->b))
		return x->b;
	return 0;
}

uint32_t world_or(struct world *world, uint32_t a, uint32_t b)
{
	uint32_t common = common_part(world, a, b);

	if (common)
		return common;
	if (is_opposite(world, a, b))
		return world_truth(world, true);
	return term_binary(&world->terms, TERM_OR, a, b);
}

uint32_t world_differ(struct world *world, uint32_t a, uint32_t b)
{
	return a == b ? world_truth(world, false)
		      : term_not(&world->terms, term_binary(&world->terms, TERM_EQUAL, a, b));
}

bool world_is_full(const struct world *world)
{
	return world->terms.count + world->states.count > world->max_size;
}
