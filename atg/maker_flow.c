/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of an expansion, and what control brings from one to another. */
#include <stdlib.h>

#include "atg/maker.h"
#include "common/xalloc.h"

uint32_t maker_block(struct maker *maker)
{
	(void)vec_add(&maker->blocks);
	if (maker->blocks.count > maker->options->max_blocks)
		maker_refuse_size(maker, "its unwound loops and calls are too large");
	return (uint32_t)maker->blocks.count - 1;
}

void flow_deinit(struct flow *flow)
{
	free(flow->values);
	free(flow->cells);
	*flow = (struct flow){ 0 };
}

struct flow maker_go(struct maker *maker, unsigned way, uint32_t nr_values)
{
	struct flow ret = { .from = maker->now.from, .way = way, .nr_cells = maker->now.nr_cells };

	ret.cells = xmemdup(maker->now.cells, ret.nr_cells * sizeof(*ret.cells));
	if (nr_values)
		ret.values = xmemdup(maker->now.values, nr_values * sizeof(*ret.values));
	return ret;
}

void maker_branch(struct maker *maker, struct ir_operand condition)
{
	struct ir_end *end = &maker->blocks.items[maker->now.from].end;

	end->kind = REMT_IR_IF;
	end->operation = REMT_IR_OP_NOT_EQUAL;
	end->nr_operands = 2;
	end->operands[0] = condition;
	end->operands[1] = maker_number(maker, maker_type(maker, &condition), 0);
}

static const struct ir_operand undefined = { .kind = REMT_IR_UNDEFINED };

static const struct ir_operand *brought(const struct flow *flow, uint32_t index, bool is_cell)
{
	if (!is_cell)
		return &flow->values[index];
	return index < flow->nr_cells ? &flow->cells[index] : &undefined;
}

/*
 * Finds one that is defined, NULL: there is none. *IS_WHOLE: all are, *IS_SAME: all are the same.
 */
static const struct ir_operand *compare(const struct flows *flows, uint32_t index, bool is_cell,
					bool *is_whole, bool *is_same)
{
	const struct ir_operand *ret = NULL;

	*is_whole = *is_same = true;
	for (size_t i = 0; i < flows->items.count; i++) {
		const struct ir_operand *operand = brought(&flows->items.items[i], index, is_cell);

		if (operand->kind == REMT_IR_UNDEFINED) {
			*is_whole = false;
			continue;
		}
		*is_same &= !ret || maker_is_same(ret, operand);
		ret = operand;
	}
	return ret;
}

/* Returns what FLOWS bring of one value or cell. */
static struct ir_operand join_one(struct maker *maker, const struct flows *flows, uint32_t index,
				  bool is_cell)
{
	bool is_whole, is_same;
	const struct ir_operand *sample = compare(flows, index, is_cell, &is_whole, &is_same);
	struct maker_phi phi;
	struct possible possible = { 0 }, one;
	uint64_t leads_to = 0, one_leads_to;

	if (is_cell && maker->cells.items[index].is_constant)
		return undefined;
	/* A value that one way does not have is not used behind. */
	if (!sample || (!is_whole && !is_cell))
		return undefined;
	if (is_whole && is_same)
		return *sample;
	phi.operands = xcalloc(flows->items.count, sizeof(*phi.operands));
	for (size_t i = 0; i < flows->items.count; i++) {
		phi.operands[i] = *brought(&flows->items.items[i], index, is_cell);
		if (phi.operands[i].kind == REMT_IR_UNDEFINED)
			phi.operands[i] =
				is_cell ? maker_unset(maker, index, maker_type(maker, sample))
					: maker_input(maker, maker_type(maker, sample), NULL);
		if (maker_width(maker, &phi.operands[i]) != maker_width(maker, sample))
			maker_refuse(maker, "memory is used as of several types");
		one_leads_to = maker_leads_to(maker, &phi.operands[i]);
		leads_to = i ? maker_lead_either(leads_to, one_leads_to) : one_leads_to;
		one = maker_possible(maker, &phi.operands[i]);
		if (i == 0)
			possible = one;
		else
			possible_join(&possible, &one);
	}
	phi.value = maker_value(maker, maker_type(maker, sample), leads_to, possible).value;
	vec_push(&maker->blocks.items[maker->now.from].phis, phi);
	return (struct ir_operand){ .kind = REMT_IR_VALUE, .value = phi.value };
}

/* Goes on in the block that the only one of FLOWS comes from. */
static bool go_on(struct maker *maker, struct flows *flows)
{
	if (flows->items.count != 1 ||
	    maker->blocks.items[flows->items.items[0].from].end.kind != REMT_IR_GOTO)
		return false;
	flow_deinit(&maker->now);
	maker->now = flows->items.items[0];
	maker->is_dead = false;
	vec_deinit(&flows->items);
	return true;
}

void maker_join(struct maker *maker, struct flows *flows, uint32_t nr_values)
{
	uint32_t block, nr_cells = 0;

	if (go_on(maker, flows))
		return;
	block = maker_block(maker);
	maker->is_dead = !flows->items.count;
	flow_deinit(&maker->now);
	maker->now.from = block;
	for (size_t i = 0; i < flows->items.count; i++) {
		const struct flow *flow = &flows->items.items[i];

		maker->blocks.items[flow->from].end.blocks[flow->way] = block;
		vec_push(&maker->blocks.items[block].predecessors, flow->from);
		if (flow->nr_cells > nr_cells)
			nr_cells = flow->nr_cells;
	}
	maker->now.nr_cells = nr_cells;
	maker->now.cells = xcalloc(nr_cells + UINT32_C(1), sizeof(*maker->now.cells));
	maker->now.values = xcalloc(nr_values + UINT32_C(1), sizeof(*maker->now.values));
	for (uint32_t i = 0; i < nr_values; i++)
		maker->now.values[i] = undefined;
	for (uint32_t i = 0; i < nr_cells; i++)
		maker->now.cells[i] = join_one(maker, flows, i, true);
	for (uint32_t i = 0; i < nr_values && flows->items.count; i++)
		maker->now.values[i] = join_one(maker, flows, i, false);
	for (size_t i = 0; i < flows->items.count; i++)
		flow_deinit(&flows->items.items[i]);
	vec_deinit(&flows->items);
}

void maker_leave(struct maker *maker, bool is_out)
{
	if (maker->is_dead)
		return;
	if (is_out)
		maker->now.cells[OUTPUT_OUT] = maker_number(maker, maker->truth, 1);
	vec_push(&maker->outside.items, maker_go(maker, 0, 0));
	maker->is_dead = true;
}

void maker_note_beyond(struct maker *maker, struct ir_operand condition, const char *reason)
{
	struct ir_operand *beyond = &maker->now.cells[OUTPUT_BEYOND];

	*beyond = maker_binary(maker, REMT_IR_OP_OR, maker->truth, *beyond, condition);
	maker->expansion->beyond = reason;
}

void maker_leave_beyond(struct maker *maker, const char *reason)
{
	if (maker->is_dead)
		return;
	maker_note_beyond(maker, maker_number(maker, maker->truth, 1), reason);
	maker_leave(maker, true);
}
