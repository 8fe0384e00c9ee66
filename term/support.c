/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/support.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/hash.h"
#include "common/xalloc.h"

/*
 * Numbers in all lists, 64 MB: a sum over a long input has a support for each of its bytes. Then each term that is asked for
 * is walked through, and has a list of its own.
 */
#define MAX_STORED ((size_t)16 << 20)

/* The inputs of a term that is walked through. */
struct walk {
	const struct terms *terms;
	VEC(uint32_t) inputs;
};

void supports_init(struct supports *supports, const struct terms *terms)
{
	*supports = (struct supports){ .terms = terms };
}

void supports_deinit(struct supports *supports)
{
	for (size_t i = 0; i < supports->lists.count; i++)
		free(supports->lists.items[i].inputs);
	vec_deinit(&supports->lists);
	vec_deinit(&supports->next);
	vec_deinit(&supports->list_of);
	vec_deinit(&supports->stack);
	vec_deinit(&supports->single);
	slots_deinit(&supports->by_hash);
	slots_deinit(&supports->unions);
}

static uint32_t join(uint32_t a, uint32_t b)
{
	if (a == SUPPORT_NONE || a == b)
		return b;
	return b == SUPPORT_NONE ? a : SUPPORT_MANY;
}

/* Adds the term that comes next; its operands come before it. */
static void add_single(struct supports *supports)
{
	const uint32_t *single = supports->single.items;
	const struct term *row = term_get(supports->terms, (uint32_t)supports->single.count);
	uint32_t support = SUPPORT_NONE;

	if (row->operation == TERM_INPUT)
		support = (uint32_t)row->number;
	else if (supports->single.count)
		support = join(join(single[row->a], single[row->b]), single[row->c]);
	vec_push(&supports->single, support);
}

uint32_t supports_single(struct supports *supports, uint32_t term)
{
	while (supports->single.count <= term)
		add_single(supports);
	return supports->single.items[term];
}

static void add_input(void *data, uint32_t term)
{
	struct walk *walk = data;
	const struct term *row = term_get(walk->terms, term);

	if (row->operation == TERM_INPUT)
		vec_push(&walk->inputs, (uint32_t)row->number);
}

/* ---- lists */

static bool is_list(const struct support *list, const uint32_t *inputs, size_t number)
{
	return list->number == number &&
	       memcmp(list->inputs, inputs, number * sizeof(*inputs)) == 0;
}

/* Returns the index of the list of INPUTS, which are taken over. */
static uint32_t intern(struct supports *supports, uint32_t *inputs, size_t number)
{
	uint64_t hash = hash_bytes(inputs, number * sizeof(*inputs));
	uint32_t first = slots_find(&supports->by_hash, hash);
	uint32_t ret = (uint32_t)supports->lists.count;

	for (uint32_t i = first; i != SLOTS_NONE; i = supports->next.items[i]) {
		if (!is_list(&supports->lists.items[i], inputs, number))
			continue;
		free(inputs);
		return i;
	}
	if (first == SLOTS_NONE)
		slots_add(&supports->by_hash, hash, ret);
	else
		slots_set(&supports->by_hash, hash, ret);
	vec_push(&supports->lists, ((struct support){ inputs, number }));
	vec_push(&supports->next, first);
	supports->nr_stored += number;
	return ret;
}

/* Returns the numbers of A and B, ascending, *NUMBER of them; the caller frees. */
static uint32_t *merge(const struct support *a, const struct support *b, size_t *number)
{
	uint32_t *ret = xcalloc(a->number + b->number, sizeof(*ret));
	size_t i = 0, k = 0;

	*number = 0;
	while (i < a->number || k < b->number) {
		uint32_t x = i < a->number ? a->inputs[i] : UINT32_MAX;
		uint32_t y = k < b->number ? b->inputs[k] : UINT32_MAX;

		ret[(*number)++] = x < y ? x : y;
		i += x <= y;
		k += y <= x;
	}
	return ret;
}

static uint32_t unite(struct supports *supports, uint32_t a, uint32_t b)
{
	uint64_t key = (uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a);
	uint32_t ret = a == b ? a : slots_find(&supports->unions, key);
	uint32_t *inputs;
	size_t number;

	if (ret != SLOTS_NONE)
		return ret;
	inputs = merge(&supports->lists.items[a], &supports->lists.items[b], &number);
	ret = intern(supports, inputs, number);
	slots_add(&supports->unions, key, ret);
	return ret;
}

/* Returns the list of TERM, which has inputs, and whose list is known if they are several; its index. */
static uint32_t known_list(struct supports *supports, uint32_t term)
{
	uint32_t *inputs, single = supports->single.items[term];

	if (supports->list_of.items[term])
		return supports->list_of.items[term] - 1;
	inputs = xcalloc(1, sizeof(*inputs));
	*inputs = single;
	return intern(supports, inputs, 1);
}

static void find_list(struct supports *supports, uint32_t term)
{
	const struct term *row = term_get(supports->terms, term);
	const uint32_t operands[] = { row->a, row->b, row->c };
	uint32_t list = SLOTS_NONE;

	for (unsigned i = 0; i < 3; i++) {
		uint32_t one;

		if (supports->single.items[operands[i]] == SUPPORT_NONE)
			continue;
		one = known_list(supports, operands[i]);
		list = list == SLOTS_NONE ? one : unite(supports, list, one);
	}
	supports->list_of.items[term] = list + 1;
}

static bool is_open(const struct supports *supports, uint32_t term)
{
	return supports->single.items[term] == SUPPORT_MANY && !supports->list_of.items[term];
}

/* Finds the list of TERM, and of all its parts that have several inputs; false: too much would be stored. */
static bool find_lists(struct supports *supports, uint32_t term)
{
	supports->stack.count = 0;
	while (supports->list_of.count < supports->single.count)
		vec_push(&supports->list_of, 0);
	vec_push(&supports->stack, term);
	while (supports->stack.count && supports->nr_stored < MAX_STORED) {
		uint32_t top = supports->stack.items[supports->stack.count - 1];
		const struct term *row = term_get(supports->terms, top);
		const uint32_t operands[] = { row->a, row->b, row->c };
		size_t before = supports->stack.count;

		for (unsigned i = 0; i < 3 && is_open(supports, top); i++) {
			if (is_open(supports, operands[i]))
				vec_push(&supports->stack, operands[i]);
		}
		if (supports->stack.count > before)
			continue;
		if (is_open(supports, top))
			find_list(supports, top);
		supports->stack.count--;
	}
	return supports->list_of.items[term];
}

/* Walks through TERM, of which parts have no list. */
static void walk(struct supports *supports, struct evaluator *evaluator, uint32_t term)
{
	struct walk walk = { .terms = supports->terms };

	evaluator_walk(evaluator, term, add_input, &walk);
	qsort(walk.inputs.items, walk.inputs.count, sizeof(*walk.inputs.items), compare_u32);
	supports->list_of.items[term] = intern(supports, walk.inputs.items, walk.inputs.count) + 1;
}

struct support supports_of(struct supports *supports, struct evaluator *evaluator, uint32_t term)
{
	uint32_t single = supports_single(supports, term);

	if (single == SUPPORT_NONE)
		return (struct support){ NULL, 0 };
	if (single != SUPPORT_MANY)
		return (struct support){ &supports->single.items[term], 1 };
	if (!find_lists(supports, term))
		walk(supports, evaluator, term);
	return supports->lists.items[supports->list_of.items[term] - 1];
}
