/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/group.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* Conditions that are being divided. */
struct division {
	struct support *supports; /* by condition */
	uint32_t *parents;	  /* by input: another one of its group, or itself */
	uint32_t *numbers;	  /* by the root of a group: its number among those that are kept */
	bool *are_used;		  /* by input */
	uint32_t nr_inputs;
};

/* Of groups that hold. */
#define HELD UINT32_MAX

/* Returns the input that stands for the group of INPUT. */
static uint32_t find_root(uint32_t *parents, uint32_t input)
{
	while (parents[input] != input) {
		parents[input] = parents[parents[input]];
		input = parents[input];
	}
	return input;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b)
{
	a = find_root(parents, a);
	b = find_root(parents, b);
	parents[a < b ? b : a] = a < b ? a : b;
}

static void division_deinit(struct division *division)
{
	free(division->supports);
	free(division->parents);
	free(division->numbers);
	free(division->are_used);
}

/* Returns the group of CONDITION, by its index. */
static uint32_t root_of(const struct division *division, size_t condition)
{
	const struct support *support = &division->supports[condition];

	return support->number ? find_root(division->parents, support->inputs[0]) : 0;
}

static void read_supports(struct supports *supports, struct evaluator *evaluator,
			  const uint32_t *conditions, size_t number, struct division *ret)
{
	*ret = (struct division){ .supports = xcalloc(number + 1, sizeof(*ret->supports)),
				  .nr_inputs = 1 };
	/* All terms are looked at first: a support is valid until more are. */
	for (size_t i = 0; i < number; i++)
		supports_single(supports, conditions[i]);
	for (size_t i = 0; i < number; i++) {
		struct support support = supports_of(supports, evaluator, conditions[i]);

		ret->supports[i] = support;
		if (support.number && support.inputs[support.number - 1] >= ret->nr_inputs)
			ret->nr_inputs = support.inputs[support.number - 1] + 1;
	}
}

/* Joins the inputs of each condition; all of them if IS_WHOLE. */
static void join_inputs(struct division *division, size_t number, bool is_whole)
{
	division->parents = xcalloc(division->nr_inputs, sizeof(*division->parents));
	division->numbers = xcalloc(division->nr_inputs, sizeof(*division->numbers));
	division->are_used = xcalloc(division->nr_inputs, sizeof(*division->are_used));
	for (uint32_t i = 0; i < division->nr_inputs; i++) {
		division->parents[i] = is_whole ? 0 : i;
		division->numbers[i] = HELD;
	}
	for (size_t i = 0; i < number; i++) {
		const struct support *support = &division->supports[i];

		/* Neighbours are often about the same. */
		if (i && support->inputs == support[-1].inputs)
			continue;
		for (size_t k = 0; k < support->number; k++) {
			division->are_used[support->inputs[k]] = true;
			join(division->parents, support->inputs[0], support->inputs[k]);
		}
	}
}

/* Numbers the groups that have a condition which does not hold, and makes room for them. */
static void number_groups(struct division *division, size_t number, const bool *holds,
			  struct groups *ret)
{
	*ret = (struct groups){ 0 };
	for (size_t i = 0; i < number; i++) {
		uint32_t *group = &division->numbers[root_of(division, i)];

		if (!holds[i] && *group == HELD)
			*group = (uint32_t)ret->number++;
	}
	ret->items = xcalloc(ret->number + 1, sizeof(*ret->items));
}

static void add_conditions(const struct division *division, const uint32_t *conditions,
			   size_t number, struct groups *ret)
{
	_cleanup_free_ bool *are_held = xcalloc(division->nr_inputs, sizeof(*are_held));

	for (size_t i = 0; i < number; i++) {
		uint32_t root = root_of(division, i), group = division->numbers[root];

		if (group != HELD) {
			vec_push(&ret->items[group].conditions, conditions[i]);
		} else if (!are_held[root]) {
			are_held[root] = true;
			ret->nr_held++;
		}
	}
}

static void add_inputs(const struct division *division, struct groups *ret)
{
	for (uint32_t i = 0; i < division->nr_inputs; i++) {
		uint32_t group = division->numbers[find_root(division->parents, i)];

		if (division->are_used[i] && group != HELD)
			vec_push(&ret->items[group].inputs, i);
	}
}

void groups_make(struct supports *supports, struct evaluator *evaluator, const uint32_t *conditions,
		 size_t number, const bool *holds, bool is_whole, struct groups *ret)
{
	_cleanup_(division_deinit) struct division division;

	read_supports(supports, evaluator, conditions, number, &division);
	join_inputs(&division, number, is_whole);
	number_groups(&division, number, holds, ret);
	add_conditions(&division, conditions, number, ret);
	add_inputs(&division, ret);
}

void groups_deinit(struct groups *groups)
{
	for (size_t i = 0; i < groups->number; i++) {
		vec_deinit(&groups->items[i].conditions);
		vec_deinit(&groups->items[i].inputs);
	}
	free(groups->items);
	*groups = (struct groups){ 0 };
}

bool group_holds(struct evaluator *evaluator, const struct group *group,
		 const unsigned char *inputs)
{
	evaluator_set(evaluator, inputs);
	for (size_t i = 0; i < group->conditions.count; i++) {
		if (!evaluator_value(evaluator, group->conditions.items[i]))
			return false;
	}
	return true;
}

void group_save(const struct group *group, const unsigned char *inputs, unsigned char *values)
{
	for (size_t i = 0; i < group->inputs.count; i++)
		values[i] = inputs[group->inputs.items[i]];
}

void group_restore(const struct group *group, const unsigned char *values, unsigned char *inputs)
{
	for (size_t i = 0; i < group->inputs.count; i++)
		inputs[group->inputs.items[i]] = values[i];
}
