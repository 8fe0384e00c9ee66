/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands, arithmetic, conversions and comparisons. */
#include "equiv/side.h"

struct form side_form(const struct side *side, uint32_t index)
{
	const struct ir_type *type = &side->function->function->unit->types[index];
	struct form form = { .shape = SHAPE_NAME, .width = 64 };

	if (type->kind == REMT_IR_POINTER) {
		form.shape = SHAPE_INTEGER;
		form.is_pointer = true;
	} else if (type->kind == REMT_IR_INTEGER && type->precision && type->precision <= 64) {
		form.shape = SHAPE_INTEGER;
		form.width = type->precision;
		form.is_signed = type->flags & REMT_IR_SIGNED;
		form.overflows = form.is_signed && !(type->flags & REMT_IR_WRAPS);
	} else if (type->kind == REMT_IR_FLOAT && type->size <= 8 &&
		   type->precision == type->size * 8) {
		form.shape = SHAPE_REAL;
		form.width = type->precision;
	}
	return form;
}

uint32_t side_operand_type(const struct side *side, const struct ir_operand *operand)
{
	return operand->kind == REMT_IR_VALUE
		       ? side->function->function->values[operand->value].type
		       : operand->type;
}

/* ---- operands */

static uint32_t operand_real(struct side *side, const struct ir_operand *operand)
{
	struct form form = side_form(side, operand->type);
	uint64_t size = side->function->function->unit->types[operand->type].size;
	uint64_t words[5] = { 0, operand->type };

	for (uint64_t i = 0; i < size && i < 24; i++)
		words[2 + i / 8] |= (uint64_t)operand->real[i] << i % 8 * 8;
	if (form.shape == SHAPE_REAL)
		return term_constant(&side->world->terms, words[2], form.width);
	if (size > 24)
		side_refuse(side, "a number of an unknown size");
	return world_unknown(side->world, form.width, UNKNOWN_NUMBER, words, 5);
}

static uint32_t operand_number(struct side *side, const struct ir_operand *operand)
{
	struct form form = side_form(side, operand->type);
	const uint64_t words[] = { 1, operand->type, operand->number.low, operand->number.high };

	if (form.shape == SHAPE_INTEGER)
		return term_constant(&side->world->terms,
				     term_mask(operand->number.low, form.width), form.width);
	return world_unknown(side->world, form.width, UNKNOWN_NUMBER, words, 4);
}

static bool is_pure(const struct side *side, const struct ir_statement *statement)
{
	switch ((unsigned)statement->kind) {
	case REMT_IR_COPY:
	case REMT_IR_UNARY:
	case REMT_IR_BINARY:
	case REMT_IR_CHOOSE: return true;
	case REMT_IR_MARK:
	case REMT_IR_SELECT: return statement->mark->site != side->site;
	default: return false;
	}
}

uint32_t side_value(struct side *side, const struct ir_statement *statement)
{
	uint32_t types[3], terms[3];
	uint32_t result = side->function->function->values[statement->value].type;

	if (statement->kind == REMT_IR_MARK || statement->kind == REMT_IR_SELECT)
		return side_mark_value(side, statement);
	for (uint32_t i = 0; i < statement->nr_operands; i++) {
		types[i] = side_operand_type(side, &statement->operands[i]);
		terms[i] = side_operand(side, &statement->operands[i]);
	}
	if (statement->kind == REMT_IR_COPY)
		return terms[0];
	if (statement->kind == REMT_IR_CHOOSE) {
		uint32_t condition = term_extract(&side->world->terms, terms[0], 0, 1);

		if (term_get(&side->world->terms, terms[0])->width != 1)
			condition = world_differ(
				side->world, terms[0],
				term_constant(&side->world->terms, 0,
					      term_get(&side->world->terms, terms[0])->width));
		return term_choose(&side->world->terms, condition, terms[1], terms[2]);
	}
	return side_compute(side, statement->operation, result, types, terms,
			    statement->nr_operands);
}

/* How many definitions before the region are looked through. */
#define MAX_OUTSIDE 24

/*
 * Returns a value from before the region. What defines it was executed, and its operands have not changed since: as
 * each definition dominates its uses, none of them was executed again without those behind it.
 */
static uint32_t value_from_outside(struct side *side, uint32_t value)
{
	const struct ir_function *function = side->function->function;
	struct ir_point point = side->function->uses.definitions[value];
	struct form form = side_form(side, function->values[value].type);
	const struct ir_statement *statement = NULL, *here = side->statement;
	const uint64_t word = value;
	uint32_t reach = side->reach, term;
	bool was_outside = side->is_outside;

	if (point.block < function->nr_blocks &&
	    point.at < function->blocks[point.block].nr_statements)
		statement = &function->blocks[point.block].statements[point.at];
	if (!statement || !is_pure(side, statement) || side->depth >= MAX_OUTSIDE)
		return world_unknown(side->world, form.width, UNKNOWN_VALUE, &word, 1);
	side->depth++;
	side->is_outside = true;
	side->statement = statement;
	side->reach = world_truth(side->world, true);
	term = side_value(side, statement);
	side->reach = reach;
	side->statement = here;
	side->is_outside = was_outside;
	side->depth--;
	return term;
}

uint32_t side_operand(struct side *side, const struct ir_operand *operand)
{
	struct form form = side_form(side, side_operand_type(side, operand));

	switch (operand->kind) {
	case REMT_IR_VALUE:
		if (!side->values[operand->value])
			side->values[operand->value] = value_from_outside(side, operand->value);
		return side->values[operand->value];
	case REMT_IR_NUMBER:
	case REMT_IR_WIDE: return operand_number(side, operand);
	case REMT_IR_REAL: return operand_real(side, operand);
	case REMT_IR_ADDRESS: return side_address(side, operand->place);
	case REMT_IR_UNDEFINED: break;
	}
	/* Two reads of what was never assigned need not find the same. */
	return world_unknown(side->world, form.width, UNKNOWN_FRESH, NULL, 0);
}

/* ---- what C does not define */

void side_note(struct side *side, uint32_t condition, uint32_t a, uint32_t b, bool is_certain,
	       bool is_of_mark)
{
	struct undefined undefined = {
		.condition = world_and(side->world, side->reach, condition),
		.statement = side->statement,
		.a = a,
		.b = b,
		.is_certain = is_certain && (side->is_outside || !side->has_called),
		.is_of_mark = is_of_mark,
	};

	if (!world_is(side->world, undefined.condition, false))
		vec_push(&side->undefined, undefined);
}

static uint32_t sign_of(struct world *world, uint32_t term)
{
	return term_extract(&world->terms, term, term_get(&world->terms, term)->width - 1u, 1);
}

/* Returns whether the result does not fit. */
static uint32_t overflow(struct world *world, enum remt_ir_operation operation, uint32_t a,
			 uint32_t b)
{
	struct terms *terms = &world->terms;
	unsigned width = term_get(terms, a)->width;
	uint32_t x, y, wide;

	if (width <= 32) {
		x = term_extend(terms, a, 64, true);
		y = term_extend(terms, b, 64, true);
		if (operation == REMT_IR_OP_MULTIPLY)
			wide = term_binary(terms, TERM_MULTIPLY, x, y);
		else
			wide = operation == REMT_IR_OP_ADD ? term_binary(terms, TERM_ADD, x, y)
							   : term_subtract(terms, x, y);
		return world_differ(
			world, wide,
			term_extend(terms, term_extract(terms, wide, 0, width), 64, true));
	}
	if (operation == REMT_IR_OP_ADD || operation == REMT_IR_OP_SUBTRACT) {
		wide = operation == REMT_IR_OP_ADD ? term_binary(terms, TERM_ADD, a, b)
						   : term_subtract(terms, a, b);
		x = term_binary(terms, TERM_XOR, a, wide);
		y = term_binary(terms, TERM_XOR, operation == REMT_IR_OP_ADD ? b : a,
				operation == REMT_IR_OP_ADD ? wide : b);
		return sign_of(world, term_binary(terms, TERM_AND, x, y));
	}
	x = term_extend(terms, term_extract(terms, a, 0, 32), width, true);
	y = term_extend(terms, term_extract(terms, b, 0, 32), width, true);
	return world_or(world, world_differ(world, a, x), world_differ(world, b, y));
}

static uint32_t least(struct world *world, unsigned width)
{
	return term_constant(&world->terms, UINT64_C(1) << (width - 1), width);
}

static uint32_t is_same(struct world *world, uint32_t a, uint32_t b)
{
	return term_binary(&world->terms, TERM_EQUAL, a, b);
}

/* ---- integers */

/* Returns an unknown that depends on operation, types and operands alone. */
static uint32_t not_computed(struct side *side, enum remt_ir_operation operation, uint32_t result,
			     const uint32_t *types, const uint32_t *terms, uint32_t number)
{
	uint64_t words[8] = { operation, result };
	size_t count = 2;

	for (uint32_t i = 0; i < number; i++) {
		words[count++] = types[i];
		words[count++] = terms[i];
	}
	return world_unknown(side->world, side_form(side, result).width, UNKNOWN_RESULT, words,
			     count);
}

/* Division by 0 ends the program, and so does a quotient that is one too large. */
static uint32_t divide(struct side *side, enum remt_ir_operation operation, struct form form,
		       uint32_t a, uint32_t b)
{
	struct world *world = side->world;
	bool is_quotient = operation == REMT_IR_OP_DIVIDE;
	uint32_t is_zero = is_same(world, b, term_constant(&world->terms, 0, form.width));
	uint32_t faults = is_zero;
	const struct state deed = { .kind = STATE_DIVISION, .before = side->deeds };

	if (form.is_signed && form.width > 1) {
		uint32_t all =
			term_constant(&world->terms, term_mask(UINT64_MAX, form.width), form.width);

		faults = world_or(world, is_zero,
				  world_and(world, is_same(world, a, least(world, form.width)),
					    is_same(world, b, all)));
	}
	side_note(side, faults, a, b, true, false);
	if (!side->is_outside && !world_is(world, faults, false))
		side->deeds = world_either(world, faults, world_state(world, &deed), side->deeds);
	if (form.is_signed)
		return term_binary(&world->terms,
				   is_quotient ? TERM_DIVIDE_SIGNED : TERM_REMAINDER_SIGNED, a, b);
	return term_binary(&world->terms,
			   is_quotient ? TERM_DIVIDE_UNSIGNED : TERM_REMAINDER_UNSIGNED, a, b);
}

/* What a shift by too many bits gives is not known; the same shift gives the same. */
static uint32_t shift(struct side *side, enum remt_ir_operation operation, uint32_t result,
		      const uint32_t *types, const uint32_t *terms)
{
	struct terms *all = &side->world->terms;
	struct form form = side_form(side, types[0]), count = side_form(side, types[1]);
	uint32_t fits, by = terms[1], term;

	if (count.width < 8)
		by = term_extend(all, by, 8, count.is_signed);
	fits = term_binary(all, TERM_LESS_UNSIGNED, by,
			   term_constant(all, form.width, term_get(all, by)->width));
	if (term_get(all, by)->width > form.width)
		by = term_extract(all, by, 0, form.width);
	else
		by = term_extend(all, by, form.width, false);
	term = term_binary(all,
			   operation == REMT_IR_OP_SHIFT_LEFT ? TERM_SHIFT_LEFT
			   : form.is_signed		      ? TERM_SHIFT_RIGHT_SIGNED
							      : TERM_SHIFT_RIGHT_UNSIGNED,
			   terms[0], by);
	if (world_is(side->world, fits, true))
		return term;
	side_note(side, term_not(all, fits), terms[0], terms[1], false, false);
	return term_choose(all, fits, term, not_computed(side, operation, result, types, terms, 2));
}

static uint32_t compare(struct side *side, enum remt_ir_operation operation, bool is_signed,
			uint32_t a, uint32_t b)
{
	struct terms *terms = &side->world->terms;
	enum term_operation less = is_signed ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED;

	switch ((unsigned)operation) {
	case REMT_IR_OP_LESS: return term_binary(terms, less, a, b);
	case REMT_IR_OP_LESS_EQUAL: return term_not(terms, term_binary(terms, less, b, a));
	case REMT_IR_OP_GREATER: return term_binary(terms, less, b, a);
	case REMT_IR_OP_GREATER_EQUAL: return term_not(terms, term_binary(terms, less, a, b));
	case REMT_IR_OP_EQUAL: return is_same(side->world, a, b);
	case REMT_IR_OP_NOT_EQUAL: return world_differ(side->world, a, b);
	default: return 0;
	}
}

static void note_overflow(struct side *side, enum remt_ir_operation operation, struct form form,
			  uint32_t a, uint32_t b)
{
	/* C computes in int at least; a narrower operation was made of a wider one, and converted. */
	bool is_certain =
		form.width >= 32 && (form.width <= 32 || operation != REMT_IR_OP_MULTIPLY);

	if (form.overflows)
		side_note(side, overflow(side->world, operation, a, b), a, b, is_certain, false);
}

/* Pointers that were moved: compilers take them to stay within their objects. */
static void note_pointers(struct side *side, uint32_t a, uint32_t b)
{
	struct terms *terms = &side->world->terms;

	if (term_get(terms, a)->operation == TERM_ADD || term_get(terms, b)->operation == TERM_ADD)
		side_note(side, world_truth(side->world, true), a, b, false, false);
}

/* Two operands of one width; 0: OPERATION is not among these. */
static uint32_t arithmetic(struct side *side, enum remt_ir_operation operation, struct form form,
			   uint32_t a, uint32_t b)
{
	struct terms *terms = &side->world->terms;

	switch ((unsigned)operation) {
	case REMT_IR_OP_ADD:
		note_overflow(side, operation, form, a, b);
		return term_binary(terms, TERM_ADD, a, b);
	case REMT_IR_OP_SUBTRACT:
		note_overflow(side, operation, form, a, b);
		return term_subtract(terms, a, b);
	case REMT_IR_OP_MULTIPLY:
		note_overflow(side, operation, form, a, b);
		return term_binary(terms, TERM_MULTIPLY, a, b);
	case REMT_IR_OP_DIVIDE:
	case REMT_IR_OP_REMAINDER: return divide(side, operation, form, a, b);
	case REMT_IR_OP_MOVE: return term_binary(terms, TERM_ADD, a, b);
	case REMT_IR_OP_DISTANCE: note_pointers(side, a, b); return term_subtract(terms, a, b);
	case REMT_IR_OP_AND: return term_binary(terms, TERM_AND, a, b);
	case REMT_IR_OP_OR: return term_binary(terms, TERM_OR, a, b);
	case REMT_IR_OP_XOR: return term_binary(terms, TERM_XOR, a, b);
	case REMT_IR_OP_MINIMUM:
		return term_choose(terms, compare(side, REMT_IR_OP_LESS, form.is_signed, a, b), a,
				   b);
	case REMT_IR_OP_MAXIMUM:
		return term_choose(terms, compare(side, REMT_IR_OP_LESS, form.is_signed, a, b), b,
				   a);
	default: return 0;
	}
}

static uint32_t fit(struct side *side, uint32_t term, struct form from, struct form to)
{
	unsigned width = term_get(&side->world->terms, term)->width;

	if (to.width <= width)
		return term_extract(&side->world->terms, term, 0, to.width);
	return term_extend(&side->world->terms, term, to.width, from.is_signed);
}

static uint32_t unary(struct side *side, enum remt_ir_operation operation, uint32_t result,
		      uint32_t type, uint32_t a)
{
	struct terms *terms = &side->world->terms;
	struct form form = side_form(side, type), to = side_form(side, result);
	uint32_t zero = term_constant(terms, 0, form.width);
	uint32_t is_least = form.shape == SHAPE_INTEGER
				    ? is_same(side->world, a, least(side->world, form.width))
				    : 0;

	switch ((unsigned)operation) {
	case REMT_IR_OP_NONE: return a;
	case REMT_IR_OP_CONVERT: return fit(side, a, form, to);
	case REMT_IR_OP_NEGATE:
		if (form.overflows)
			side_note(side, is_least, a, 0, form.width >= 32, false);
		return term_negate(terms, a);
	case REMT_IR_OP_NOT: return term_not(terms, a);
	case REMT_IR_OP_TRUTH_NOT:
		return fit(side, is_same(side->world, a, zero), (struct form){ 0 }, to);
	case REMT_IR_OP_ABSOLUTE:
		if (form.overflows && to.overflows)
			side_note(side, is_least, a, 0, form.width >= 32, false);
		if (!form.is_signed || to.width != form.width)
			return 0;
		return term_choose(terms, sign_of(side->world, a), term_negate(terms, a), a);
	default: return 0;
	}
}

/* Returns 0 where the operation is not computed. */
static uint32_t integer(struct side *side, enum remt_ir_operation operation, uint32_t result,
			const uint32_t *types, const uint32_t *terms, uint32_t number)
{
	struct form first = side_form(side, types[0]), second, to = side_form(side, result);
	uint32_t term;

	if (number == 1)
		return unary(side, operation, result, types[0], terms[0]);
	second = side_form(side, types[1]);
	if (operation == REMT_IR_OP_SHIFT_LEFT || operation == REMT_IR_OP_SHIFT_RIGHT)
		return to.width == first.width ? shift(side, operation, result, types, terms) : 0;
	if (first.width != second.width)
		return 0;
	term = compare(side, operation, first.is_signed, terms[0], terms[1]);
	if (term) {
		if (first.is_pointer)
			note_pointers(side, terms[0], terms[1]);
		return fit(side, term, (struct form){ 0 }, to);
	}
	return to.width == first.width ? arithmetic(side, operation, first, terms[0], terms[1]) : 0;
}

/* What floating point gives depends on the rounding mode, and on what the compiler keeps in wider registers. */
static void refuse_real(struct side *side, uint32_t type)
{
	if (side->function->function->unit->types[type].kind == REMT_IR_FLOAT)
		side_refuse(side, "floating point");
}

uint32_t side_compute(struct side *side, enum remt_ir_operation operation, uint32_t result,
		      const uint32_t *types, const uint32_t *terms, uint32_t number)
{
	struct form to = side_form(side, result);
	bool is_integer = to.shape == SHAPE_INTEGER;
	uint32_t term = 0;

	for (uint32_t i = 0; i < number; i++)
		is_integer &= side_form(side, types[i]).shape == SHAPE_INTEGER;
	if (operation == REMT_IR_OP_NONE && number == 1 &&
	    to.width == side_form(side, types[0]).width)
		return terms[0];
	if (operation == REMT_IR_OP_BITS && to.width == side_form(side, types[0]).width &&
	    to.shape != SHAPE_NAME && side_form(side, types[0]).shape != SHAPE_NAME)
		return terms[0];
	for (uint32_t i = 0; i < number; i++)
		refuse_real(side, types[i]);
	refuse_real(side, result);
	if (is_integer)
		term = integer(side, operation, result, types, terms, number);
	if (term)
		return term;
	/* Numbers that do not fit, and what the compiler knows of operations that are not computed here. */
	if (operation == REMT_IR_OP_CONVERT || operation == REMT_IR_OP_DIVIDE ||
	    operation == REMT_IR_OP_REMAINDER)
		side_note(side, world_truth(side->world, true), terms[0], number > 1 ? terms[1] : 0,
			  false, false);
	if (side->function->function->unit->types[types[0]].kind == REMT_IR_INTEGER &&
	    (operation == REMT_IR_OP_DIVIDE || operation == REMT_IR_OP_REMAINDER))
		side_refuse(side, "a division that is not understood");
	return not_computed(side, operation, result, types, terms, number);
}

uint32_t side_condition(struct side *side, enum remt_ir_operation operation, const uint32_t *types,
			const uint32_t *terms)
{
	struct form first = side_form(side, types[0]), second = side_form(side, types[1]);
	uint64_t words[] = { operation, UINT64_MAX, types[0], terms[0], types[1], terms[1] };
	uint32_t term = 0;

	refuse_real(side, types[0]);
	refuse_real(side, types[1]);
	if (first.shape == SHAPE_INTEGER && second.shape == SHAPE_INTEGER &&
	    first.width == second.width)
		term = compare(side, operation, first.is_signed, terms[0], terms[1]);
	if (term && first.is_pointer)
		note_pointers(side, terms[0], terms[1]);
	return term ? term : world_unknown(side->world, 1, UNKNOWN_RESULT, words, 6);
}
