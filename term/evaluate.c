/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "term/compute.h"

void evaluator_init(struct evaluator *evaluator, const struct terms *terms)
{
	*evaluator = (struct evaluator){ .terms = terms, .round = 1 };
}

void evaluator_rest(struct evaluator *evaluator)
{
	free(evaluator->values);
	free(evaluator->rounds);
	evaluator->values = NULL;
	evaluator->rounds = NULL;
	evaluator->nr_known = 0;
}

void evaluator_deinit(struct evaluator *evaluator)
{
	evaluator_rest(evaluator);
	vec_deinit(&evaluator->stack);
}

/* Begins a round: nothing is known. */
static void begin(struct evaluator *evaluator)
{
	if (++evaluator->round)
		return;
	memset(evaluator->rounds, 0, evaluator->nr_known * sizeof(*evaluator->rounds));
	evaluator->round = 1;
}

void evaluator_set(struct evaluator *evaluator, const unsigned char *inputs)
{
	evaluator->inputs = inputs;
	begin(evaluator);
}

static void make_room(struct evaluator *evaluator)
{
	uint32_t count = evaluator->terms->count;

	if (evaluator->nr_known >= count)
		return;
	count += count / 2;
	evaluator->values = xreallocarray(evaluator->values, count, sizeof(*evaluator->values));
	evaluator->rounds = xreallocarray(evaluator->rounds, count, sizeof(*evaluator->rounds));
	memset(evaluator->rounds + evaluator->nr_known, 0,
	       (count - evaluator->nr_known) * sizeof(*evaluator->rounds));
	evaluator->nr_known = count;
}

static bool is_known(const struct evaluator *evaluator, uint32_t term)
{
	return evaluator->rounds[term] == evaluator->round;
}

static void push_unknown(struct evaluator *evaluator, uint32_t term)
{
	if (term && !is_known(evaluator, term))
		vec_push(&evaluator->stack, term);
}

static void compute_value(void *data, uint32_t term)
{
	struct evaluator *evaluator = data;
	const struct term *items = evaluator->terms->items;
	const struct term *row = &items[term];
	const uint64_t *values = evaluator->values;
	uint64_t value;

	if (row->operation == TERM_CONSTANT)
		value = row->number;
	else if (row->operation == TERM_INPUT)
		value = evaluator->inputs[row->number];
	else
		value = compute(row, items[row->a].width, items[row->b].width, values[row->a],
				values[row->b], values[row->c]);
	evaluator->values[term] = value;
}

/* Goes on in the round at hand. */
static void visit(struct evaluator *evaluator, uint32_t term,
		  void (*see)(void *data, uint32_t term), void *data)
{
	make_room(evaluator);
	push_unknown(evaluator, term);
	while (evaluator->stack.count) {
		uint32_t top = evaluator->stack.items[evaluator->stack.count - 1];
		const struct term *row = &evaluator->terms->items[top];
		size_t before = evaluator->stack.count;

		if (!is_known(evaluator, top)) {
			push_unknown(evaluator, row->a);
			push_unknown(evaluator, row->b);
			push_unknown(evaluator, row->c);
			if (evaluator->stack.count > before)
				continue;
			see(data, top);
			evaluator->rounds[top] = evaluator->round;
		}
		evaluator->stack.count--;
	}
}

uint64_t evaluator_value(struct evaluator *evaluator, uint32_t term)
{
	visit(evaluator, term, compute_value, evaluator);
	return evaluator->values[term];
}

void evaluator_walk_all(struct evaluator *evaluator, const uint32_t *terms, size_t number,
			void (*see)(void *data, uint32_t term), void *data)
{
	begin(evaluator);
	for (size_t i = 0; i < number; i++)
		visit(evaluator, terms[i], see, data);
	begin(evaluator);
}

void evaluator_walk(struct evaluator *evaluator, uint32_t term,
		    void (*see)(void *data, uint32_t term), void *data)
{
	evaluator_walk_all(evaluator, &term, 1, see, data);
}
