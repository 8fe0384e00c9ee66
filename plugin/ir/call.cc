/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Calls. A call of the compiler's own (an internal function) is told by its name if programs can do
 * it without the compiler's state; the others are refused.
 */
#include "plugin/base/compat.h"
#include "plugin/ir/entity.h"
#include "plugin/ir/operand.h"
#include "plugin/ir/statement.h"

static void write_arguments(body *b, stream *s, gcall *call)
{
	s->number(gimple_call_num_args(call));
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree argument = gimple_call_arg(call, i);
		bool is_place = operand_is_place(argument);

		s->number(is_place);
		body_check_type(b, TREE_TYPE(argument));
		if (is_place)
			place_write(b, s, argument);
		else
			operand_write(b, s, argument);
	}
}

static void write_target(body *b, stream *s, tree lhs)
{
	if (!lhs) {
		s->number(REMT_IR_NOWHERE);
	} else if (TREE_CODE(lhs) == SSA_NAME) {
		s->number(REMT_IR_TO_VALUE);
		s->number(body_value(b, lhs));
	} else {
		s->number(REMT_IR_TO_PLACE);
		body_check_type(b, TREE_TYPE(lhs));
		place_write(b, s, lhs);
	}
}

/* True if all uses of NAME are its two parts, which tell all that the call says. */
static bool is_taken_apart(tree name)
{
	imm_use_iterator i;
	use_operand_p use;

	if (TREE_CODE(name) != SSA_NAME)
		return false;
	FOR_EACH_IMM_USE_FAST(use, i, name) {
		gimple *user = USE_STMT(use);

		if (is_gimple_debug(user))
			continue;
		if (!is_gimple_assign(user) || (gimple_assign_rhs_code(user) != REALPART_EXPR &&
						gimple_assign_rhs_code(user) != IMAGPART_EXPR))
			return false;
	}
	return true;
}

/* Adds that all bytes of LHS become 0. */
static void write_zero(body *b, tree lhs)
{
	stream s;

	if (TREE_CODE(lhs) == SSA_NAME) {
		s.number(REMT_IR_COPY);
		s.number(body_value(b, lhs));
		operand_write(b, &s, build_zero_cst(TREE_TYPE(lhs)));
	} else {
		s.number(REMT_IR_CLEAR);
		place_write(b, &s, lhs);
	}
	body_add(b, s);
}

static void write_internal(body *b, gcall *call)
{
	internal_fn fn = gimple_call_internal_fn(call);
	tree lhs = gimple_call_lhs(call);
	stream s;

	if (compat_is_zero_init(call))
		return write_zero(b, lhs);
	if (compat_is_assumption_function(fn)) /* does nothing where it holds */
		return;
	switch (fn) {
	case IFN_ADD_OVERFLOW:
	case IFN_SUB_OVERFLOW:
	case IFN_MUL_OVERFLOW:
		if (lhs && !is_taken_apart(lhs))
			body_refuse(b, REMT_IR_REFUSED_COMPLEX);
		return;
	case IFN_FALLTHROUGH:
	case IFN_UNIQUE: return;
	case IFN_ABNORMAL_DISPATCHER: return; /* the block's end says it */
	case IFN_VA_ARG: break;
	default: body_refuse(b, REMT_IR_REFUSED_INTERNAL_FUNCTION); return;
	}
	s.number(REMT_IR_INTERNAL);
	s.number(entity_text(internal_fn_name(fn)));
	write_target(b, &s, lhs);
	write_arguments(b, &s, call);
	body_add(b, s);
}

/* True for a builtin function that stands for no function of the C library. */
static bool is_formless(tree callee)
{
	if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL))
		return callee && fndecl_built_in_p(callee) &&
		       !fndecl_built_in_p(callee, BUILT_IN_NORMAL);
	switch (DECL_FUNCTION_CODE(callee)) {
	case BUILT_IN_APPLY:
	case BUILT_IN_APPLY_ARGS:
	case BUILT_IN_RETURN:
	case BUILT_IN_VA_ARG_PACK:
	case BUILT_IN_VA_ARG_PACK_LEN:
	case BUILT_IN_NONLOCAL_GOTO:
	case BUILT_IN_INIT_TRAMPOLINE:
	case BUILT_IN_ADJUST_TRAMPOLINE:
	case BUILT_IN_EH_POINTER:
	case BUILT_IN_EH_FILTER:
	case BUILT_IN_UNWIND_RESUME: return true;
	default: return false;
	}
}

void call_write(body *b, gcall *call)
{
	tree callee;
	stream s;

	if (gimple_call_internal_p(call)) {
		write_internal(b, call);
		return;
	}
	callee = gimple_call_fndecl(call);
	if (gimple_call_chain(call))
		body_refuse(b, REMT_IR_REFUSED_NESTED);
	body_check_convention(b, gimple_call_fntype(call));
	if (is_formless(callee))
		body_refuse(b, REMT_IR_REFUSED_BUILTIN);
	s.number(REMT_IR_CALL);
	s.number((gimple_call_noreturn_p(call) ? REMT_IR_NO_RETURN : 0) |
		 (gimple_call_flags(call) & ECF_RETURNS_TWICE ? REMT_IR_RETURNS_TWICE : 0));
	s.number(entity_type(gimple_call_fntype(call)));
	write_target(b, &s, gimple_call_lhs(call));
	s.number(callee ? 0 : 1);
	if (callee)
		s.number(entity_symbol(callee));
	else
		operand_write(b, &s, gimple_call_fn(call));
	write_arguments(b, &s, call);
	body_add(b, s);
}
