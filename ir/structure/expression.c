/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/structure/expression.h"

#include <inttypes.h>

#include "common/print.h"
#include "ir/structure/expression_place.h"
#include "ir/text_operand.h"

/* So many statements are looked at, and so many bytes are written. */
#define MAX_STEPS 512
#define MAX_BYTES 400

void expression_gap(struct expression *expression)
{
	expression->has_gaps = true;
	strbuf_adds(expression->out, "...");
}

void expression_open(struct expression *expression, bool is_needed)
{
	if (is_needed)
		strbuf_addc(expression->out, '(');
}

void expression_close(struct expression *expression, bool is_needed)
{
	if (is_needed)
		strbuf_addc(expression->out, ')');
}

const struct ir_type *expression_type(const struct expression *expression,
				      const struct ir_operand *operand)
{
	uint32_t type = operand->kind == REMT_IR_VALUE
				? expression->function->values[operand->value].type
				: operand->type;

	return &expression->function->unit->types[type];
}

/* Returns the variable that a value is one of; NULL: it has none with a name. */
static const struct ir_local *variable_of(const struct expression *expression,
					  const struct ir_operand *operand)
{
	uint32_t local = expression->function->values[operand->value].local;

	return local != UINT32_MAX && *expression->function->locals[local].name
		       ? &expression->function->locals[local]
		       : NULL;
}

const struct ir_statement *expression_statement(struct expression *expression,
						const struct ir_operand *operand)
{
	const struct ir_block *block;
	struct ir_point point;

	if (operand->kind != REMT_IR_VALUE || variable_of(expression, operand) ||
	    expression->nr_steps >= MAX_STEPS)
		return NULL;
	expression->nr_steps++;
	point = expression->uses->definitions[operand->value];
	if (point.block == UINT32_MAX)
		return NULL;
	block = &expression->function->blocks[point.block];
	return point.at < block->nr_statements ? &block->statements[point.at] : NULL;
}

const struct ir_statement *expression_operation(struct expression *expression,
						const struct ir_operand *operand,
						enum remt_ir_operation operation, uint32_t number)
{
	const struct ir_statement *statement = expression_statement(expression, operand);

	while (statement && statement->operation == REMT_IR_OP_NONE && statement->nr_operands == 1)
		statement = expression_statement(expression, &statement->operands[0]);
	return statement && statement->operation == operation && statement->nr_operands == number
		       ? statement
		       : NULL;
}

const struct ir_operand *expression_number(struct expression *expression,
					   const struct ir_operand *operand)
{
	const struct ir_statement *statement;

	if (operand->kind == REMT_IR_NUMBER)
		return operand;
	statement = expression_statement(expression, operand);
	return statement && statement->nr_operands == 1 &&
			       statement->operation == REMT_IR_OP_NONE &&
			       statement->operands[0].kind == REMT_IR_NUMBER
		       ? &statement->operands[0]
		       : NULL;
}

/* ---- operators */

static const struct {
	const char *text;
	enum expression_binding binding;
} binary[REMT_IR_NR_OPERATIONS] = {
	[REMT_IR_OP_ADD] = { "+", BINDS_SUM },
	[REMT_IR_OP_SUBTRACT] = { "-", BINDS_SUM },
	[REMT_IR_OP_MULTIPLY] = { "*", BINDS_PRODUCT },
	[REMT_IR_OP_DIVIDE] = { "/", BINDS_PRODUCT },
	[REMT_IR_OP_REMAINDER] = { "%", BINDS_PRODUCT },
	[REMT_IR_OP_SHIFT_LEFT] = { "<<", BINDS_SHIFT },
	[REMT_IR_OP_SHIFT_RIGHT] = { ">>", BINDS_SHIFT },
	[REMT_IR_OP_AND] = { "&", BINDS_AND },
	[REMT_IR_OP_OR] = { "|", BINDS_OR },
	[REMT_IR_OP_XOR] = { "^", BINDS_XOR },
	[REMT_IR_OP_LESS] = { "<", BINDS_ORDER },
	[REMT_IR_OP_LESS_EQUAL] = { "<=", BINDS_ORDER },
	[REMT_IR_OP_GREATER] = { ">", BINDS_ORDER },
	[REMT_IR_OP_GREATER_EQUAL] = { ">=", BINDS_ORDER },
	[REMT_IR_OP_EQUAL] = { "==", BINDS_EQUALITY },
	[REMT_IR_OP_NOT_EQUAL] = { "!=", BINDS_EQUALITY },
};

/* Operations that C has no operator for are written as calls. */
static const char *const names[] = {
#define TEXT(name, text, arity) text,
	REMT_IR_OPERATIONS(TEXT)
#undef TEXT
};

const char *expression_comparison(enum remt_ir_operation operation)
{
	return binary[operation].binding == BINDS_EQUALITY ||
			       binary[operation].binding == BINDS_ORDER
		       ? binary[operation].text
		       : NULL;
}

/* ---- conversions */

/* True if C makes the conversion itself wherever a value of type FROM stands. */
static bool is_promotion(const struct ir_type *from, const struct ir_type *to)
{
	return from->kind == REMT_IR_INTEGER && to->kind == REMT_IR_INTEGER &&
	       from->precision < 32 && to->precision == 32 && to->flags & REMT_IR_SIGNED;
}

/* True if a conversion changes nothing that C sees. */
static bool is_nothing(const struct ir_type *from, const struct ir_type *to)
{
	if (from->kind != to->kind)
		return false;
	if (from->kind == REMT_IR_INTEGER)
		return from->precision == to->precision &&
		       (from->flags & REMT_IR_SIGNED) == (to->flags & REMT_IR_SIGNED);
	return from->kind != REMT_IR_FLOAT || from->size == to->size;
}

static void add_cast(struct expression *expression, const struct ir_type *type)
{
	struct strbuf *out = expression->out;

	if (type->kind == REMT_IR_INTEGER && type->flags & REMT_IR_TRUTH)
		strbuf_adds(out, "(bool)");
	else if (type->kind == REMT_IR_INTEGER)
		strbuf_addf(out, "(%sint%u_t)", type->flags & REMT_IR_SIGNED ? "" : "u",
			    type->precision);
	else if (type->kind == REMT_IR_FLOAT)
		strbuf_adds(out, type->size == sizeof(float)	? "(float)"
				 : type->size == sizeof(double) ? "(double)"
								: "(long double)");
	else if (type->kind == REMT_IR_POINTER)
		strbuf_adds(out, "(void *)");
	else
		expression_gap(expression);
}

static void add_conversion(struct expression *expression, const struct ir_operand *operand,
			   const struct ir_type *to, enum expression_binding outer)
{
	const struct ir_type *from = expression_type(expression, operand);

	if (is_nothing(from, to) || is_promotion(from, to)) {
		expression_operand(expression, operand, outer);
		return;
	}
	expression_open(expression, BINDS_UNARY < outer);
	add_cast(expression, to);
	expression_operand(expression, operand, BINDS_UNARY);
	expression_close(expression, BINDS_UNARY < outer);
}

/* ---- operations */

/* True if OPERAND is a char, however wide it is by now. */
static bool is_character(struct expression *expression, const struct ir_operand *operand)
{
	const struct ir_statement *statement =
		expression_operation(expression, operand, REMT_IR_OP_CONVERT, 1);
	const struct ir_type *type =
		expression_type(expression, statement ? &statement->operands[0] : operand);

	return type->kind == REMT_IR_INTEGER && type->precision == 8 &&
	       type->flags & REMT_IR_SIGNED;
}

/* Returns what OPERAND is made of if C makes the conversion itself in a comparison with OTHER. */
static const struct ir_operand *without_conversion(struct expression *expression,
						   const struct ir_operand *operand,
						   const struct ir_operand *other)
{
	const struct ir_statement *statement =
		expression_operation(expression, operand, REMT_IR_OP_CONVERT, 1);
	const struct ir_type *from, *to = expression_type(expression, operand);

	if (!statement || expression_number(expression, other) ||
	    expression_operation(expression, other, REMT_IR_OP_CONVERT, 1))
		return operand;
	from = expression_type(expression, &statement->operands[0]);
	if (from->kind != REMT_IR_INTEGER || to->kind != REMT_IR_INTEGER ||
	    from->precision >= to->precision ||
	    (from->flags & REMT_IR_SIGNED && !(to->flags & REMT_IR_SIGNED)))
		return operand;
	return &statement->operands[0];
}

void expression_compared(struct expression *expression, const struct ir_operand *operand,
			 const struct ir_operand *other, enum expression_binding outer)
{
	const struct ir_operand *number = expression_number(expression, operand);

	if (number && is_character(expression, other) && number->number.low >= ' ' &&
	    number->number.low <= '~')
		strbuf_addf(expression->out,
			    number->number.low == '\'' || number->number.low == '\\' ? "'\\%c'"
										     : "'%c'",
			    (int)number->number.low);
	else
		expression_operand(expression, without_conversion(expression, operand, other),
				   outer);
}

static void add_call_of(struct expression *expression, const char *name,
			const struct ir_operand *operands, uint32_t number)
{
	strbuf_addf(expression->out, "%s(", name);
	for (uint32_t i = 0; i < number; i++) {
		strbuf_adds(expression->out, i ? ", " : "");
		expression_operand(expression, &operands[i], BINDS_ANYTHING);
	}
	strbuf_addc(expression->out, ')');
}

/* Adds a number that is added, which may be negative; false: OPERAND is none. */
static bool add_negative(struct expression *expression, enum remt_ir_operation operation,
			 const struct ir_operand *operand)
{
	const struct ir_operand *number = expression_number(expression, operand);

	if (operation != REMT_IR_OP_ADD || !number ||
	    !(expression_type(expression, number)->flags & REMT_IR_SIGNED) ||
	    (int64_t)number->number.low >= 0)
		return false;
	strbuf_addf(expression->out, " - %" PRIu64, -number->number.low);
	return true;
}

/* Adds the bytes between two pointers. */
static void add_distance(struct expression *expression, const struct ir_operand *operands,
			 enum expression_binding outer)
{
	expression_open(expression, BINDS_SUM < outer);
	strbuf_adds(expression->out, "(char *)");
	expression_operand(expression, &operands[0], BINDS_UNARY);
	strbuf_adds(expression->out, " - (char *)");
	expression_operand(expression, &operands[1], BINDS_UNARY);
	expression_close(expression, BINDS_SUM < outer);
}

void expression_binary(struct expression *expression, enum remt_ir_operation operation,
		       const struct ir_operand *operands, enum expression_binding outer)
{
	enum expression_binding binding = binary[operation].binding;

	if (operation == REMT_IR_OP_MOVE) {
		expression_moved(expression, operands, outer);
		return;
	}
	if (operation == REMT_IR_OP_DISTANCE) {
		add_distance(expression, operands, outer);
		return;
	}
	if (!binary[operation].text) {
		add_call_of(expression, names[operation], operands, 2);
		return;
	}
	expression_open(expression, binding < outer);
	if (expression_comparison(operation)) {
		expression_compared(expression, &operands[0], &operands[1], binding);
		strbuf_addf(expression->out, " %s ", binary[operation].text);
		expression_compared(expression, &operands[1], &operands[0], binding + 1);
	} else {
		expression_operand(expression, &operands[0], binding);
		if (!add_negative(expression, operation, &operands[1])) {
			strbuf_addf(expression->out, " %s ", binary[operation].text);
			expression_operand(expression, &operands[1], binding + 1);
		}
	}
	expression_close(expression, binding < outer);
}

static void add_unary(struct expression *expression, const struct ir_statement *statement,
		      enum expression_binding outer)
{
	const struct ir_operand *operand = &statement->operands[0];
	const struct ir_type *to =
		&expression->function->unit
			 ->types[expression->function->values[statement->value].type];
	bool is_truth = to->flags & REMT_IR_TRUTH;

	switch ((unsigned)statement->operation) {
	case REMT_IR_OP_NONE: expression_operand(expression, operand, outer); return;
	case REMT_IR_OP_CONVERT: add_conversion(expression, operand, to, outer); return;
	case REMT_IR_OP_NEGATE:
	case REMT_IR_OP_NOT:
	case REMT_IR_OP_TRUTH_NOT: break;
	default: add_call_of(expression, names[statement->operation], operand, 1); return;
	}
	expression_open(expression, BINDS_UNARY < outer);
	strbuf_addc(expression->out, statement->operation == REMT_IR_OP_NEGATE		   ? '-'
				     : statement->operation == REMT_IR_OP_NOT && !is_truth ? '~'
											   : '!');
	/* Two minus signs are another operator. */
	expression_operand(expression, operand,
			   statement->operation == REMT_IR_OP_NEGATE ? BINDS_POSTFIX : BINDS_UNARY);
	expression_close(expression, BINDS_UNARY < outer);
}

static void add_call(struct expression *expression, const struct ir_call *call)
{
	const struct ir_symbol *symbols = expression->function->unit->symbols;

	if (call->name) {
		print_add(expression->out, "%s", call->name);
	} else if (call->is_direct) {
		print_add(expression->out, "%s", ir_symbol_name(&symbols[call->symbol]));
	} else {
		strbuf_adds(expression->out, "(*");
		expression_operand(expression, &call->pointer, BINDS_UNARY);
		strbuf_addc(expression->out, ')');
	}
	strbuf_addc(expression->out, '(');
	for (uint32_t i = 0; i < call->nr_arguments; i++) {
		strbuf_adds(expression->out, i ? ", " : "");
		if (call->arguments[i].place)
			expression_place(expression, call->arguments[i].place, BINDS_ANYTHING);
		else
			expression_operand(expression, &call->arguments[i].operand, BINDS_ANYTHING);
	}
	strbuf_addc(expression->out, ')');
}

static void add_choice(struct expression *expression, const struct ir_operand *operands,
		       enum expression_binding outer)
{
	expression_open(expression, BINDS_CONDITION < outer);
	expression_operand(expression, &operands[0], BINDS_OR);
	strbuf_adds(expression->out, " ? ");
	expression_operand(expression, &operands[1], BINDS_OR);
	strbuf_adds(expression->out, " : ");
	expression_operand(expression, &operands[2], BINDS_OR);
	expression_close(expression, BINDS_CONDITION < outer);
}

static void add_statement(struct expression *expression, const struct ir_statement *statement,
			  enum expression_binding outer)
{
	switch (statement->kind) {
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_MARK:
		if (statement->nr_operands == 2)
			expression_binary(expression, statement->operation, statement->operands,
					  outer);
		else
			add_unary(expression, statement, outer);
		break;
	case REMT_IR_CHOOSE: add_choice(expression, statement->operands, outer); break;
	case REMT_IR_LOAD: expression_place(expression, statement->place, outer); break;
	case REMT_IR_CALL:
	case REMT_IR_INTERNAL: add_call(expression, statement->call); break;
	case REMT_IR_STORE:
	case REMT_IR_MOVE:
	case REMT_IR_CLEAR:
	case REMT_IR_END:
	case REMT_IR_SELECT: expression_gap(expression); break;
	}
}

void expression_operand(struct expression *expression, const struct ir_operand *operand,
			enum expression_binding outer)
{
	const struct ir_statement *statement;

	if (expression->out->length - expression->start > MAX_BYTES) {
		expression_gap(expression);
	} else if (operand->kind == REMT_IR_ADDRESS) {
		expression_address(expression, operand->place, outer);
	} else if (operand->kind != REMT_IR_VALUE) {
		text_operand(expression->out, expression->function, operand);
	} else if (variable_of(expression, operand)) {
		print_add(expression->out, "%s", variable_of(expression, operand)->name);
	} else {
		statement = expression_statement(expression, operand);
		if (statement)
			add_statement(expression, statement, outer);
		else
			expression_gap(expression);
	}
}
