/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The numbers that values of an expansion may have, where they are few (Zhang, "Automatic Test Generation System for
 * Software", 2021, section 4.3.2: possible concrete values). Here they tell which cells an address may lead to.
 */
#include "atg/maker.h"

struct possible maker_possible(const struct maker *maker, const struct ir_operand *operand)
{
	struct possible ret = { 0 };

	if (operand->kind == REMT_IR_VALUE)
		return maker->possible.items[operand->value];
	if (maker_is_number(operand, &ret.numbers[0]))
		ret.number = 1;
	return ret;
}

static void add(struct possible *set, uint64_t number)
{
	for (unsigned i = 0; i < set->number; i++) {
		if (set->numbers[i] == number)
			return;
	}
	if (set->number < MAX_POSSIBLE)
		set->numbers[set->number] = number;
	set->number++;
}

void possible_join(struct possible *set, const struct possible *other)
{
	if (!set->number || !other->number) {
		set->number = 0;
		return;
	}
	for (unsigned i = 0; i < other->number && set->number <= MAX_POSSIBLE; i++)
		add(set, other->numbers[i]);
	if (set->number > MAX_POSSIBLE)
		set->number = 0;
}

struct possible maker_possible_results(struct maker *maker, const struct ir_statement *statement,
				       uint32_t type)
{
	struct possible of[3], ret = { 0 };
	struct ir_statement copy = *statement;
	struct ir_operand result;

	for (uint32_t i = 0; i < statement->nr_operands; i++)
		of[i] = maker_possible(maker, &statement->operands[i]);
	if (statement->kind == REMT_IR_CHOOSE) {
		possible_join(&of[1], &of[2]);
		return of[1];
	}
	if ((statement->kind != REMT_IR_UNARY && statement->kind != REMT_IR_BINARY) ||
	    !of[0].number || (statement->nr_operands > 1 && !of[1].number))
		return ret;
	if (statement->nr_operands < 2)
		of[1].number = 1;
	for (unsigned i = 0; i < of[0].number * of[1].number; i++) {
		for (uint32_t k = 0; k < statement->nr_operands; k++) {
			const struct ir_operand *operand = &statement->operands[k];

			copy.operands[k] = maker_number(
				maker, maker_type(maker, operand),
				of[k].numbers[k ? i / of[0].number : i % of[0].number]);
		}
		if (!maker_fold(maker, &copy, type, &result) || ret.number > MAX_POSSIBLE)
			return (struct possible){ 0 };
		add(&ret, result.number.low);
	}
	if (ret.number > MAX_POSSIBLE)
		ret.number = 0;
	return ret;
}
