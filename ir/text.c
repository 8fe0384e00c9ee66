/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/text.h"

#include <inttypes.h>

#include "common/print.h"
#include "ir/text_operand.h"

static const char *const operations[] = {
#define TEXT(name, text, arity) text,
	REMT_IR_OPERATIONS(TEXT)
#undef TEXT
};

static void add_operation(struct strbuf *out, const struct ir_function *function,
			  enum remt_ir_operation operation, const struct ir_operand *operands,
			  uint32_t number)
{
	if (number == 2) {
		text_operand(out, function, &operands[0]);
		strbuf_addf(out, " %s ", operations[operation]);
		text_operand(out, function, &operands[1]);
	} else {
		if (operation != REMT_IR_OP_NONE)
			strbuf_addf(out, "%s ", operations[operation]);
		text_operand(out, function, &operands[0]);
	}
}

static void add_alternative(struct strbuf *out, const struct ir_alternative *alternative)
{
	const char *operation = operations[alternative->operation];

	switch (alternative->realize) {
	case REMT_IR_BY_OPERATION:
		strbuf_addf(out, "a %s b", operation);
		if (alternative->delta)
			strbuf_addf(out, "%+" PRId64, alternative->delta);
		break;
	case REMT_IR_BY_SWAPPED: strbuf_addf(out, "b %s a", operation); break;
	case REMT_IR_BY_FIRST: strbuf_adds(out, "a"); break;
	case REMT_IR_BY_SECOND: strbuf_adds(out, "b"); break;
	case REMT_IR_BY_NEGATION: strbuf_adds(out, "-a"); break;
	case REMT_IR_BY_SHIFT: strbuf_addf(out, "a shifted %" PRId64, alternative->value); break;
	case REMT_IR_BY_LINEAR:
		strbuf_adds(out, alternative->factor < 0 ? "-a" : alternative->factor ? "a" : "");
		if (alternative->value || !alternative->factor)
			strbuf_addf(out, alternative->factor ? "%+" PRId64 : "%" PRId64,
				    alternative->value);
		break;
	case REMT_IR_BY_TRUTH:
	case REMT_IR_BY_NUMBER: strbuf_addf(out, "%" PRId64, alternative->value); break;
	case REMT_IR_BY_SELECT: break;
	}
}

static void add_mark(struct strbuf *out, const struct ir_mark *mark)
{
	strbuf_addf(out, "  # site %u:", mark->site);
	for (uint32_t i = 0; i < mark->nr_alternatives; i++) {
		strbuf_adds(out, i ? " | " : " ");
		add_alternative(out, &mark->alternatives[i]);
	}
}

static void add_call(struct strbuf *out, const struct ir_function *function,
		     const struct ir_call *call)
{
	if (call->target.kind == REMT_IR_TO_VALUE) {
		text_assigned(out, function, call->target.value);
		strbuf_adds(out, " = ");
	} else if (call->target.kind == REMT_IR_TO_PLACE) {
		text_place(out, function, call->target.place);
		strbuf_adds(out, " = ");
	}
	if (call->name) {
		strbuf_adds(out, "internal ");
		print_add(out, "%s", call->name);
	} else if (call->is_direct) {
		strbuf_adds(out, "call ");
		print_add(out, "%s", function->unit->symbols[call->symbol].name);
	} else {
		strbuf_adds(out, "call *");
		text_operand(out, function, &call->pointer);
	}
	strbuf_addc(out, '(');
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		strbuf_adds(out, i ? ", " : "");
		if (call->arguments[i].place)
			text_place(out, function, call->arguments[i].place);
		else
			text_operand(out, function, &call->arguments[i].operand);
	}
	strbuf_addc(out, ')');
	if (call->flags & REMT_IR_NO_RETURN)
		strbuf_adds(out, " no return");
	if (call->flags & REMT_IR_RETURNS_TWICE)
		strbuf_adds(out, " may return twice");
}

static void add_store(struct strbuf *out, const struct ir_function *function,
		      const struct ir_statement *statement)
{
	text_place(out, function, statement->place);
	strbuf_adds(out, " = ");
	if (statement->kind == REMT_IR_STORE)
		text_operand(out, function, &statement->operands[0]);
	else if (statement->kind == REMT_IR_MOVE)
		text_place(out, function, statement->from);
	else
		strbuf_adds(out, statement->kind == REMT_IR_CLEAR ? "zeros" : "dead");
}

/* Adds what is assigned to the statement's value. */
static void add_source(struct strbuf *out, const struct ir_function *function,
		       const struct ir_statement *statement)
{
	switch (statement->kind) {
	case REMT_IR_LOAD: text_place(out, function, statement->place); break;
	case REMT_IR_CHOOSE:
		text_operand(out, function, &statement->operands[0]);
		strbuf_adds(out, " ? ");
		text_operand(out, function, &statement->operands[1]);
		strbuf_adds(out, " : ");
		text_operand(out, function, &statement->operands[2]);
		break;
	case REMT_IR_SELECT:
		strbuf_addf(out, "choice of site %u, infects %x%s", statement->mark->site,
			    statement->mark->infects,
			    statement->mark->flags & REMT_IR_PARTING ? ", parting" : "");
		break;
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_MARK:
		add_operation(out, function, statement->operation, statement->operands,
			      statement->nr_operands);
		break;
	case REMT_IR_STORE:
	case REMT_IR_MOVE:
	case REMT_IR_CLEAR:
	case REMT_IR_END:
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: break; /* assign to no value */
	}
	if (statement->kind == REMT_IR_MARK)
		add_mark(out, statement->mark);
}

void ir_text_statement(struct strbuf *out, const struct ir_function *function,
		       const struct ir_statement *statement)
{
	if (statement->call) {
		add_call(out, function, statement->call);
	} else if (statement->value == UINT32_MAX) {
		add_store(out, function, statement);
	} else {
		text_assigned(out, function, statement->value);
		strbuf_adds(out, " = ");
		add_source(out, function, statement);
	}
}

static void add_switch(struct strbuf *out, const struct ir_function *function,
		       const struct ir_end *end)
{
	strbuf_adds(out, "switch ");
	text_operand(out, function, &end->operands[0]);
	for (uint32_t i = 0; i < end->nr_cases; i++) {
		const struct ir_case *label = &end->cases[i];

		strbuf_addc(out, ' ');
		text_operand(out, function, &label->low);
		if (label->low.number.low != label->high.number.low ||
		    label->low.number.high != label->high.number.high) {
			strbuf_adds(out, "..");
			text_operand(out, function, &label->high);
		}
		strbuf_addf(out, ":%u", label->block);
	}
	strbuf_addf(out, " else %u", end->blocks[0]);
}

static void add_jump(struct strbuf *out, const struct ir_function *function,
		     const struct ir_end *end)
{
	strbuf_adds(out, "goto *");
	text_operand(out, function, &end->operands[0]);
	for (uint32_t i = 0; i < end->nr_labels; i++) {
		strbuf_adds(out, " @");
		print_add(out, "%s", function->unit->symbols[end->labels[i].symbol].name);
		strbuf_addf(out, ":%u", end->labels[i].block);
	}
}

static void add_end(struct strbuf *out, const struct ir_function *function,
		    const struct ir_end *end)
{
	switch (end->kind) {
	case REMT_IR_GOTO: strbuf_addf(out, "goto %u", end->blocks[0]); break;
	case REMT_IR_IF:
		strbuf_adds(out, "if ");
		add_operation(out, function, end->operation, end->operands, 2);
		strbuf_addf(out, " %u else %u", end->blocks[0], end->blocks[1]);
		break;
	case REMT_IR_SWITCH: add_switch(out, function, end); break;
	case REMT_IR_JUMP: add_jump(out, function, end); break;
	case REMT_IR_RETURN:
		strbuf_adds(out, "return");
		if (end->nr_operands || end->place)
			strbuf_addc(out, ' ');
		if (end->place)
			text_place(out, function, end->place);
		else if (end->nr_operands)
			text_operand(out, function, &end->operands[0]);
		break;
	case REMT_IR_RESUME: strbuf_adds(out, "resume"); break;
	case REMT_IR_HALT: strbuf_adds(out, "halt"); break;
	}
}

static void add_blocks(struct strbuf *out, const char *before, const uint32_t *blocks,
		       uint32_t number)
{
	if (number)
		strbuf_adds(out, before);
	for (uint32_t i = 0; i < number; i++)
		strbuf_addf(out, " %u", blocks[i]);
}

static void add_phi(struct strbuf *out, const struct ir_function *function,
		    const struct ir_block *block, const struct ir_phi *phi)
{
	strbuf_adds(out, "    ");
	text_assigned(out, function, phi->value);
	strbuf_adds(out, " = phi");
	for (uint32_t i = 0; i < block->nr_predecessors; i++) {
		strbuf_addc(out, ' ');
		text_operand(out, function, &phi->operands[i]);
	}
	strbuf_addc(out, '\n');
}

static void add_block(struct strbuf *out, const struct ir_function *function, uint32_t number)
{
	const struct ir_block *block = &function->blocks[number];

	strbuf_addf(out, "  block %u: node %u", number, block->node);
	add_blocks(out, " from", block->predecessors, block->nr_predecessors);
	strbuf_addc(out, '\n');
	for (uint32_t i = 0; i < block->nr_phis; i++)
		add_phi(out, function, block, &block->phis[i]);
	for (uint32_t i = 0; i < block->nr_statements; i++) {
		strbuf_addf(out, "    %u: ", block->statements[i].line);
		ir_text_statement(out, function, &block->statements[i]);
		strbuf_addc(out, '\n');
	}
	strbuf_addf(out, "    %u: ", block->end.line);
	add_end(out, function, &block->end);
	add_blocks(out, ", calls may come out at", block->ways, block->nr_ways);
	strbuf_addc(out, '\n');
}

static void add_local(struct strbuf *out, const struct ir_function *function, uint32_t number)
{
	const struct ir_local *local = &function->locals[number];

	strbuf_adds(out, local->flags & REMT_IR_PARAMETER ? "  parameter " : "  local ");
	text_local(out, function, number);
	text_type(out, function->unit, local->type);
	strbuf_adds(out, local->flags & REMT_IR_MEMORY ? " in memory\n" : "\n");
}

void ir_text_function(struct strbuf *out, const struct ir_function *function)
{
	for (uint32_t i = 0; i < function->nr_locals; i++)
		add_local(out, function, i);
	for (uint32_t i = 0; i < function->nr_values; i++) {
		if (!function->values[i].parameter)
			continue;
		strbuf_adds(out, "  ");
		text_assigned(out, function, i);
		strbuf_addf(out, " = parameter %u\n", function->values[i].parameter);
	}
	for (uint32_t i = 0; i < function->nr_blocks; i++)
		add_block(out, function, i);
}
