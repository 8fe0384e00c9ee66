/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values and statements of an expansion. What only numbers go into is a number. */
#include "atg/maker.h"

#define MAX_VALUES  400000
#define LOOK_VALUES 1024 /* between looks at the clock */

uint32_t maker_type(const struct maker *maker, const struct ir_operand *operand)
{
	return operand->kind == REMT_IR_VALUE ? maker->values.items[operand->value].type
					      : operand->type;
}

unsigned maker_width(const struct maker *maker, const struct ir_operand *operand)
{
	return side_form(&maker->side, maker_type(maker, operand)).width;
}

struct ir_operand maker_number(const struct maker *maker, uint32_t type, uint64_t number)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];
	unsigned width = row->kind == REMT_IR_POINTER ? 64 : row->precision;
	struct ir_operand ret = { .kind = REMT_IR_NUMBER, .type = type };

	number = term_mask(number, width);
	if (row->flags & REMT_IR_SIGNED && width < 64 && number >> (width - 1) & 1)
		number |= ~UINT64_C(0) << width;
	ret.number.low = number;
	ret.number.high = (int64_t)number < 0 && row->flags & REMT_IR_SIGNED ? UINT64_MAX : 0;
	return ret;
}

bool maker_is_number(const struct ir_operand *operand, uint64_t *number)
{
	*number = operand->number.low;
	return operand->kind == REMT_IR_NUMBER;
}

bool maker_is_same(const struct ir_operand *a, const struct ir_operand *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == REMT_IR_VALUE)
		return a->value == b->value;
	if (a->kind == REMT_IR_NUMBER)
		return a->type == b->type && a->number.low == b->number.low;
	return a->kind == REMT_IR_REAL && a->type == b->type && a->real == b->real;
}

struct ir_operand maker_value(struct maker *maker, uint32_t type, uint64_t leads_to,
			      struct possible possible)
{
	const struct ir_value value = { .type = type, .local = UINT32_MAX };

	if (maker->values.count >= MAX_VALUES)
		maker_refuse_size(maker, "its unwound loops and calls are too large");
	if (maker->values.count % LOOK_VALUES == 0 && maker->options->deadline &&
	    deadline_is_over(maker->options->deadline))
		maker_refuse_size(maker, "its time was over before it was unwound");
	vec_push(&maker->values, value);
	vec_push(&maker->leads_to, leads_to);
	vec_push(&maker->possible, possible);
	return (struct ir_operand){ .kind = REMT_IR_VALUE,
				    .value = (uint32_t)maker->values.count - 1 };
}

struct ir_operand maker_input(struct maker *maker, uint32_t type, const struct start_cell *cell)
{
	struct ir_operand ret = maker_value(maker, type, 0, (struct possible){ 0 });
	const struct expansion_input input = { ret.value, cell };

	vec_push(&maker->expansion->inputs, input);
	maker->values.items[ret.value].parameter = (uint32_t)maker->expansion->inputs.count;
	return ret;
}

uint64_t maker_leads_to(const struct maker *maker, const struct ir_operand *operand)
{
	uint64_t number;

	if (operand->kind == REMT_IR_VALUE)
		return maker->leads_to.items[operand->value];
	if (!maker_is_number(operand, &number))
		return 0;
	number = maker_object_at(number);
	return number < MAX_OBJECTS ? UINT64_C(1) << number : 0;
}

static bool is_narrow(const struct maker *maker, uint32_t type)
{
	const struct ir_type *row = &maker->expansion->unit.types[type];

	return row->kind == REMT_IR_POINTER ||
	       (row->kind == REMT_IR_INTEGER && row->precision <= 64);
}

bool maker_fold(struct maker *maker, const struct ir_statement *statement, uint32_t type,
		struct ir_operand *ret)
{
	uint32_t types[3], terms[3], term;
	uint64_t number;

	if ((statement->kind != REMT_IR_UNARY && statement->kind != REMT_IR_BINARY) ||
	    !is_narrow(maker, type))
		return false;
	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		types[i] = statement->operands[i].type;
		if (!maker_is_number(&statement->operands[i], &number) ||
		    !is_narrow(maker, types[i]))
			return false;
		terms[i] = side_operand(&maker->side, &statement->operands[i]);
	}
	maker->side.undefined.count = 0;
	term = side_compute(&maker->side, statement->operation, type, types, terms,
			    statement->nr_operands);
	/* What C does not define is told where it is executed. */
	if (maker->side.undefined.count || !term_is_constant(&maker->world.terms, term, &number))
		return false;
	*ret = maker_number(maker, type, number);
	return true;
}

/* x + 0 and the like. */
static bool is_idle(const struct maker *maker, const struct ir_statement *statement, uint32_t type)
{
	uint64_t number;

	if (statement->kind != REMT_IR_BINARY ||
	    !maker_is_number(&statement->operands[1], &number) ||
	    maker_type(maker, &statement->operands[0]) != type)
		return false;
	if (statement->operation == REMT_IR_OP_ADD || statement->operation == REMT_IR_OP_MOVE ||
	    statement->operation == REMT_IR_OP_SUBTRACT)
		return number == 0;
	return statement->operation == REMT_IR_OP_MULTIPLY && number == 1;
}

struct ir_operand maker_emit(struct maker *maker, struct ir_statement statement, uint32_t type)
{
	struct ir_operand ret;
	uint64_t leads_to;

	if (statement.kind == REMT_IR_COPY || is_idle(maker, &statement, type))
		return statement.operands[0];
	if (!maker_follow(maker, &statement, type, &leads_to))
		maker->expansion->left_out = "what depends on where things lie in memory";
	if (maker_fold(maker, &statement, type, &ret))
		return ret;
	ret = maker_value(maker, type, leads_to, maker_possible_results(maker, &statement, type));
	statement.value = ret.value;
	vec_push(&maker->blocks.items[maker->now.from].statements, statement);
	return ret;
}

struct ir_operand maker_unary(struct maker *maker, enum remt_ir_operation operation, uint32_t type,
			      struct ir_operand a)
{
	return maker_emit(maker,
			  (struct ir_statement){ .kind = REMT_IR_UNARY,
						 .operation = operation,
						 .nr_operands = 1,
						 .operands = { a } },
			  type);
}

struct ir_operand maker_binary(struct maker *maker, enum remt_ir_operation operation, uint32_t type,
			       struct ir_operand a, struct ir_operand b)
{
	uint64_t number;

	for (unsigned i = 0; i < 2 && type == maker->truth; i++) {
		const struct ir_operand *one = i ? &a : &b, *other = i ? &b : &a;

		if (!maker_is_number(one, &number))
			continue;
		if (operation == REMT_IR_OP_AND)
			return number ? *other : *one;
		if (operation == REMT_IR_OP_OR)
			return number ? *one : *other;
	}
	if (operation == REMT_IR_OP_NOT_EQUAL && maker_is_number(&b, &number) && !number &&
	    side_form(&maker->side, maker_type(maker, &a)).width == 1)
		return a;
	return maker_emit(maker,
			  (struct ir_statement){ .kind = REMT_IR_BINARY,
						 .operation = operation,
						 .nr_operands = 2,
						 .operands = { a, b } },
			  type);
}

struct ir_operand maker_choose(struct maker *maker, struct ir_operand condition,
			       struct ir_operand yes, struct ir_operand no)
{
	uint64_t number;

	if (maker_is_number(&condition, &number))
		return number ? yes : no;
	if (maker_is_same(&yes, &no))
		return yes;
	return maker_emit(maker,
			  (struct ir_statement){ .kind = REMT_IR_CHOOSE,
						 .nr_operands = 3,
						 .operands = { condition, yes, no } },
			  maker_type(maker, &yes));
}

struct ir_operand maker_convert(struct maker *maker, struct ir_operand a, uint32_t type)
{
	const struct ir_type *types = maker->expansion->unit.types;
	uint32_t from = maker_type(maker, &a);
	bool is_real = types[from].kind == REMT_IR_FLOAT || types[type].kind == REMT_IR_FLOAT;

	if (from == type)
		return a;
	return maker_unary(maker, is_real ? REMT_IR_OP_BITS : REMT_IR_OP_CONVERT, type, a);
}

struct ir_operand maker_widen(struct maker *maker, struct ir_operand a)
{
	const struct ir_type *type = &maker->expansion->unit.types[maker_type(maker, &a)];

	if (side_form(&maker->side, maker_type(maker, &a)).shape == SHAPE_NAME)
		return a;
	if (type->kind == REMT_IR_FLOAT)
		a = maker_convert(maker, a, maker->numbers[type->size]);
	return maker_convert(maker, a, maker->word);
}
