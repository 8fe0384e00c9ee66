/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/branch.h"

#include "common/print.h"
#include "ir/structure/expression.h"

/* A condition, and whether it is the one that held, or its opposite. */
struct condition {
	enum remt_ir_operation operation;
	const struct ir_operand *operands;
	bool held;
};

/* Returns the comparison that is true where OPERATION is false; NONE: C has none. */
static enum remt_ir_operation opposite(enum remt_ir_operation operation, bool is_float)
{
	if (is_float) {
		/* What is not less may be unordered. */
		switch ((unsigned)operation) {
		case REMT_IR_OP_EQUAL: return REMT_IR_OP_NOT_EQUAL;
		case REMT_IR_OP_NOT_EQUAL: return REMT_IR_OP_EQUAL;
		case REMT_IR_OP_UN_LESS: return REMT_IR_OP_GREATER_EQUAL;
		case REMT_IR_OP_UN_LESS_EQUAL: return REMT_IR_OP_GREATER;
		case REMT_IR_OP_UN_GREATER: return REMT_IR_OP_LESS_EQUAL;
		case REMT_IR_OP_UN_GREATER_EQUAL: return REMT_IR_OP_LESS;
		default: return REMT_IR_OP_NONE;
		}
	}
	switch ((unsigned)operation) {
	case REMT_IR_OP_LESS: return REMT_IR_OP_GREATER_EQUAL;
	case REMT_IR_OP_LESS_EQUAL: return REMT_IR_OP_GREATER;
	case REMT_IR_OP_GREATER: return REMT_IR_OP_LESS_EQUAL;
	case REMT_IR_OP_GREATER_EQUAL: return REMT_IR_OP_LESS;
	case REMT_IR_OP_EQUAL: return REMT_IR_OP_NOT_EQUAL;
	case REMT_IR_OP_NOT_EQUAL: return REMT_IR_OP_EQUAL;
	default: return REMT_IR_OP_NONE;
	}
}

static bool has_two_values(const struct expression *expression, const struct ir_operand *operand)
{
	return expression_type(expression, operand)->flags & REMT_IR_TRUTH;
}

/* Finds the comparison whose truth OPERAND is, or whose untruth; false: it is of another kind. */
static bool find_comparison(struct expression *expression, const struct ir_operand *operand,
			    struct condition *ret)
{
	const struct ir_statement *statement;

	while ((statement = expression_statement(expression, operand))) {
		bool is_pair = statement->nr_operands == 2;
		bool is_not = statement->operation == REMT_IR_OP_TRUTH_NOT ||
			      statement->operation == REMT_IR_OP_NOT;

		if (is_pair && (expression_comparison(statement->operation) ||
				opposite(statement->operation, true) != REMT_IR_OP_NONE)) {
			ret->operation = statement->operation;
			ret->operands = statement->operands;
			return true;
		}
		if (statement->nr_operands != 1 ||
		    !has_two_values(expression, &statement->operands[0]) ||
		    (statement->operation != REMT_IR_OP_NONE &&
		     statement->operation != REMT_IR_OP_CONVERT && !is_not))
			return false;
		ret->held ^= is_not;
		operand = &statement->operands[0];
	}
	return false;
}

/* Goes to the comparison that CONDITION asks the truth of; false: it asks something else. */
static bool look_through(struct expression *expression, struct condition *condition)
{
	const struct ir_operand *number = expression_number(expression, &condition->operands[1]);
	struct condition inner = *condition;

	if ((condition->operation != REMT_IR_OP_EQUAL &&
	     condition->operation != REMT_IR_OP_NOT_EQUAL) ||
	    !number || number->number.low != 0)
		return false;
	inner.held ^= condition->operation == REMT_IR_OP_EQUAL;
	if (!find_comparison(expression, &condition->operands[0], &inner))
		return false;
	*condition = inner;
	return true;
}

/* Adds a comparison; returns the bytes in front of its right operand. */
static size_t add_comparison(struct expression *expression, enum remt_ir_operation operation,
			     const struct ir_operand *operands)
{
	const char *text = expression_comparison(operation);
	size_t start = expression->out->length, ret;

	if (!text) {
		expression_binary(expression, operation, operands, BINDS_ANYTHING);
		return 0;
	}
	expression_compared(expression, &operands[0], &operands[1], BINDS_ORDER);
	strbuf_addf(expression->out, " %s ", text);
	ret = expression->out->length - start;
	expression_compared(expression, &operands[1], &operands[0], BINDS_SHIFT);
	return ret;
}

static size_t add_condition(struct expression *expression, struct condition condition)
{
	bool is_float;

	while (look_through(expression, &condition))
		;
	is_float = expression_type(expression, &condition.operands[0])->kind == REMT_IR_FLOAT;
	/* C writes "unordered or not less" as "not less". */
	if (opposite(condition.operation, is_float) != REMT_IR_OP_NONE &&
	    (!condition.held || !expression_comparison(condition.operation))) {
		condition.operation = opposite(condition.operation, is_float);
		condition.held ^= true;
	}
	if (condition.held)
		return add_comparison(expression, condition.operation, condition.operands);
	strbuf_adds(expression->out, "!(");
	add_comparison(expression, condition.operation, condition.operands);
	strbuf_addc(expression->out, ')');
	return 0;
}

/* Adds that the value of a switch was in a case, or that it was not. */
static size_t add_case(struct expression *expression, const struct ir_end *end, uint32_t way)
{
	const struct ir_case *label = &end->cases[way / 2];
	bool is_it = way % 2;

	if (label->low.number.low == label->high.number.low &&
	    label->low.number.high == label->high.number.high) {
		struct ir_operand operands[2] = { end->operands[0], label->low };

		return add_comparison(expression, is_it ? REMT_IR_OP_EQUAL : REMT_IR_OP_NOT_EQUAL,
				      operands);
	}
	strbuf_adds(expression->out, is_it ? "" : "!(");
	expression_compared(expression, &label->low, &end->operands[0], BINDS_ORDER);
	strbuf_adds(expression->out, " <= ");
	expression_operand(expression, &end->operands[0], BINDS_ORDER + 1);
	strbuf_adds(expression->out, " <= ");
	expression_compared(expression, &label->high, &end->operands[0], BINDS_ORDER);
	strbuf_adds(expression->out, is_it ? "" : ")");
	return 0;
}

/* Adds that a computed goto went to a label, or that it did not. */
static size_t add_label(struct expression *expression, const struct ir_end *end, uint32_t way)
{
	const struct ir_unit *unit = expression->function->unit;
	size_t start = expression->out->length, ret;

	expression_operand(expression, &end->operands[0], BINDS_EQUALITY);
	ret = expression->out->length - start;
	strbuf_adds(expression->out, way % 2 ? " == &&" : " != &&");
	print_add(expression->out, "%s",
		  ir_symbol_name(&unit->symbols[end->labels[way / 2].symbol]));
	return ret;
}

struct ir_branch ir_branch_text(struct strbuf *out, const struct ir_function *function,
				const struct ir_uses *uses, uint32_t block, uint32_t way)
{
	struct expression expression = {
		.out = out, .function = function, .uses = uses, .start = out->length
	};
	struct ir_branch ret = { 0, false };
	const struct ir_end *end;

	if (block >= function->nr_blocks)
		return ret;
	end = &function->blocks[block].end;
	if (end->kind == REMT_IR_IF && way < 2)
		ret.nr_subject = add_condition(
			&expression, (struct condition){ end->operation, end->operands, way == 1 });
	else if (end->kind == REMT_IR_SWITCH && way / 2 < end->nr_cases)
		ret.nr_subject = add_case(&expression, end, way);
	else if (end->kind == REMT_IR_JUMP && way / 2 < end->nr_labels)
		ret.nr_subject = add_label(&expression, end, way);
	ret.has_gaps = expression.has_gaps;
	return ret;
}
