/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/ir/statement.h"
#include "plugin/ir/operand.h"
#include "plugin/lower/lower.h"

result result_begin(body *b, tree lhs)
{
	bool is_name = TREE_CODE(lhs) == SSA_NAME;

	return { is_name ? body_value(b, lhs) : body_new_value(b, TREE_TYPE(lhs)), lhs };
}

void result_end(body *b, const result &r)
{
	stream s;

	if (TREE_CODE(r.lhs) == SSA_NAME)
		return;
	s.number(REMT_IR_STORE);
	place_write(b, &s, r.lhs);
	s.number((unsigned HOST_WIDE_INT)r.value * 8 + REMT_IR_VALUE);
	body_add(b, s);
}

void operation_write(body *b, enum remt_ir_operation op, unsigned value, tree first, tree second)
{
	stream s;

	s.number(second ? REMT_IR_BINARY : REMT_IR_UNARY);
	s.number(op);
	s.number(value);
	operand_write(b, &s, first);
	if (second)
		operand_write(b, &s, second);
	body_add(b, s);
}

/* Adds the end of a variable's life, or that all of its bytes become 0. */
static void write_constructor(body *b, gimple *stmt)
{
	tree lhs = gimple_assign_lhs(stmt), rhs = gimple_assign_rhs1(stmt);
	stream s;

	if (!gimple_clobber_p(stmt) && CONSTRUCTOR_NELTS(rhs))
		body_refuse(b, REMT_IR_REFUSED_VECTOR);
	if (TREE_CODE(lhs) == SSA_NAME)
		return body_refuse(b, REMT_IR_REFUSED_VECTOR);
	s.number(gimple_clobber_p(stmt) ? REMT_IR_END : REMT_IR_CLEAR);
	place_write(b, &s, lhs);
	body_add(b, s);
}

/* Adds an assignment whose right side is a place. */
static void write_from_place(body *b, tree lhs, tree rhs)
{
	stream s;

	if (TREE_CODE(lhs) == SSA_NAME) {
		s.number(REMT_IR_LOAD);
		s.number(body_value(b, lhs));
	} else {
		s.number(REMT_IR_MOVE);
		place_write(b, &s, lhs);
	}
	place_write(b, &s, rhs);
	body_add(b, s);
}

static void write_from_value(body *b, tree lhs, tree rhs)
{
	stream s;

	if (TREE_CODE(lhs) == SSA_NAME) {
		s.number(REMT_IR_COPY);
		s.number(body_value(b, lhs));
	} else {
		s.number(REMT_IR_STORE);
		place_write(b, &s, lhs);
	}
	operand_write(b, &s, rhs);
	body_add(b, s);
}

/*
 * Adds the real or imaginary part of what .ADD_OVERFLOW and its like return: the result, and
 * whether it did not fit. False: NAME is no such result.
 */
static bool write_overflow(body *b, tree lhs, enum tree_code part, tree name)
{
	gcall *call =
		TREE_CODE(name) == SSA_NAME ? dyn_cast<gcall *>(SSA_NAME_DEF_STMT(name)) : NULL;
	unsigned op;

	if (!call || !gimple_call_internal_p(call))
		return false;
	switch (gimple_call_internal_fn(call)) {
	case IFN_ADD_OVERFLOW: op = REMT_IR_OP_SUM_WRAPPED; break;
	case IFN_SUB_OVERFLOW: op = REMT_IR_OP_DIFFERENCE_WRAPPED; break;
	case IFN_MUL_OVERFLOW: op = REMT_IR_OP_PRODUCT_WRAPPED; break;
	default: return false;
	}
	if (part == IMAGPART_EXPR)
		op += REMT_IR_OP_SUM_OVERFLOWS - REMT_IR_OP_SUM_WRAPPED;
	operation_write(b, (enum remt_ir_operation)op, body_value(b, lhs), gimple_call_arg(call, 0),
			gimple_call_arg(call, 1));
	return true;
}

/* Adds an assignment of something that is no operation. */
static void write_single(body *b, gimple *stmt)
{
	tree lhs = gimple_assign_lhs(stmt), rhs = gimple_assign_rhs1(stmt);
	enum tree_code code = TREE_CODE(rhs);
	tree inner = EXPR_P(rhs) ? TREE_OPERAND(rhs, 0) : NULL_TREE;

	if (code == CONSTRUCTOR)
		write_constructor(b, stmt);
	else if ((code == REALPART_EXPR || code == IMAGPART_EXPR) && TREE_CODE(lhs) == SSA_NAME &&
		 write_overflow(b, lhs, code, inner))
		;
	else if (code == VIEW_CONVERT_EXPR && is_gimple_val(inner) && TREE_CODE(lhs) == SSA_NAME)
		operation_write(b, REMT_IR_OP_BITS, body_value(b, lhs), inner, NULL_TREE);
	else if (operand_is_place(rhs))
		write_from_place(b, lhs, rhs);
	else
		write_from_value(b, lhs, rhs);
}

/* Adds a choice between two values. */
static void write_choice(body *b, gimple *stmt)
{
	result r = result_begin(b, gimple_assign_lhs(stmt));
	tree condition = gimple_assign_rhs1(stmt);
	stream s;

	s.number(REMT_IR_CHOOSE);
	s.number(r.value);
	if (COMPARISON_CLASS_P(condition)) {
		unsigned value = body_new_value(b, boolean_type_node);
		enum remt_ir_operation op = operation_of(TREE_CODE(condition));

		operation_write(b, op, value, TREE_OPERAND(condition, 0),
				TREE_OPERAND(condition, 1));
		s.number((unsigned HOST_WIDE_INT)value * 8 + REMT_IR_VALUE);
	} else {
		operand_write(b, &s, condition);
	}
	operand_write(b, &s, gimple_assign_rhs2(stmt));
	operand_write(b, &s, gimple_assign_rhs3(stmt));
	body_add(b, s);
	result_end(b, r);
}

static void write_assignment(body *b, gimple *stmt)
{
	enum tree_code code = gimple_assign_rhs_code(stmt);
	enum remt_ir_operation op = operation_of(code);

	if (get_gimple_rhs_class(code) == GIMPLE_SINGLE_RHS) {
		write_single(b, stmt);
	} else if (code == COND_EXPR) {
		write_choice(b, stmt);
	} else if (op == REMT_IR_NR_OPERATIONS) {
		body_check_type(b, TREE_TYPE(gimple_assign_rhs1(stmt)));
		body_check_type(b, TREE_TYPE(gimple_assign_lhs(stmt)));
		body_refuse(b, REMT_IR_REFUSED_OTHER);
	} else {
		result r = result_begin(b, gimple_assign_lhs(stmt));

		operation_write(b, op, r.value, gimple_assign_rhs1(stmt), gimple_assign_rhs2(stmt));
		result_end(b, r);
	}
}

/* True for assembly that does nothing but keep the compiler from moving memory accesses. */
static bool is_barrier(gasm *stmt)
{
	const char *text = gimple_asm_string(stmt);

	return !text[strspn(text, " \t\n;")] && !gimple_asm_noutputs(stmt) &&
	       !gimple_asm_nlabels(stmt);
}

void statement_write(body *b, gimple *stmt)
{
	body_begin(b, stmt);
	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN: write_assignment(b, stmt); break;
	case GIMPLE_CALL:
		if (marker_number(stmt) >= 0)
			mark_write(b, as_a<gcall *>(stmt));
		else
			call_write(b, as_a<gcall *>(stmt));
		break;
	case GIMPLE_ASM:
		if (!is_barrier(as_a<gasm *>(stmt)))
			body_refuse(b, REMT_IR_REFUSED_ASSEMBLY);
		break;
	case GIMPLE_LABEL:
		if (DECL_NONLOCAL(gimple_label_label(as_a<glabel *>(stmt))))
			body_refuse(b, REMT_IR_REFUSED_NESTED);
		break;
	case GIMPLE_DEBUG:
	case GIMPLE_NOP:
	case GIMPLE_PREDICT: break;
	case GIMPLE_RESX:
	case GIMPLE_EH_DISPATCH: body_refuse(b, REMT_IR_REFUSED_EXCEPTION); break;
	default: body_refuse(b, REMT_IR_REFUSED_OTHER); break;
	}
}
