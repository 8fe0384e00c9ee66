/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Justification (Zhang, 2021, section 3.4.4): of what is executed, of uses, and of definitions. The condition of an edge
 * is a value of the circuit, and justified as one. First in the original alone, and if the test does not kill, in both
 * versions (4.3.5.3).
 */
#include "atg/state.h"

static bool decide(struct search *state)
{
	if (!state->nr_left)
		return false;
	state->nr_left--;
	state->kill->result->nr_decisions++;
	return true;
}

/* ---- tests */

/* Has the judge run what the inputs of the program are now; what is not known stays as in the seed. */
static bool try_test(struct search *state)
{
	struct circuit *circuit = state->circuit;
	struct kill *kill = state->kill;
	struct evaluator evaluator;
	bool ret;

	circuit_take_blob(circuit, kill->seed, kill->inputs);
	for (size_t i = 0; i < circuit->expansion.inputs.count; i++) {
		uint32_t value = circuit->expansion.inputs.items[i].value;
		uint32_t first = circuit->first_inputs[i];
		struct known known = state->values[ORIGINAL][value];
		uint64_t bytes =
			(side_form(&state->local[0], state->function->values[value].type).width +
			 7) /
			8;

		for (uint64_t k = 0; k < bytes && known.is_known && first != UINT32_MAX; k++)
			kill->inputs[first + k] = (unsigned char)(known.number >> 8 * k);
	}
	/* Mutation simulation by the circuit comes before the native run. */
	evaluator_init(&evaluator, &circuit->world.terms);
	evaluator_set(&evaluator, kill->inputs);
	ret = evaluator_value(&evaluator, circuit->within) &&
	      evaluator_value(&evaluator, circuit->differs);
	evaluator_deinit(&evaluator);
	return ret && kill->result->nr_tried < kill->options->nr_tries && kill_try(kill);
}

/* ---- unjustified elements */

/* How many ways to BLOCK are open if it is executed and none is known to be; 0: it is justified. */
static uint32_t nr_open_ways(const struct search *state, unsigned version, uint32_t block)
{
	const struct ir_block *row = &state->function->blocks[block];
	uint32_t ret = 0;

	if (state->blocks[version][block] != STATUS_EXECUTED)
		return 0;
	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		enum status status = (enum status)state->blocks[version][row->predecessors[i]];

		if (status == STATUS_EXECUTED)
			return 0;
		ret += status == STATUS_OPEN;
	}
	return ret;
}

/* Finds the last statement whose result is known, and whose operands are not; NULL: there is none. */
static const struct ir_statement *find_statement(const struct search *state, unsigned version,
						 uint32_t *block)
{
	const struct region *region = &state->circuit->region;

	for (uint32_t i = region->nr_blocks; i-- > 0;) {
		const struct ir_block *row = &state->function->blocks[region->blocks[i]];

		for (uint32_t k = row->nr_statements; k-- > 0;) {
			const struct ir_statement *statement = &row->statements[k];
			bool is_open = false;

			if (!state->values[version][statement->value].is_known ||
			    !state->unknowns[version][statement->value] ||
			    statement->kind == REMT_IR_SELECT)
				continue;
			for (uint32_t o = 0; o < statement->nr_operands; o++)
				is_open |= !state_get(state, version, &statement->operands[o])
						    .is_known;
			/* What some operands decide, as 0 && x, needs no others. */
			if (is_open && state->values[version][statement->value].is_known) {
				uint64_t number;
				uint32_t term = state_local_term((struct search *)state, version,
								 statement);

				is_open = !term_is_constant(&state->circuit->world.terms, term,
							    &number);
			}
			*block = region->blocks[i];
			if (is_open)
				return statement;
		}
	}
	return NULL;
}

/* Returns the first phi of BLOCK whose value is known; NULL: there is none. */
static const struct ir_phi *known_phi(const struct search *state, unsigned version, uint32_t block)
{
	const struct ir_block *row = &state->function->blocks[block];

	for (uint32_t i = 0; i < row->nr_phis; i++) {
		if (state->values[version][row->phis[i].value].is_known)
			return &row->phis[i];
	}
	return NULL;
}

static bool justify_in(struct search *state, unsigned version);

/* Takes one way to BLOCK after the other (3.4.4.1, and 3.4.4.2 for the uses that are phis there). */
static bool justify_block(struct search *state, unsigned version, uint32_t block)
{
	const struct ir_block *row = &state->function->blocks[block];
	const struct ir_phi *phi = known_phi(state, version, block);
	size_t at = state->trail.count;

	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		bool fits = true;
		uint64_t number = phi ? state->values[version][phi->value].number : 0;

		if (state->blocks[version][row->predecessors[i]] != STATUS_OPEN)
			continue;
		if (!decide(state))
			return false;
		/* A pair of definition and use is chosen, with its value (4.3.3). */
		if (phi && state_has(state, ATG_PAIRS))
			fits = state_set_operand(state, version, &phi->operands[i], number);
		fits = fits &&
		       state_set_status(state, version, row->predecessors[i], STATUS_EXECUTED);
		if (fits && phi && state_has(state, ATG_HISTORY) && version == ORIGINAL &&
		    phi->operands[i].kind == REMT_IR_VALUE)
			fits = follow_history(state, phi->operands[i].value, number);
		if (fits && imply(state) && justify_in(state, version))
			return true;
		state->kill->result->nr_backtracks++;
		state_undo(state, at);
	}
	return false;
}

/* Assigns one solution after the other to what goes into STATEMENT (3.4.4.3). */
static bool justify_statement(struct search *state, unsigned version, uint32_t block,
			      const struct ir_statement *statement)
{
	const struct ir_operand value = { .kind = REMT_IR_VALUE, .value = statement->value };
	struct terms *terms = &state->circuit->world.terms;
	size_t at = state->trail.count;
	struct local local;
	bool ret = false;

	local_init(&local, state, block);
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		local_add_operand(&local, &statement->operands[i]);
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		struct known known = state->values[v][statement->value];

		if ((v == version || state->kill->circuit.sides[v].alternative) && known.is_known)
			vec_push(&local.conditions,
				 term_binary(terms, TERM_EQUAL,
					     state_local_term(state, v, statement),
					     term_constant(terms, known.number,
							   state_width(state, &value))));
	}
	while (!ret && local_next(&local, at))
		ret = justify_in(state, version);
	local_deinit(&local);
	if (!ret)
		state_undo(state, at);
	return ret;
}

static bool justify_in(struct search *state, unsigned version)
{
	const struct region *region = &state->circuit->region;
	const struct ir_statement *statement;
	uint32_t block;

	if (!state->nr_left || state->kill->result->verdict == ATG_TEST)
		return false;
	for (uint32_t i = region->nr_blocks; i-- > 0;) {
		if (nr_open_ways(state, version, region->blocks[i]) > 1)
			return justify_block(state, version, region->blocks[i]);
	}
	statement = find_statement(state, version, &block);
	if (statement)
		return justify_statement(state, version, block, statement);
	if (try_test(state))
		return true;
	return version == ORIGINAL && justify_in(state, MUTANT);
}

bool justify(struct search *state)
{
	return justify_in(state, ORIGINAL);
}
