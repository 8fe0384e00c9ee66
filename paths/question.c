/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/question.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"

/* Sets the first nr_arguments of CONDITIONS: no byte ends an argument. */
static void forbid_ends(const struct question_context *context, uint32_t *conditions)
{
	struct terms *terms = context->terms;

	for (uint32_t i = 0; i < context->nr_arguments; i++)
		conditions[i] = term_not(terms, term_binary(terms, TERM_EQUAL, term_input(terms, i),
							    term_constant(terms, 0, 8)));
}

enum solver_answer question_ask(const struct question_context *context, enum solver_effort effort,
				const uint32_t *conditions, size_t number,
				const unsigned char *near, unsigned char **ret)
{
	enum solver_answer answer;

	*ret = xcalloc(context->nr_inputs + UINT32_C(1), 1);
	memcpy(*ret, near, context->nr_inputs);
	answer = solver_ask_with(context->solver, effort, conditions, number, *ret);
	if (answer == SOLVER_SAT)
		return answer;
	free(*ret);
	*ret = NULL;
	return answer;
}

/* Returns the condition that the value at a place of TREE is none of those that are known. */
static uint32_t other_value(struct terms *terms, struct tree *tree, uint64_t place)
{
	const struct pin *pin = pins_at(&tree->pins, place);
	uint32_t is_known = term_constant(terms, 0, 1);

	for (size_t i = 0; i < pin->terms.count; i++)
		is_known = term_binary(terms, TERM_OR, is_known, pin->terms.items[i]);
	return term_not(terms, is_known);
}

static void note_answer(const struct agenda_task *task, enum solver_answer answer)
{
	struct tree *tree = task->tree;

	if (!tree)
		return;
	if (task->is_pin && answer == SOLVER_SAT)
		pins_await(&tree->pins, pins_at(&tree->pins, task->edge));
	else if (!task->is_pin && answer == SOLVER_SAT)
		tree_await(tree, task->edge);
	else if (!task->is_pin && answer == SOLVER_UNSAT)
		tree_exclude(tree, task->edge);
}

/* False: a run went there since the task was made, or the same was asked for another task of the place. */
static bool is_new(const struct agenda_task *task)
{
	struct pin *pin;

	if (!task->tree)
		return true;
	if (!task->is_pin)
		return tree_is_open(task->tree, task->edge);
	pin = pins_at(&task->tree->pins, task->edge);
	if (!task->is_hard && pin->nr_asked == pin->terms.count)
		return false;
	pin->nr_asked = pin->terms.count;
	return true;
}

enum solver_answer question_ask_branch(const struct question_context *context,
				       const struct agenda_task *task, unsigned char **ret)
{
	_cleanup_free_ uint32_t *conditions = NULL;
	enum solver_answer answer;
	size_t number;

	*ret = NULL;
	if (!is_new(task))
		return SOLVER_UNSAT;
	conditions = prefixes_get(context->prefixes, task->before, context->nr_arguments, &number);
	forbid_ends(context, conditions);
	number += context->nr_arguments;
	conditions[number++] =
		task->is_pin ? other_value(context->terms, task->tree, task->edge) : task->term;
	answer = question_ask(context, task->is_hard ? SOLVER_WHOLE : SOLVER_LITTLE, conditions,
			      number, task->near, ret);
	note_answer(task, answer);
	return answer;
}

uint32_t *question_of_pair(const struct question_context *context, const struct visit *visit,
			   size_t *number)
{
	size_t count = context->nr_arguments;
	uint32_t *conditions = xcalloc(count + visit->paths[0].conditions.count +
					       visit->paths[1].conditions.count + 1,
				       sizeof(*conditions));

	forbid_ends(context, conditions);
	for (unsigned i = 0; i < 2; i++) {
		for (size_t c = 0; c < visit->paths[i].conditions.count; c++)
			conditions[count++] = visit->paths[i].conditions.items[c].term;
	}
	*number = count;
	return conditions;
}
