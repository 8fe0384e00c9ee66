/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/side.h"

#include <stdlib.h>

#include "common/xalloc.h"

void side_refuse(struct side *side, const char *reason)
{
	if (!side->refusal)
		side->refusal = reason;
}

/* ---- edges */

/* Adds to the condition of the edge to TO, which is taken on the condition LOCAL. */
static void add_edge(struct side *side, uint32_t to, uint32_t local)
{
	struct world *world = side->world;
	struct side_edge edge = { side->block, to, world_and(world, side->reach, local), local };

	for (size_t i = side->edges.count; i-- && side->edges.items[i].from == side->block;) {
		struct side_edge *known = &side->edges.items[i];

		if (known->to != to)
			continue;
		known->condition = world_or(world, known->condition, edge.condition);
		known->local = world_or(world, known->local, local);
		return;
	}
	vec_push(&side->edges, edge);
}

/* Returns the condition of EDGE where the side is; 0: no way comes by it. */
static uint32_t edge_condition(struct side *side, const struct side_edge *edge)
{
	if (!side->relative)
		return edge->condition;
	if (!side->relative[edge->from])
		return 0;
	return world_and(side->world, side->relative[edge->from], edge->local);
}

/* Finds the conditions of coming from the block ABOVE to those on the way to BLOCK. */
static void find_relative(struct side *side, uint32_t above, uint32_t block)
{
	const struct region *region = side->region;
	uint32_t i = 0;

	side->relative = xcalloc(side->function->function->nr_blocks + 1, sizeof(uint32_t));
	while (region->blocks[i] != above)
		i++;
	side->relative[above] = world_truth(side->world, true);
	for (i++; i < region->nr_blocks && region->blocks[i] != block; i++) {
		uint32_t reach = 0;

		for (size_t k = 0; k < side->edges.count; k++) {
			const struct side_edge edge = side->edges.items[k];
			uint32_t condition =
				edge.to == region->blocks[i] ? edge_condition(side, &edge) : 0;

			if (condition)
				reach = reach ? world_or(side->world, reach, condition) : condition;
		}
		side->relative[region->blocks[i]] = reach;
	}
}

static void branch(struct side *side, const struct ir_end *end)
{
	uint32_t types[2], terms[2], condition;

	for (unsigned i = 0; i < 2; i++) {
		types[i] = side_operand_type(side, &end->operands[i]);
		terms[i] = side_operand(side, &end->operands[i]);
	}
	condition = side_condition(side, end->operation, types, terms);
	add_edge(side, end->blocks[0], condition);
	add_edge(side, end->blocks[1], term_not(&side->world->terms, condition));
}

/*
 * Returns LABEL as a term of FORM, in which the switch is; 0: it has no such value. GCC gives labels the type before
 * promotion: of a char that is switched by as an int, they are chars.
 */
static uint32_t case_label(struct side *side, const struct ir_operand *label, struct form form)
{
	struct form own = side_form(side, side_operand_type(side, label));
	bool holds_all = own.width < form.width
				 ? !own.is_signed || form.is_signed
				 : own.width == form.width && own.is_signed == form.is_signed;

	if (own.shape != SHAPE_INTEGER || !holds_all)
		return 0;
	return term_extend(&side->world->terms, side_operand(side, label), form.width,
			   own.is_signed);
}

static uint32_t case_condition(struct side *side, const struct ir_case *row, uint32_t value,
			       struct form form)
{
	struct terms *terms = &side->world->terms;
	enum term_operation less = form.is_signed ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED;
	uint32_t low = case_label(side, &row->low, form);
	uint32_t high = case_label(side, &row->high, form);

	if (!low || !high) {
		side_refuse(side, "a switch by an unknown form");
		return world_truth(side->world, false);
	}
	if (low == high)
		return term_binary(terms, TERM_EQUAL, value, low);
	return world_and(side->world, term_not(terms, term_binary(terms, less, value, low)),
			 term_not(terms, term_binary(terms, less, high, value)));
}

static void choose_case(struct side *side, const struct ir_end *end)
{
	struct world *world = side->world;
	struct form form = side_form(side, side_operand_type(side, &end->operands[0]));
	uint32_t value = side_operand(side, &end->operands[0]);
	uint32_t others = world_truth(world, true);

	if (form.shape != SHAPE_INTEGER) {
		side_refuse(side, "a switch by an unknown form");
		return;
	}
	for (uint32_t i = 0; i < end->nr_cases; i++) {
		uint32_t condition = case_condition(side, &end->cases[i], value, form);

		add_edge(side, end->cases[i].block, condition);
		others = world_and(world, others, term_not(&world->terms, condition));
	}
	add_edge(side, end->blocks[0], others);
}

static void leave_block(struct side *side, const struct ir_end *end)
{
	uint32_t value = 0;

	side->statement = NULL;
	if (end->kind == REMT_IR_RETURN && end->place)
		value = side_object(side, end->place);
	else if (end->kind == REMT_IR_RETURN && end->nr_operands)
		value = side_operand(side, &end->operands[0]);
	switch (end->kind) {
	case REMT_IR_GOTO: add_edge(side, end->blocks[0], world_truth(side->world, true)); break;
	case REMT_IR_IF: branch(side, end); break;
	case REMT_IR_SWITCH: choose_case(side, end); break;
	case REMT_IR_RETURN:
	case REMT_IR_HALT: break;
	case REMT_IR_RESUME:
	case REMT_IR_JUMP: side_refuse(side, "a way that is not told"); break;
	}
	side->blocks[side->block] =
		(struct side_block){ side->reach, side->memory, side->deeds, value };
}

/* ---- blocks */

uint32_t side_phi(struct side *side, uint32_t block, const struct ir_phi *phi)
{
	const struct ir_block *row = &side->function->function->blocks[block];
	uint32_t ret = 0;

	for (size_t i = 0; i < side->edges.count; i++) {
		const struct side_edge edge = side->edges.items[i];
		uint32_t condition = edge.to == block ? edge_condition(side, &edge) : 0;
		uint32_t at = 0, value;

		if (!condition)
			continue;
		while (at < row->nr_predecessors && row->predecessors[at] != edge.from)
			at++;
		value = side_operand(side, &phi->operands[at]);
		ret = ret ? term_choose(&side->world->terms, condition, value, ret) : value;
	}
	return ret;
}

struct side_block side_arrival(struct side *side, uint32_t block)
{
	struct world *world = side->world;
	struct side_block ret = { 0 };

	for (size_t i = 0; i < side->edges.count; i++) {
		const struct side_edge edge = side->edges.items[i];
		const struct side_block *from = &side->blocks[edge.from];
		uint32_t condition = edge.to == block ? edge_condition(side, &edge) : 0;

		if (!condition)
			continue;
		ret.memory = ret.reach ? world_either(world, condition, from->memory, ret.memory)
				       : from->memory;
		ret.deeds = ret.reach ? world_either(world, condition, from->deeds, ret.deeds)
				      : from->deeds;
		ret.reach = ret.reach ? world_or(world, ret.reach, condition) : condition;
	}
	return ret;
}

static void enter_block(struct side *side, uint32_t block)
{
	const struct ir_block *row = &side->function->function->blocks[block];
	uint32_t above = side->region->always_of[block];
	struct side_block arrival;
	uint32_t *phis;

	side->block = block;
	side->statement = NULL;
	if (block == side->region->entry) {
		side->reach = world_truth(side->world, true);
		side->memory = side->deeds = STATE_FIRST;
		return;
	}
	if (above != IR_NO_BLOCK)
		find_relative(side, above, block);
	arrival = side_arrival(side, block);
	phis = xcalloc(row->nr_phis + 1, sizeof(*phis));
	for (uint32_t i = 0; i < row->nr_phis; i++)
		phis[i] = side_phi(side, block, &row->phis[i]);
	for (uint32_t i = 0; i < row->nr_phis; i++)
		side->values[row->phis[i].value] = phis[i];
	free(phis);
	free(side->relative);
	side->relative = NULL;
	side->reach = above == IR_NO_BLOCK ? arrival.reach : side->blocks[above].reach;
	side->memory = arrival.memory;
	side->deeds = arrival.deeds;
}

/* The end of a variable's life: what lay there is unknown from now on, but the same for both. */
static void end_life(struct side *side, const struct ir_place *place)
{
	const uint64_t word = 2;
	uint64_t size = side->function->function->unit->types[place->type].size;
	const uint32_t terms[] = { side_address(side, place),
				   world_unknown(side->world,
						 size && size <= 8 ? (unsigned)size * 8 : 64,
						 UNKNOWN_NUMBER, &word, 1) };
	const struct state state = {
		.kind = STATE_STORED,
		.before = side->memory,
		.nr_fixed = 1,
		.fixed = &size,
		.nr_terms = 2,
		.terms = terms,
		.place = place,
	};

	if (size)
		side->memory = world_state(side->world, &state);
}

static void execute(struct side *side, const struct ir_statement *statement)
{
	side->statement = statement;
	switch (statement->kind) {
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_CHOOSE: side->values[statement->value] = side_value(side, statement); break;
	case REMT_IR_MARK:
	case REMT_IR_SELECT:
		side->values[statement->value] = side_value(side, statement);
		if (statement->mark->site == side->site) {
			struct side_mark mark = { statement, side->reach,
						  side->values[statement->value] };

			vec_push(&side->marks, mark);
		}
		break;
	case REMT_IR_LOAD:
		side->values[statement->value] = side_load(side, statement->place);
		break;
	case REMT_IR_STORE:
		side_store(side, statement->place, side_operand(side, &statement->operands[0]));
		break;
	case REMT_IR_MOVE: side_move(side, statement->place, statement->from); break;
	case REMT_IR_CLEAR: side_clear(side, statement->place); break;
	case REMT_IR_END: end_life(side, statement->place); break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: side_call(side, statement); break;
	}
}

void side_init(struct side *ret, struct world *world, const struct equiv_function *function,
	       const struct region *region, uint32_t site, uint32_t alternative)
{
	*ret = (struct side){
		.world = world,
		.function = function,
		.region = region,
		.site = site,
		.alternative = alternative,
		.values = xcalloc(function->function->nr_values + 1, sizeof(uint32_t)),
		.blocks = xcalloc(function->function->nr_blocks + 1, sizeof(struct side_block)),
	};
	for (uint32_t i = 0; i < region->nr_blocks && !ret->refusal && !world_is_full(world); i++) {
		const struct ir_block *block = &function->function->blocks[region->blocks[i]];

		enter_block(ret, region->blocks[i]);
		for (uint32_t k = 0;
		     k < block->nr_statements && !ret->refusal && !world_is_full(world); k++)
			execute(ret, &block->statements[k]);
		leave_block(ret, &block->end);
	}
}

void side_deinit(struct side *side)
{
	free(side->values);
	free(side->blocks);
	vec_deinit(&side->edges);
	vec_deinit(&side->undefined);
	vec_deinit(&side->marks);
}
