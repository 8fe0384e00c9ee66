/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/support.h"

#include <stdlib.h>

#include "common/compare.h"

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
	vec_deinit(&supports->single);
	slots_deinit(&supports->by_term);
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

struct support supports_of(struct supports *supports, struct evaluator *evaluator, uint32_t term)
{
	uint32_t single = supports_single(supports, term);
	struct walk walk = { .terms = supports->terms };
	struct support support;
	uint32_t index;

	if (single == SUPPORT_NONE)
		return (struct support){ NULL, 0 };
	if (single != SUPPORT_MANY)
		return (struct support){ &supports->single.items[term], 1 };
	index = slots_find(&supports->by_term, term);
	if (index != SLOTS_NONE)
		return supports->lists.items[index];
	evaluator_walk(evaluator, term, add_input, &walk);
	qsort(walk.inputs.items, walk.inputs.count, sizeof(*walk.inputs.items), compare_u32);
	support = (struct support){ walk.inputs.items, walk.inputs.count };
	slots_add(&supports->by_term, term, (uint32_t)supports->lists.count);
	vec_push(&supports->lists, support);
	return support;
}
