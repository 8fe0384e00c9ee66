/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions about a region of analysis: a statement, or a phi (Zhang, 2021, sections 3.4.2.2, 3.4.3.2 and 3.4.4.3).
 * What is known of its inputs is put in; solutions are tried one after the other, up to the backtrack limit (3.3.9).
 */
#include "atg/state.h"

#define MAX_CONDITIONS 64

void local_init(struct local *local, struct search *state, uint32_t block)
{
	*local = (struct local){ .state = state, .block = block };
}

void local_deinit(struct local *local)
{
	vec_deinit(&local->conditions);
	vec_deinit(&local->operands);
}

/* Adds the condition that OPERAND is one of its possible values. */
static void add_possible(struct local *local, const struct ir_operand *operand)
{
	struct search *state = local->state;
	const struct pcv *pcv = &state->possible[operand->value];
	struct world *world = &state->circuit->world;
	uint32_t term = state_operand_term(state, ORIGINAL, operand), any = 0;

	for (unsigned i = 0; i < pcv->number && state_has(state, ATG_POSSIBLE); i++) {
		uint32_t one = term_binary(
			&world->terms, TERM_EQUAL, term,
			term_constant(&world->terms, pcv->numbers[i], state_width(state, operand)));

		any = any ? world_or(world, any, one) : one;
	}
	if (any)
		vec_push(&local->conditions, any);
}

void local_add_operand(struct local *local, const struct ir_operand *operand)
{
	const struct ir_statement *part;
	struct search *state = local->state;

	if (operand->kind != REMT_IR_VALUE || (state_get(state, ORIGINAL, operand).is_known &&
					       state_get(state, MUTANT, operand).is_known))
		return;
	part = state->depth < MAX_PARTS - 1 ? state_part(state, operand) : NULL;
	state->depth++;
	for (uint32_t i = 0; part && i < part->nr_operands; i++)
		local_add_operand(local, &part->operands[i]);
	state->depth--;
	if (part)
		return;
	for (size_t i = 0; i < local->operands.count; i++) {
		if (local->operands.items[i].value == operand->value)
			return;
	}
	vec_push(&local->operands, *operand);
	add_possible(local, operand);
}

/* Assigns what the solution says of the inputs of the program, which conditions of edges are about. */
static bool assign_inputs(struct local *local)
{
	struct search *state = local->state;
	const struct expansion *expansion = &state->circuit->expansion;
	bool ret = true;

	for (size_t i = 0; i < expansion->inputs.count && ret; i++) {
		const struct ir_operand operand = { .kind = REMT_IR_VALUE,
						    .value = expansion->inputs.items[i].value };
		uint32_t term = state->unknowns[ORIGINAL][operand.value];
		bool is_used = false;

		if (!term)
			continue;
		for (size_t k = 0; k < local->operands.count; k++)
			is_used |= local->operands.items[k].value == operand.value;
		if (is_used)
			ret = state_set(state, ORIGINAL, operand.value,
					evaluator_value(&state->evaluator, term));
	}
	return ret;
}

static bool assign(struct local *local)
{
	struct search *state = local->state;
	uint64_t numbers[2];

	if (!assign_inputs(local))
		return false;
	for (size_t i = 0; i < local->operands.count; i++) {
		const struct ir_operand *operand = &local->operands.items[i];

		for (unsigned v = 0; v < NR_VERSIONS; v++)
			numbers[v] = evaluator_value(&state->evaluator,
						     state_operand_term(state, v, operand));
		for (unsigned v = 0; v < NR_VERSIONS; v++) {
			if (!state_set_operand(state, v, operand, numbers[v]))
				return false;
		}
	}
	return true;
}

/* Adds that the next solution is another one. */
static void exclude(struct local *local)
{
	struct search *state = local->state;
	struct world *world = &state->circuit->world;
	uint32_t same = world_truth(world, true);

	for (size_t i = 0; i < local->operands.count; i++) {
		for (unsigned v = 0; v < NR_VERSIONS; v++) {
			const struct ir_operand *operand = &local->operands.items[i];
			uint32_t term = state_operand_term(state, v, operand);
			uint64_t number = evaluator_value(&state->evaluator, term);

			same = world_and(world, same,
					 term_binary(&world->terms, TERM_EQUAL, term,
						     term_constant(&world->terms, number,
								   state_width(state, operand))));
		}
	}
	vec_push(&local->conditions, term_not(&world->terms, same));
}

bool local_next(struct local *local, size_t at)
{
	struct search *state = local->state;
	struct kill *kill = state->kill;

	while (local->nr_solutions < kill->options->backtracks && !state_is_spent(state)) {
		const uint32_t *conditions = local->conditions.items;
		size_t number = local->conditions.count;

		state->nr_left--;
		kill->result->nr_questions++;
		state_undo(state, at);
		for (size_t i = 0; i < number; i++) {
			if (world_is(&state->circuit->world, conditions[i], false))
				return false;
		}
		if (number > MAX_CONDITIONS ||
		    solver_ask(state->solver, conditions, number, state->inputs) != SOLVER_SAT)
			return false;
		local->nr_solutions++;
		kill->result->nr_decisions++;
		evaluator_set(&state->evaluator, state->inputs);
		exclude(local);
		if (assign(local) && imply(state))
			return true;
		kill->result->nr_backtracks++;
		if (state_has(state, ATG_ASSIST) && local->nr_assists < MAX_ASSISTS) {
			local->nr_assists++;
			state_undo(state, at);
			assist(local);
		}
	}
	state_undo(state, at);
	return false;
}
