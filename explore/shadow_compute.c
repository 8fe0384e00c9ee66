/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic, conversions and comparisons. */
#include "explore/operate.h"
#include "explore/shadow_state.h"

/* ---- integers */

static bool has_terms(const struct step *step)
{
	return shadow_of(step->frame, step->pc->a) ||
	       (!step->has_number && shadow_of(step->frame, step->pc->b));
}

static uint32_t first(const struct step *step)
{
	return term_of(step->frame, step->pc->a);
}

static uint32_t second(const struct step *step)
{
	return step->has_number ? number_term(step->pc->n) : term_of(step->frame, step->pc->b);
}

static uint32_t is_number(uint32_t term, uint64_t number)
{
	unsigned width = term_get(&path_terms, term)->width;

	return term_binary(&path_terms, TERM_EQUAL, term,
			   term_constant(&path_terms, number, width));
}

/* Division by 0 ends the run, and so does a quotient that is one too large. */
static void check_division(const struct step *step, uint32_t dividend, uint32_t divisor,
			   bool is_signed)
{
	unsigned width = term_get(&path_terms, divisor)->width;
	int64_t least = width == 32 ? INT32_MIN : INT64_MIN;
	int64_t a = slot_of(step->frame, step->pc->a)->i;
	int64_t b = step->has_number ? step->pc->n : slot_of(step->frame, step->pc->b)->i;
	uint32_t is_zero = is_number(divisor, 0);
	uint32_t is_large = term_binary(&path_terms, TERM_AND, is_number(dividend, (uint64_t)least),
					is_number(divisor, UINT64_MAX));

	add_condition(step, REMT_PATH_OPERATION, b == 0 ? is_zero : term_not(&path_terms, is_zero),
		      b == 0);
	if (is_signed)
		add_condition(step, REMT_PATH_OPERATION,
			      a == least && b == -1 ? is_large : term_not(&path_terms, is_large),
			      2u + (a == least && b == -1));
}

/* In the order of WRAPPED_TYPES. */
static const struct {
	unsigned width;
	bool is_signed;
} columns[] = { { 8, true },  { 8, false },  { 16, true }, { 16, false },
		{ 32, true }, { 32, false }, { 64, true } };

#define NR_COLUMNS 7

/* ADD, SUB, MUL, SHL, each for all types. */
static uint32_t wrapped(const struct step *step, unsigned index)
{
	unsigned column = index / 2 % NR_COLUMNS;
	uint32_t a = first(step);
	uint32_t b = second(step);
	uint32_t term;

	switch (index / 2 / NR_COLUMNS) {
	case 0: term = term_binary(&path_terms, TERM_ADD, a, b); break;
	case 1: term = term_subtract(&path_terms, a, b); break;
	case 2: term = term_binary(&path_terms, TERM_MULTIPLY, a, b); break;
	default:
		/* the processor takes the lowest six bits of the number */
		b = term_binary(&path_terms, TERM_AND, b, number_term(63));
		term = term_binary(&path_terms, TERM_SHIFT_LEFT, a, b);
		break;
	}
	return wrap(term, columns[column].width, columns[column].is_signed);
}

/* AND to REMS, in the order of CLOSED_INSTRUCTIONS. */
static uint32_t closed(const struct step *step, unsigned index)
{
	static const enum term_operation operations[] = {
		TERM_AND,
		TERM_OR,
		TERM_XOR,
		TERM_SHIFT_RIGHT_SIGNED,
		TERM_SHIFT_RIGHT_UNSIGNED,
		TERM_DIVIDE_UNSIGNED,
		TERM_REMAINDER_UNSIGNED,
		TERM_DIVIDE_SIGNED,
		TERM_REMAINDER_SIGNED,
	};
	enum term_operation operation = operations[index / 2];
	uint32_t b = second(step);

	if (index >= DO_DIVU_R - DO_AND_R)
		check_division(step, first(step), b,
			       operation == TERM_DIVIDE_SIGNED ||
				       operation == TERM_REMAINDER_SIGNED);
	if (operation == TERM_SHIFT_RIGHT_SIGNED || operation == TERM_SHIFT_RIGHT_UNSIGNED)
		b = term_binary(&path_terms, TERM_AND, b, number_term(63));
	return term_binary(&path_terms, operation, first(step), b);
}

static uint32_t divide_32(const struct step *step, enum term_operation operation)
{
	uint32_t a = term_extract(&path_terms, first(step), 0, 32);
	uint32_t b = term_extract(&path_terms, second(step), 0, 32);

	check_division(step, a, b, true);
	return term_extend(&path_terms, term_binary(&path_terms, operation, a, b), 64, true);
}

static uint32_t convert_integer(const struct step *step, enum instruction op)
{
	if (op == DO_SIGNED || op == DO_UNSIGNED)
		return wrap(first(step), (unsigned)step->pc->n, op == DO_SIGNED);
	return wrap(first(step), columns[op - DO_TO_S8].width, columns[op - DO_TO_S8].is_signed);
}

/* ---- comparisons */

/* Returns the comparison of two terms, one bit; INDEX counts in the order of COMPARING_INSTRUCTIONS. */
static uint32_t comparison(unsigned index, uint32_t a, uint32_t b)
{
	enum term_operation less = index < 4 ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED;

	switch (index) {
	case 0:
	case 4: return term_binary(&path_terms, less, a, b);
	case 1:
	case 5: return term_not(&path_terms, term_binary(&path_terms, less, b, a));
	case 2:
	case 6: return term_binary(&path_terms, less, b, a);
	case 3:
	case 7: return term_not(&path_terms, term_binary(&path_terms, less, a, b));
	case 8: return term_binary(&path_terms, TERM_EQUAL, a, b);
	default: return term_not(&path_terms, term_binary(&path_terms, TERM_EQUAL, a, b));
	}
}

/* True if the comparison holds for the words of this run. */
static bool holds(unsigned index, union word a, union word b)
{
	switch (index) {
	case 0: return a.i < b.i;
	case 1: return a.i <= b.i;
	case 2: return a.i > b.i;
	case 3: return a.i >= b.i;
	case 4: return a.u < b.u;
	case 5: return a.u <= b.u;
	case 6: return a.u > b.u;
	case 7: return a.u >= b.u;
	case 8: return a.u == b.u;
	default: return a.u != b.u;
	}
}

static void compare(const struct step *step, enum instruction op)
{
	unsigned index = (op - DO_LTS_R) / 4;
	bool is_branch = (op - DO_LTS_R) % 4 >= 2;
	uint32_t term = comparison(index, first(step), second(step));
	union word b = { .i = step->pc->n };

	if (!is_branch) {
		shadow_set(step->frame, step->pc->d, term_extend(&path_terms, term, 64, false));
		return;
	}
	if (!step->has_number)
		b = *slot_of(step->frame, step->pc->b);
	bool is_true = holds(index, *slot_of(step->frame, step->pc->a), b);
	add_condition(step, REMT_PATH_BRANCH, is_true ? term : term_not(&path_terms, term),
		      is_true);
}

static uint32_t is_in_case(uint32_t term, const struct jump_case *label, bool is_signed)
{
	enum term_operation less = is_signed ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED;
	uint32_t low = number_term(label->low.i);
	uint32_t high = number_term(label->high.i);

	if (label->low.u == label->high.u)
		return term_binary(&path_terms, TERM_EQUAL, term, low);
	return term_binary(&path_terms, TERM_AND,
			   term_not(&path_terms, term_binary(&path_terms, less, term, low)),
			   term_not(&path_terms, term_binary(&path_terms, less, high, term)));
}

static bool lies_in_case(union word value, const struct jump_case *label, bool is_signed)
{
	return is_signed ? value.i >= label->low.i && value.i <= label->high.i
			 : value.u >= label->low.u && value.u <= label->high.u;
}

/* One condition for each case, as if they were tried one after the other. */
void shadow_choose_case(const struct step *step)
{
	const struct jump_table *table = (const struct jump_table *)step->pc->n;
	uint32_t term = first(step);
	union word value = *slot_of(step->frame, step->pc->a);

	for (uint32_t i = 0; i < table->nr_cases && path_is_on(); i++) {
		bool is_it = lies_in_case(value, &table->cases[i], table->is_signed);
		uint32_t condition = is_in_case(term, &table->cases[i], table->is_signed);

		if (!is_it)
			condition = term_not(&path_terms, condition);
		add_condition(step, REMT_PATH_BRANCH, condition, 2 * i + is_it);
		if (is_it)
			return;
	}
}

/* The same for each label of a computed goto. */
void shadow_choose_label(const struct step *step)
{
	const struct jump_labels *labels = (const struct jump_labels *)step->pc->n;
	uint32_t term = first(step);
	uintptr_t value = slot_of(step->frame, step->pc->a)->u;

	for (uint32_t i = 0; i < labels->nr_labels && path_is_on(); i++) {
		bool is_it = labels->by_way[i] == value;

		if (!labels->by_way[i])
			continue;
		uint32_t condition = term_binary(&path_terms, TERM_EQUAL, term,
						 number_term((int64_t)labels->by_way[i]));

		if (!is_it)
			condition = term_not(&path_terms, condition);
		add_condition(step, REMT_PATH_BRANCH, condition, 2 * i + is_it);
		if (is_it)
			return;
	}
}

/* D = A ? B : S(N) */
void shadow_choose(const struct step *step)
{
	struct frame *frame = step->frame;
	const struct insn *pc = step->pc;
	uint32_t condition = shadow_of(frame, pc->a);
	uint32_t other = (uint32_t)pc->n;

	if (!condition) {
		shadow_set(frame, pc->d,
			   shadow_of(frame, slot_of(frame, pc->a)->i ? pc->b : other));
		return;
	}
	condition = term_not(&path_terms,
			     term_binary(&path_terms, TERM_EQUAL, condition, number_term(0)));
	shadow_set(
		frame, pc->d,
		term_choose(&path_terms, condition, term_of(frame, pc->b), term_of(frame, other)));
}

/* ---- operations without an instruction of their own */

/* Returns the term of an operation on integers of up to 64 bits; 0: it has no form. */
static uint32_t generic_integer(const struct step *step, enum remt_ir_operation operation,
				struct form operands, struct form result)
{
	struct terms *terms = &path_terms;
	uint32_t a = first(step);
	uint32_t b = second(step);
	uint32_t is_less;

	if (operands.precision > 64 || result.precision > 64)
		return 0;
	is_less = term_binary(terms, operands.is_signed ? TERM_LESS_SIGNED : TERM_LESS_UNSIGNED, a,
			      b);
	switch ((unsigned)operation) {
	case REMT_IR_OP_NEGATE:
		return wrap(term_negate(terms, a), result.precision, result.is_signed);
	case REMT_IR_OP_NOT: return wrap(term_not(terms, a), result.precision, result.is_signed);
	case REMT_IR_OP_TRUTH_NOT:
		return term_extend(terms, term_binary(terms, TERM_EQUAL, a, number_term(0)), 64,
				   false);
	case REMT_IR_OP_ABSOLUTE:
		return wrap(term_choose(terms,
					term_binary(terms, TERM_LESS_SIGNED, a, number_term(0)),
					term_negate(terms, a), a),
			    result.precision, result.is_signed);
	case REMT_IR_OP_MINIMUM: return term_choose(terms, is_less, a, b);
	case REMT_IR_OP_MAXIMUM: return term_choose(terms, is_less, b, a);
	default: return 0;
	}
}

static void generic(const struct step *step)
{
	const struct insn *pc = step->pc;
	struct form operands = form_unpack((unsigned)(pc->n >> 8) & 0xffff);
	struct form others = form_unpack((unsigned)(pc->n >> 24) & 0xffff);
	struct form result = form_unpack(pc->c);
	uint32_t term = 0;

	if (operands.shape == SHAPE_INTEGER && others.shape == SHAPE_INTEGER &&
	    result.shape == SHAPE_INTEGER)
		term = generic_integer(step, (enum remt_ir_operation)(pc->n & 0xff), operands,
				       result);
	if (!term)
		path_concretise();
	shadow_set(step->frame, pc->d, term);
}

/* ---- all of them */

static void set_or_clear(const struct step *step, uint32_t (*make)(const struct step *, unsigned),
			 unsigned index)
{
	shadow_set(step->frame, step->pc->d, has_terms(step) ? make(step, index) : 0);
}

void shadow_compute(struct step *step, enum instruction op)
{
	if (op < DO_AND_R) {
		step->has_number = (op - DO_ADD_S8_R) % 2;
		set_or_clear(step, wrapped, op - DO_ADD_S8_R);
	} else if (op < DO_DIV_S32) {
		step->has_number = (op - DO_AND_R) % 2;
		set_or_clear(step, closed, op - DO_AND_R);
	} else if (op < DO_TO_S8) {
		set_or_clear(step, divide_32,
			     op == DO_DIV_S32 ? TERM_DIVIDE_SIGNED : TERM_REMAINDER_SIGNED);
	} else if (op < DO_CONVERT) {
		step->has_number = true;
		set_or_clear(step, convert_integer, op);
	} else if (op < DO_LTS_R) {
		step->has_number = op == DO_CONVERT;
		if (!has_terms(step)) {
			shadow_set(step->frame, step->pc->d, 0);
		} else if (op == DO_CONVERT) {
			path_concretise();
			shadow_set(step->frame, step->pc->d, 0);
		} else {
			generic(step);
		}
	} else {
		step->has_number = (op - DO_LTS_R) % 2;
		if (has_terms(step))
			compare(step, op);
		else if ((op - DO_LTS_R) % 4 < 2)
			shadow_set(step->frame, step->pc->d, 0);
	}
}
