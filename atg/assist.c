/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions of edges that help local questions (EC assist; Zhang, 2021, section 4.3.1). When the implications of a
 * solution end in a conflict, the condition that went wrong is added (EEC), with what the program's inputs make of the
 * region's inputs (data transformation expressions, DTE).
 *
 * The thesis makes the expressions from the nearest definition that both depend on. Here they begin at the program's
 * inputs: as terms they are there already, and share their parts.
 */
#include "atg/state.h"

/* Returns the condition of the edge that leads to BLOCK alone, in terms of the program's inputs; 0: it has none. */
static uint32_t condition_of(const struct search *state, unsigned version, uint32_t block)
{
	const struct side *side = &state->circuit->sides[version];

	for (size_t i = 0; i < side->edges.count; i++) {
		const struct side_edge *edge = &side->edges.items[i];

		if (edge->to == block && state->function->blocks[edge->from].end.kind == REMT_IR_IF)
			return edge->local;
	}
	return 0;
}

/* Makes the region's inputs what the program makes of its own. */
static void add_links(struct local *local)
{
	struct search *state = local->state;
	struct world *world = &state->circuit->world;
	size_t number = local->operands.count;

	if (local->has_links)
		return;
	local->has_links = true;
	for (size_t i = 0; i < number; i++) {
		for (unsigned v = 0; v < NR_VERSIONS; v++) {
			const struct ir_operand operand = local->operands.items[i];

			vec_push(&local->conditions,
				 term_binary(&world->terms, TERM_EQUAL,
					     state_operand_term(state, v, &operand),
					     circuit_term(state->circuit, v, &operand)));
		}
	}
	/* The program's inputs are assigned, too: conditions are about these now. */
	for (size_t i = 0; i < state->circuit->expansion.inputs.count; i++) {
		const struct ir_operand operand = {
			.kind = REMT_IR_VALUE,
			.value = state->circuit->expansion.inputs.items[i].value
		};

		if (state->unknowns[ORIGINAL][operand.value])
			vec_push(&local->operands, operand);
	}
}

static void add(struct local *local, uint32_t condition)
{
	for (size_t i = 0; i < local->conditions.count; i++) {
		if (local->conditions.items[i] == condition)
			return;
	}
	if (condition && !world_is(&local->state->circuit->world, condition, true))
		vec_push(&local->conditions, condition);
}

/*
 * BLOCK has to be executed (4.3.1.3): adds the conditions of the edges that each way to it takes, or if there are none,
 * of coming to it at all.
 */
static void require(struct local *local, unsigned version, uint32_t block)
{
	const struct search *state = local->state;
	uint32_t above = block;
	bool found = false;

	while (above != IR_NO_BLOCK && above < state->function->nr_blocks) {
		uint32_t condition = condition_of(state, version, above);

		if (condition)
			add(local, condition);
		found |= condition != 0;
		above = state->circuit->scene.dominators.immediate[above];
	}
	if (!found)
		add(local, state->circuit->sides[version].blocks[block].reach);
}

/* What was known before the solution, and can't be so with it (4.3.1.4: of a use; 4.3.1.5: of where the effect is to go). */
static void keep(struct local *local)
{
	struct search *state = local->state;
	struct world *world = &state->circuit->world;
	struct change conflict = state->conflict;
	unsigned version = conflict.version;

	if (conflict.is_value) {
		const struct ir_operand operand = { .kind = REMT_IR_VALUE,
						    .value = conflict.index };
		struct known known = state->values[version][conflict.index];

		if (known.is_known)
			add(local, term_binary(&world->terms, TERM_EQUAL,
					       circuit_term(state->circuit, version, &operand),
					       term_constant(&world->terms, known.number,
							     state_width(state, &operand))));
		return;
	}
	if (state->blocks[version][conflict.index] == STATUS_EXECUTED)
		require(local, version, conflict.index);
	else if (state->blocks[version][conflict.index] == STATUS_NOT)
		add(local, term_not(&world->terms,
				    state->circuit->sides[version].blocks[conflict.index].reach));
}

void assist(struct local *local)
{
	add_links(local);
	for (unsigned v = 0; v < NR_VERSIONS; v++) {
		if (local->state->blocks[v][local->block] == STATUS_EXECUTED)
			require(local, v, local->block);
	}
	keep(local);
}

/* Returns the value that VALUE alone goes into, a statement's; UINT32_MAX: there are several, or it goes elsewhere. */
static uint32_t only_use(const struct search *state, uint32_t value)
{
	const struct ir_uses *uses = &state->circuit->scene.uses;
	uint32_t ret = UINT32_MAX;

	LISTS_EACH(&uses->of, value, index)
	{
		struct ir_point point = uses->uses[index].point;
		const struct ir_block *row = &state->function->blocks[point.block];

		if (point.at >= row->nr_statements || ret != UINT32_MAX)
			return UINT32_MAX;
		ret = row->statements[point.at].value;
	}
	return ret;
}

void assist_effect(struct local *local, uint32_t value)
{
	struct search *state = local->state;
	uint32_t last = value, next;

	if (!state_has(state, ATG_ASSIST) || local->nr_assists >= MAX_ASSISTS)
		return;
	while ((next = only_use(state, last)) != UINT32_MAX)
		last = next;
	if (last == value)
		return;
	local->nr_assists++;
	add_links(local);
	add(local,
	    world_differ(&state->circuit->world, state->circuit->sides[ORIGINAL].values[last],
			 state->circuit->sides[MUTANT].values[last]));
}
