/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks: the original operation, and how each alternative is computed. A mark of a site that was not
 * planted is its original operation alone.
 */
#include "plugin/ir/operand.h"
#include "plugin/ir/statement.h"
#include "plugin/lower/lower.h"

static_assert((int)REALIZE_SELECT == REMT_IR_BY_SELECT &&
		      (int)REALIZE_CODE == REMT_IR_BY_OPERATION &&
		      (int)REALIZE_CODE_SWAPPED == REMT_IR_BY_SWAPPED &&
		      (int)REALIZE_BOOLEAN == REMT_IR_BY_TRUTH &&
		      (int)REALIZE_FIRST == REMT_IR_BY_FIRST &&
		      (int)REALIZE_SECOND == REMT_IR_BY_SECOND &&
		      (int)REALIZE_NEGATED == REMT_IR_BY_NEGATION &&
		      (int)REALIZE_INTEGER == REMT_IR_BY_NUMBER &&
		      (int)REALIZE_SHIFTED == REMT_IR_BY_SHIFT &&
		      (int)REALIZE_LINEAR == REMT_IR_BY_LINEAR,
	      "the stored numbers are those of the marks");

static void write_alternative(body *b, stream *s, const realize &how)
{
	bool computes = how.kind == REALIZE_CODE || how.kind == REALIZE_CODE_SWAPPED;
	enum remt_ir_operation op = computes ? operation_of(how.code) : REMT_IR_OP_NONE;

	if (op == REMT_IR_NR_OPERATIONS)
		body_refuse(b, REMT_IR_REFUSED_OTHER);
	s->number(how.kind);
	s->number(op);
	s->difference(how.delta);
	s->difference(how.value);
	s->difference(how.factor);
}

static void write_value(body *b, gcall *call, const mark &m)
{
	const site &origin = site_all()[m.site];
	unsigned nr = gimple_call_num_args(call);
	tree first = gimple_call_arg(call, nr - 2),
	     second = nr == 3 ? gimple_call_arg(call, 0) : NULL_TREE;
	enum remt_ir_operation op = operation_of(m.code);
	result r = result_begin(b, gimple_call_lhs(call));
	stream s;

	if (m.code == NOP_EXPR)
		op = REMT_IR_OP_NONE;
	if (op == REMT_IR_NR_OPERATIONS)
		body_refuse(b, REMT_IR_REFUSED_OTHER);
	s.number(REMT_IR_MARK);
	s.number(origin.number);
	s.number(r.value);
	s.number(op);
	operand_write(b, &s, first);
	s.number(second ? 1 : 0);
	if (second)
		operand_write(b, &s, second);
	s.number(m.realizes.length());
	for (const realize &how : m.realizes)
		write_alternative(b, &s, how);
	body_add(b, s);
	result_end(b, r);
}

static void write_choice(body *b, gcall *call, const mark &m)
{
	result r = result_begin(b, gimple_call_lhs(call));
	stream s;

	s.number(REMT_IR_SELECT);
	s.number(site_all()[m.site].number);
	s.number(m.infects);
	s.number(m.is_parting ? REMT_IR_PARTING : 0);
	s.number(r.value);
	body_add(b, s);
	result_end(b, r);
}

/* Adds the operation that a mark without alternatives stands for. */
static void write_original(body *b, gcall *call, const mark &m)
{
	unsigned nr = gimple_call_num_args(call);
	result r = result_begin(b, gimple_call_lhs(call));
	enum remt_ir_operation op = m.code == NOP_EXPR ? REMT_IR_OP_NONE : operation_of(m.code);

	if (op == REMT_IR_NR_OPERATIONS)
		body_refuse(b, REMT_IR_REFUSED_OTHER);
	if (m.form == MARK_SELECT)
		operation_write(b, REMT_IR_OP_NONE, r.value,
				build_zero_cst(TREE_TYPE(gimple_call_lhs(call))), NULL_TREE);
	else
		operation_write(b, op, r.value, gimple_call_arg(call, nr - 2),
				nr == 3 && op != REMT_IR_OP_NONE ? gimple_call_arg(call, 0)
								 : NULL_TREE);
	result_end(b, r);
}

void mark_write(body *b, gcall *call)
{
	const mark &m = mark_all()[marker_number(call)];
	const site &origin = site_all()[m.site];

	if (!gimple_call_lhs(call))
		return;
	if (origin.is_dropped || origin.number < 0)
		write_original(b, call, m);
	else if (m.form == MARK_SELECT)
		write_choice(b, call, m);
	else
		write_value(b, call, m);
}
