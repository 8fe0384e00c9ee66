/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver/kept.h"

#include <string.h>

#include "common/slots.h"
#include "common/strbuf.h"
#include "common/xalloc.h"

/* A term of a question, in the machine's order. Operands are rows before it, from 1 on; 0: none. */
struct row {
	uint64_t number;
	uint32_t a, b, c;
	uint8_t operation, width;
	uint8_t padding[2];
};

/* A question that is being written. */
struct writing {
	const struct terms *terms;
	struct slots rows; /* the index of its row, by term */
	uint32_t nr_rows;
	struct strbuf text;
};

static uint32_t row_of(const struct writing *writing, uint32_t term)
{
	return term ? slots_find(&writing->rows, term) + 1 : 0;
}

static void add_term(void *data, uint32_t term)
{
	struct writing *writing = data;
	const struct term *from = term_get(writing->terms, term);
	struct row row = { .number = from->number,
			   .a = row_of(writing, from->a),
			   .b = row_of(writing, from->b),
			   .c = row_of(writing, from->c),
			   .operation = from->operation,
			   .width = from->width };

	if (slots_find(&writing->rows, term) != SLOTS_NONE)
		return;
	slots_add(&writing->rows, term, writing->nr_rows++);
	strbuf_add(&writing->text, &row, sizeof(row));
}

/* Writes the terms, then the rows of the conditions, then how many these are. */
static void write_question(struct evaluator *evaluator, const struct group *group,
			   struct strbuf *ret)
{
	struct writing writing = { .terms = evaluator->terms };
	uint32_t number = (uint32_t)group->conditions.count;

	evaluator_walk_all(evaluator, group->conditions.items, group->conditions.count, add_term,
			   &writing);
	for (size_t i = 0; i < group->conditions.count; i++) {
		uint32_t row = row_of(&writing, group->conditions.items[i]);

		strbuf_add(&writing.text, &row, sizeof(row));
	}
	strbuf_add(&writing.text, &number, sizeof(number));
	slots_deinit(&writing.rows);
	*ret = writing.text;
}

/* Puts VALUES in the place of the group's INPUTS, and what was there into VALUES. */
static void swap_values(const struct group *group, unsigned char *inputs, unsigned char *values)
{
	for (size_t i = 0; i < group->inputs.count; i++) {
		unsigned char *input = &inputs[group->inputs.items[i]];
		unsigned char value = values[i];

		values[i] = *input;
		*input = value;
	}
}

bool kept_recall(const struct solver_keeper *keeper, struct evaluator *evaluator,
		 const struct group *group, enum solver_answer *answer, unsigned char *inputs)
{
	_cleanup_strbuf_ struct strbuf question = { 0 };
	_cleanup_free_ unsigned char *values = xcalloc(group->inputs.count + 1, 1);

	write_question(evaluator, group, &question);
	if (!keeper->recall(keeper->arg, question.data, question.length, answer, values,
			    group->inputs.count))
		return false;
	if (*answer != SOLVER_SAT)
		return true;
	swap_values(group, inputs, values);
	if (group_holds(evaluator, group, inputs))
		return true;
	swap_values(group, inputs, values);
	return false;
}

void kept_add(const struct solver_keeper *keeper, struct evaluator *evaluator,
	      const struct group *group, enum solver_answer answer, const unsigned char *inputs)
{
	_cleanup_strbuf_ struct strbuf question = { 0 };
	_cleanup_free_ unsigned char *values = xcalloc(group->inputs.count + 1, 1);

	group_save(group, inputs, values);
	write_question(evaluator, group, &question);
	keeper->keep(keeper->arg, question.data, question.length, answer, values,
		     group->inputs.count);
}
