/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The D-algorithm for software (Zhang, "Automatic Test Generation System for Software", 2021, section 3.4.6): excites the
 * mutation effect (MEE), propagates it to an output (MEP), and justifies what that asks for. Tasks are taken in LIFO
 * order by recursion.
 */
#include "atg/state.h"

/* ---- propagation */

/* True if the effect is at an output. */
static bool is_at_output(const struct search *state)
{
	const struct expansion *expansion = &state->circuit->expansion;

	for (size_t i = OUTPUT_CALLS; i < expansion->outputs.count; i++) {
		if (state_shows_effect(state, &expansion->outputs.items[i].operand))
			return true;
	}
	return false;
}

static bool propagate(struct search *state);

/* True if the effect comes to STATEMENT, and it is open whether it goes on. */
static bool is_frontier(const struct search *state, const struct ir_statement *statement)
{
	bool shows = false;

	if (state->values[ORIGINAL][statement->value].is_known &&
	    state->values[MUTANT][statement->value].is_known)
		return false;
	for (uint32_t i = 0; i < statement->nr_operands; i++)
		shows |= state_shows_effect(state, &statement->operands[i]);
	return shows;
}

/* Asks for a difference of the terms A and B, the versions' VALUE of a region in BLOCK with OPERANDS. */
static bool ask_difference(struct search *state, uint32_t block, uint32_t value,
			   const struct ir_operand *operands, uint32_t number, uint32_t a,
			   uint32_t b)
{
	struct local local;
	size_t at = state->trail.count;
	bool ret = false;

	local_init(&local, state, block);
	for (uint32_t i = 0; i < number; i++)
		local_add_operand(&local, &operands[i]);
	vec_push(&local.conditions, world_differ(&state->circuit->world, a, b));
	while (!ret && local_next(&local, at)) {
		ret = propagate(state);
		if (ret)
			break;
		state_undo(state, at);
		assist_effect(&local, value);
	}
	local_deinit(&local);
	if (!ret)
		state_undo(state, at);
	return ret;
}

static bool propagate_statement(struct search *state, uint32_t block,
				const struct ir_statement *statement)
{
	return ask_difference(state, block, statement->value, statement->operands,
			      statement->nr_operands, state_local_term(state, ORIGINAL, statement),
			      state_local_term(state, MUTANT, statement));
}

/* Returns the way by which BLOCK is come to in a version; UINT32_MAX: it is open. */
static uint32_t way_to(const struct search *state, unsigned version, uint32_t block)
{
	const struct ir_block *row = &state->function->blocks[block];

	for (uint32_t i = 0; i < row->nr_predecessors; i++) {
		if (state->blocks[version][row->predecessors[i]] == STATUS_EXECUTED)
			return i;
	}
	return UINT32_MAX;
}

/* True if the versions part at some branch: a block is executed in one of them alone. */
static bool has_parted(const struct search *state)
{
	const struct region *region = &state->circuit->region;

	for (uint32_t i = 0; i < region->nr_blocks; i++) {
		uint32_t block = region->blocks[i];

		if (state->blocks[ORIGINAL][block] * state->blocks[MUTANT][block] < 0)
			return true;
	}
	return false;
}

/* Takes one way after the other to BLOCK in a version that comes to it, and goes on with the effect. */
static bool choose_way(struct search *state, unsigned version, uint32_t block)
{
	const struct ir_block *row = &state->function->blocks[block];
	size_t at = state->trail.count;

	for (uint32_t i = 0; i < row->nr_predecessors && state->nr_left; i++) {
		if (state->blocks[version][row->predecessors[i]] != STATUS_OPEN)
			continue;
		state->nr_left--;
		state->kill->result->nr_decisions++;
		if (state_set_status(state, version, row->predecessors[i], STATUS_EXECUTED) &&
		    imply(state) && propagate(state))
			return true;
		state->kill->result->nr_backtracks++;
		state_undo(state, at);
	}
	return false;
}

/*
 * The versions come to a phi by two ways: its operands there are to differ. Together with the branch at which they part
 * it is one region, whose ways are taken one after the other.
 */
static bool propagate_ways(struct search *state, uint32_t block, const struct ir_phi *phi)
{
	uint32_t ways[NR_VERSIONS];
	struct ir_operand operands[NR_VERSIONS];

	if (!state->has_effect[phi->value] || (state->values[ORIGINAL][phi->value].is_known &&
					       state->values[MUTANT][phi->value].is_known))
		return false;
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		ways[v] = way_to(state, v, block);
		if (state->blocks[v][block] != STATUS_EXECUTED)
			return false;
	}
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		if (ways[v] == UINT32_MAX)
			return has_parted(state) && choose_way(state, v, block);
		operands[v] = phi->operands[ways[v]];
	}
	if (ways[ORIGINAL] == ways[MUTANT])
		return false;
	return ask_difference(state, block, phi->value, operands, 2,
			      state_operand_term(state, ORIGINAL, &operands[ORIGINAL]),
			      state_operand_term(state, MUTANT, &operands[MUTANT]));
}

/* The effect may reach a use: the way there is taken (section 4.2: potential mutation effect). */
static bool propagate_potential(struct search *state, uint32_t block, const struct ir_phi *phi)
{
	const struct ir_block *row = &state->function->blocks[block];
	size_t at = state->trail.count;

	for (uint32_t i = 0; i < row->nr_predecessors && state->nr_left; i++) {
		bool fits = true, is_open = false;

		if (!state_shows_effect(state, &phi->operands[i]))
			continue;
		for (unsigned v = 0; v < NR_VERSIONS; v++)
			is_open |= state->blocks[v][row->predecessors[i]] == STATUS_OPEN;
		if (!is_open)
			continue;
		state->nr_left--;
		state->kill->result->nr_decisions++;
		for (unsigned v = 0; v < NR_VERSIONS; v++)
			fits = fits &&
			       state_set_status(state, v, row->predecessors[i], STATUS_EXECUTED);
		if (fits && imply(state) && propagate(state))
			return true;
		state->kill->result->nr_backtracks++;
		state_undo(state, at);
	}
	return false;
}

/* Tries all ways on for the effect, those nearest to the end first. */
static bool propagate(struct search *state)
{
	const struct region *region = &state->circuit->region;

	if (state->kill->result->verdict == ATG_TEST || !state->nr_left)
		return false;
	if (is_at_output(state))
		return justify(state);
	for (uint32_t i = region->nr_blocks; i-- > 0 && state->nr_left;) {
		uint32_t block = region->blocks[i];
		const struct ir_block *row = &state->function->blocks[block];

		for (uint32_t k = row->nr_statements; k-- > 0 && state->nr_left;) {
			if (is_frontier(state, &row->statements[k]) &&
			    propagate_statement(state, block, &row->statements[k]))
				return true;
		}
		for (uint32_t k = 0; k < row->nr_phis && state->nr_left; k++) {
			if (propagate_ways(state, block, &row->phis[k]))
				return true;
			if (state_has(state, ATG_POTENTIAL) &&
			    propagate_potential(state, block, &row->phis[k]))
				return true;
		}
	}
	return false;
}

/* ---- excitation */

/* True if STATEMENT, a copy of the mutated one, may have another value in the mutant. */
static bool is_site(const struct search *state, const struct ir_statement *statement)
{
	return (statement->kind == REMT_IR_MARK || statement->kind == REMT_IR_SELECT) &&
	       statement->mark->site == state->circuit->sides[MUTANT].site &&
	       state->has_effect[statement->value];
}

/* The region is executed in both versions. */
static bool excite(struct search *state, uint32_t block, const struct ir_statement *statement)
{
	size_t at = state->trail.count;
	bool ret = false, fits = true;

	for (unsigned v = 0; v < NR_VERSIONS; v++)
		fits = fits && state_set_status(state, v, block, STATUS_EXECUTED);
	if (fits && imply(state)) {
		if (state_shows_effect(state, &(struct ir_operand){ .kind = REMT_IR_VALUE,
								    .value = statement->value }))
			ret = propagate(state);
		else
			ret = propagate_statement(state, block, statement);
	}
	if (!ret)
		state_undo(state, at);
	return ret;
}

/* What each test has to do: stay within the bounds and what is told, and come to the end (section 3.4.5). */
static bool begin(struct search *state)
{
	const struct expansion *expansion = &state->circuit->expansion;
	bool ret = true;

	for (unsigned v = 0; v < NR_VERSIONS && ret; v++)
		ret = state_set_status(state, v, 0, STATUS_EXECUTED) &&
		      state_set_status(state, v, expansion->last, STATUS_EXECUTED) &&
		      state_set_operand(state, v, &expansion->outputs.items[OUTPUT_OUT].operand,
					0) &&
		      state_set_operand(state, v, &expansion->outputs.items[OUTPUT_VAGUE].operand,
					0);
	return ret && imply(state);
}

void kill_search(struct kill *kill)
{
	struct search state;
	const struct region *region = &kill->circuit.region;
	bool found = false;

	state_init(&state, kill);
	if (begin(&state)) {
		for (uint32_t i = 0; i < region->nr_blocks && !found && state.nr_left; i++) {
			const struct ir_block *row =
				&kill->circuit.expansion.function.blocks[region->blocks[i]];

			for (uint32_t k = 0; k < row->nr_statements && !found; k++) {
				if (is_site(&state, &row->statements[k]))
					found = excite(&state, region->blocks[i],
						       &row->statements[k]);
			}
		}
	}
	kill->result->is_by_search = found;
	state_deinit(&state);
}
