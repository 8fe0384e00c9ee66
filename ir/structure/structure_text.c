/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/structure_text.h"

#include "common/print.h"
#include "ir/structure/branch.h"
#include "ir/structure/control.h"
#include "ir/structure/memory.h"
#include "ir/text_operand.h"

static void add_point(struct strbuf *out, struct ir_point point)
{
	if (point.at == IR_AT_ENTRY)
		strbuf_adds(out, " entry");
	else if (point.at == IR_AT_PHIS)
		strbuf_addf(out, " %u:phi", point.block);
	else if (point.at == IR_AT_END)
		strbuf_addf(out, " %u:end", point.block);
	else
		strbuf_addf(out, " %u:%u", point.block, point.at);
}

static void add_above(struct strbuf *out, const char *what, const struct ir_dominators *tree,
		      uint32_t block)
{
	uint32_t above = tree->immediate[block];

	if (above == IR_NO_BLOCK)
		return;
	strbuf_addf(out, " %s ", what);
	if (above == tree->nr_nodes - 1)
		strbuf_adds(out, "end");
	else
		strbuf_addf(out, "%u", above);
}

static void add_block(struct strbuf *out, const struct ir_dominators *dominators,
		      const struct ir_dominators *postdominators, const struct ir_control *control,
		      uint32_t block)
{
	strbuf_addf(out, "  block %u:", block);
	add_above(out, "after", dominators, block);
	add_above(out, "before", postdominators, block);
	if (control->deciders.first[block] != control->deciders.first[block + 1])
		strbuf_adds(out, " depends on");
	LISTS_EACH(&control->deciders, block, edge)
	{
		strbuf_addf(out, " %u->%u", control->edges[edge].from, control->edges[edge].to);
	}
	strbuf_addc(out, '\n');
}

static void add_blocks(struct strbuf *out, const struct ir_function *function)
{
	_cleanup_ir_dominators_ struct ir_dominators dominators = { 0 };
	_cleanup_ir_dominators_ struct ir_dominators postdominators = { 0 };
	_cleanup_ir_control_ struct ir_control control = { 0 };

	ir_dominators(function, &dominators);
	ir_postdominators(function, &postdominators);
	ir_control(function, &postdominators, &control);
	for (uint32_t i = 0; i < function->nr_blocks; i++)
		add_block(out, &dominators, &postdominators, &control, i);
}

static void add_values(struct strbuf *out, const struct ir_function *function)
{
	_cleanup_ir_uses_ struct ir_uses uses = { 0 };

	ir_uses(function, &uses);
	for (uint32_t i = 0; i < function->nr_values; i++) {
		if (uses.definitions[i].block == UINT32_MAX)
			continue;
		strbuf_adds(out, "  ");
		text_value(out, function, i);
		strbuf_adds(out, " is defined at");
		add_point(out, uses.definitions[i]);
		if (uses.of.first[i] != uses.of.first[i + 1])
			strbuf_adds(out, ", used at");
		LISTS_EACH(&uses.of, i, use)
		{
			add_point(out, uses.uses[use].point);
			if (uses.uses[use].predecessor != UINT32_MAX)
				strbuf_addf(out, "(%u)", uses.uses[use].predecessor);
		}
		strbuf_addc(out, '\n');
	}
}

static void add_pointed(struct strbuf *out, const struct ir_function *function,
			const struct ir_pointed *pointed)
{
	switch (pointed->kind) {
	case REMT_IR_POINTED_LOCAL:
		strbuf_addc(out, ' ');
		text_local(out, function, pointed->index);
		break;
	case REMT_IR_POINTED_SYMBOL:
		print_add(out, " @%s", function->unit->symbols[pointed->index].name);
		break;
	case REMT_IR_POINTED_UNNAMED: strbuf_addf(out, " heap#%u", pointed->index); break;
	}
}

static void add_pointers(struct strbuf *out, const struct ir_function *function)
{
	for (uint32_t i = 0; i < function->nr_values; i++) {
		const struct ir_value *value = &function->values[i];

		if (!(value->pointed_flags & REMT_IR_POINTED_KNOWN))
			continue;
		strbuf_adds(out, "  ");
		text_value(out, function, i);
		strbuf_adds(out, " points to");
		for (uint32_t k = 0; k < value->nr_pointed; k++)
			add_pointed(out, function, &value->pointed[k]);
		if (value->pointed_flags & REMT_IR_POINTED_OUTSIDE)
			strbuf_adds(out, " outside");
		if (value->pointed_flags & REMT_IR_POINTED_ESCAPED)
			strbuf_adds(out, " escaped");
		strbuf_addc(out, '\n');
	}
}

static void add_reading(struct strbuf *out, const struct ir_function *function,
			struct ir_memory *memory, uint32_t reading)
{
	const struct ir_place *place = memory->readings[reading].place;
	uint32_t number;
	const uint32_t *writers = ir_memory_writers(memory, reading, &number);

	strbuf_addc(out, ' ');
	add_point(out, memory->readings[reading].point);
	strbuf_adds(out, " reads ");
	if (place)
		text_place(out, function, place);
	else
		strbuf_adds(out, "what it reaches");
	strbuf_adds(out, number ? ", written at" : ", which is never written");
	for (uint32_t i = 0; i < number; i++)
		add_point(out, memory->writings[writers[i]]);
	strbuf_addc(out, '\n');
}

static void add_memory(struct strbuf *out, const struct ir_function *function)
{
	_cleanup_ir_memory_ struct ir_memory memory = { 0 };

	ir_memory_init(&memory, function);
	for (uint32_t i = 0; i < memory.nr_readings; i++)
		add_reading(out, function, &memory, i);
}

static void add_questions(struct strbuf *out, const struct ir_function *function)
{
	_cleanup_ir_uses_ struct ir_uses uses = { 0 };

	ir_uses(function, &uses);
	for (uint32_t i = 0; i < function->nr_blocks; i++) {
		const struct ir_end *end = &function->blocks[i].end;
		uint32_t number = end->kind == REMT_IR_IF	? 1
				  : end->kind == REMT_IR_SWITCH ? end->nr_cases
								: end->nr_labels;

		for (uint32_t way = 0; way < 2 * number; way++) {
			strbuf_addf(out, "  block %u asks%s: ", i, way % 2 ? "" : ", else");
			ir_branch_text(out, function, &uses, i, way);
			strbuf_addc(out, '\n');
		}
	}
}

void ir_structure_text(struct strbuf *out, const struct ir_function *function)
{
	add_blocks(out, function);
	add_values(out, function);
	add_pointers(out, function);
	add_memory(out, function);
	add_questions(out, function);
}
