/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atg/state.h"

#include <stdlib.h>

#include "common/xalloc.h"

/* ---- terms of one statement */

static uint32_t nr_values(const struct search *state)
{
	return state->function->nr_values;
}

/* Makes the terms that stand for values: the same for both versions where these cannot differ. */
static void make_unknowns(struct search *state)
{
	struct world *world = &state->circuit->world;

	for (unsigned v = 0; v < NR_VERSIONS; v++)
		state->unknowns[v] = xcalloc(nr_values(state) + UINT32_C(1), sizeof(uint32_t));
	for (uint32_t i = 0; i < nr_values(state); i++) {
		const uint64_t words[] = { UINT64_MAX, i };
		unsigned width = side_form(&state->local[0], state->function->values[i].type).width;

		if (!state->circuit->sides[ORIGINAL].values[i])
			continue;
		state->unknowns[ORIGINAL][i] =
			world_unknown(world, width, UNKNOWN_VALUE, &words[1], 1);
		state->unknowns[MUTANT][i] =
			state->has_effect[i] ? world_unknown(world, width, UNKNOWN_RESULT, words, 2)
					     : state->unknowns[ORIGINAL][i];
	}
}

static void make_local(struct search *state)
{
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		const struct side *side = &state->circuit->sides[v];

		state->local[v] = (struct side){
			.world = side->world,
			.function = side->function,
			.region = side->region,
			.site = side->site,
			.alternative = side->alternative,
			.values = xcalloc(nr_values(state) + UINT32_C(1), sizeof(uint32_t)),
			.reach = world_truth(side->world, true),
			.memory = STATE_FIRST,
			.deeds = STATE_FIRST,
		};
	}
}

void state_init(struct search *ret, struct kill *kill)
{
	struct circuit *circuit = &kill->circuit;
	const struct ir_function *function = &circuit->expansion.function;
	struct solver_options options = solver_defaults;

	*ret = (struct search){ .kill = kill,
				.circuit = circuit,
				.function = function,
				.nr_left = kill->options->nr_decisions };
	ret->has_effect = xcalloc(function->nr_values + UINT32_C(1), sizeof(bool));
	ret->differs = xcalloc(function->nr_blocks, sizeof(bool));
	for (uint32_t i = 0; i < function->nr_values; i++)
		ret->has_effect[i] =
			circuit->sides[ORIGINAL].values[i] != circuit->sides[MUTANT].values[i];
	for (uint32_t i = 0; i < function->nr_blocks; i++)
		ret->differs[i] = circuit->sides[ORIGINAL].blocks[i].reach !=
				  circuit->sides[MUTANT].blocks[i].reach;
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		ret->values[v] = xcalloc(function->nr_values + UINT32_C(1), sizeof(struct known));
		ret->blocks[v] = xcalloc(function->nr_blocks, 1);
	}
	make_local(ret);
	make_unknowns(ret);
	ret->possible = xcalloc(function->nr_values + UINT32_C(1), sizeof(struct pcv));
	find_possible(ret);
	options.first_steps = options.last_steps = kill->options->steps / 100;
	options.seconds = kill->options->seconds;
	options.deadline = &kill->deadline;
	ret->max_inputs = circuit->world.nr_inputs + STATE_MORE_INPUTS;
	ret->solver = solver_create(&circuit->world.terms, ret->max_inputs, &options);
	ret->inputs = xcalloc(ret->max_inputs, 1);
	circuit_take_blob(circuit, kill->seed, ret->inputs);
	evaluator_init(&ret->evaluator, &circuit->world.terms);
}

bool state_is_spent(struct search *state)
{
	if (state->circuit->world.nr_inputs + STATE_MORE_INPUTS / 2 > state->max_inputs ||
	    deadline_is_over(&state->kill->deadline) || world_is_full(&state->circuit->world))
		state->nr_left = 0;
	return !state->nr_left;
}

void state_deinit(struct search *state)
{
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		free(state->values[v]);
		free(state->blocks[v]);
		free(state->unknowns[v]);
		free(state->local[v].values);
		vec_deinit(&state->local[v].undefined);
	}
	free(state->has_effect);
	free(state->differs);
	free(state->possible);
	free(state->inputs);
	vec_deinit(&state->trail);
	solver_destroy(state->solver);
	evaluator_deinit(&state->evaluator);
}

const struct ir_statement *state_part(const struct search *state, const struct ir_operand *operand)
{
	const struct equiv_function *scene = &state->circuit->scene;
	struct ir_point point;
	const struct ir_block *row;

	if (operand->kind != REMT_IR_VALUE ||
	    state->function->values[operand->value].local != UINT32_MAX)
		return NULL;
	point = scene->uses.definitions[operand->value];
	if (point.block >= state->function->nr_blocks)
		return NULL;
	row = &state->function->blocks[point.block];
	return point.at < row->nr_statements ? &row->statements[point.at] : NULL;
}

uint32_t state_operand_term(struct search *state, unsigned version,
			    const struct ir_operand *operand)
{
	struct known known = state_get(state, version, operand);
	const struct ir_statement *part;

	if (operand->kind != REMT_IR_VALUE)
		return side_operand(&state->local[version], operand);
	if (known.is_known)
		return term_constant(&state->circuit->world.terms, known.number,
				     state_width(state, operand));
	part = state->depth < MAX_PARTS ? state_part(state, operand) : NULL;
	if (part)
		return state_local_term(state, version, part);
	return state->unknowns[version][operand->value];
}

uint32_t state_local_term(struct search *state, unsigned version,
			  const struct ir_statement *statement)
{
	struct side *side = &state->local[version];
	uint32_t terms[3];

	state->depth++;
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		terms[i] = state_operand_term(state, version, &statement->operands[i]);
	state->depth--;
	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		if (statement->operands[i].kind == REMT_IR_VALUE)
			side->values[statement->operands[i].value] = terms[i];
	}
	side->undefined.count = 0;
	side->statement = statement;
	return side_value(side, statement);
}

/* ---- what is known */

unsigned state_width(const struct search *state, const struct ir_operand *operand)
{
	return side_form(&state->local[0], side_operand_type(&state->local[0], operand)).width;
}

struct known state_get(const struct search *state, unsigned version,
		       const struct ir_operand *operand)
{
	struct known ret = { 0 };

	if (operand->kind == REMT_IR_VALUE)
		return state->values[version][operand->value];
	ret.is_known = operand->kind == REMT_IR_NUMBER;
	ret.number = ret.is_known ? term_mask(operand->number.low, state_width(state, operand)) : 0;
	return ret;
}

void state_undo(struct search *state, size_t at)
{
	while (state->trail.count > at) {
		struct change change = state->trail.items[--state->trail.count];

		if (change.is_value)
			state->values[change.version][change.index].is_known = false;
		else
			state->blocks[change.version][change.index] = STATUS_OPEN;
	}
}

static bool set_one(struct search *state, unsigned version, uint32_t value, uint64_t number)
{
	struct known *known = &state->values[version][value];
	struct change change = { value, (uint8_t)version, true };

	if (known->is_known && known->number != number) {
		state->conflict = change;
		return false;
	}
	if (!known->is_known) {
		*known = (struct known){ true, number };
		vec_push(&state->trail, change);
	}
	return true;
}

bool state_set(struct search *state, unsigned version, uint32_t value, uint64_t number)
{
	return set_one(state, version, value, number) &&
	       (state->has_effect[value] || set_one(state, !version, value, number));
}

bool state_set_operand(struct search *state, unsigned version, const struct ir_operand *operand,
		       uint64_t number)
{
	struct known known;

	if (operand->kind == REMT_IR_VALUE)
		return state_set(state, version, operand->value, number);
	known = state_get(state, version, operand);
	return !known.is_known || known.number == number;
}

static bool set_status(struct search *state, unsigned version, uint32_t block, enum status status)
{
	signed char *now = &state->blocks[version][block];
	struct change change = { block, (uint8_t)version, false };

	if (*now != STATUS_OPEN && *now != (signed char)status) {
		state->conflict = change;
		return false;
	}
	if (*now == STATUS_OPEN) {
		*now = (signed char)status;
		vec_push(&state->trail, change);
	}
	return true;
}

bool state_set_status(struct search *state, unsigned version, uint32_t block, enum status status)
{
	return set_status(state, version, block, status) &&
	       (state->differs[block] || set_status(state, !version, block, status));
}

bool state_shows_effect(const struct search *state, const struct ir_operand *operand)
{
	struct known a = state_get(state, ORIGINAL, operand), b = state_get(state, MUTANT, operand);

	return a.is_known && b.is_known && a.number != b.number;
}
