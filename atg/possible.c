/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Possible concrete values (Zhang, 2021, section 4.3.2), and the history of how each comes about (section 4.3.4). Both
 * are of the original; they are found once, before the search.
 */
#include "atg/state.h"

static struct pcv of_operand(const struct search *state, const struct ir_operand *operand)
{
	struct pcv ret = { 0 };
	struct known known;

	if (operand->kind == REMT_IR_VALUE)
		return state->possible[operand->value];
	known = state_get(state, ORIGINAL, operand);
	ret.number = known.is_known;
	ret.numbers[0] = known.number;
	return ret;
}

static void add(struct pcv *set, uint64_t number, uint32_t from)
{
	for (unsigned i = 0; i < set->number && i < MAX_PCV; i++) {
		if (set->numbers[i] != number)
			continue;
		/* It comes about in several ways: none of them is the one. */
		if (set->from[i] != from)
			set->from[i] = UINT32_MAX;
		return;
	}
	if (set->number < MAX_PCV) {
		set->numbers[set->number] = number;
		set->from[set->number] = from;
	}
	set->number++;
}

/* From definitions to a use: all that reach it. */
static struct pcv of_phi(const struct search *state, uint32_t block, const struct ir_phi *phi)
{
	struct pcv ret = { 0 };

	for (uint32_t i = 0; i < state->function->blocks[block].nr_predecessors; i++) {
		struct pcv one = of_operand(state, &phi->operands[i]);

		if (!one.number)
			return one;
		for (unsigned k = 0; k < one.number; k++)
			add(&ret, one.numbers[k], i);
	}
	if (ret.number > MAX_PCV)
		ret.number = 0;
	return ret;
}

/* From uses to a definition: if one value alone goes into it. */
static struct pcv of_statement(struct search *state, const struct ir_statement *statement)
{
	struct pcv ret = { 0 }, one = { 0 };
	struct known *known = NULL;
	uint32_t open = UINT32_MAX;

	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		if (state_get(state, ORIGINAL, &statement->operands[i]).is_known)
			continue;
		if (open != UINT32_MAX || statement->operands[i].kind != REMT_IR_VALUE)
			return ret;
		open = i;
	}
	if (open != UINT32_MAX) {
		one = of_operand(state, &statement->operands[open]);
		known = &state->values[ORIGINAL][statement->operands[open].value];
	}
	for (unsigned k = 0; k < one.number || (!known && k == 0); k++) {
		uint64_t number;
		uint32_t term;

		if (known)
			*known = (struct known){ true, one.numbers[k] };
		term = state_local_term(state, ORIGINAL, statement);
		if (known)
			known->is_known = false;
		if (!term_is_constant(&state->circuit->world.terms, term, &number))
			return (struct pcv){ 0 };
		add(&ret, number, open);
	}
	return ret;
}

void find_possible(struct search *state)
{
	const struct region *region = &state->circuit->region;

	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		const struct ir_block *row = &state->function->blocks[region->blocks[i]];

		for (uint32_t k = 0; k < row->nr_phis; k++)
			state->possible[row->phis[k].value] =
				of_phi(state, region->blocks[i], &row->phis[k]);
		for (uint32_t k = 0; k < row->nr_statements; k++)
			state->possible[row->statements[k].value] =
				of_statement(state, &row->statements[k]);
	}
}

bool may_be(const struct search *state, const struct ir_operand *operand, uint64_t number)
{
	struct pcv pcv = of_operand(state, operand);

	for (unsigned i = 0; i < pcv.number; i++) {
		if (pcv.numbers[i] == number)
			return true;
	}
	return !pcv.number || !state_has(state, ATG_POSSIBLE);
}

bool follow_history(struct search *state, uint32_t value, uint64_t number)
{
	const struct ir_uses *uses = &state->circuit->scene.uses;

	for (unsigned depth = 0; depth < 100; depth++) {
		struct pcv pcv = state->possible[value];
		struct ir_point point = uses->definitions[value];
		const struct ir_block *row;
		const struct ir_operand *operand = NULL;
		unsigned at = 0;

		while (at < pcv.number && pcv.numbers[at] != number)
			at++;
		if (at == pcv.number || pcv.from[at] == UINT32_MAX ||
		    point.block >= state->function->nr_blocks || point.at != IR_AT_PHIS)
			return true;
		row = &state->function->blocks[point.block];
		for (uint32_t i = 0; i < row->nr_phis && !operand; i++) {
			if (row->phis[i].value == value)
				operand = &row->phis[i].operands[pcv.from[at]];
		}
		if (!operand ||
		    !state_set_status(state, ORIGINAL, row->predecessors[pcv.from[at]],
				      STATUS_EXECUTED) ||
		    !state_set_operand(state, ORIGINAL, operand, number))
			return false;
		if (operand->kind != REMT_IR_VALUE)
			return true;
		value = operand->value;
	}
	return true;
}
