/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks are GCC's, numbered in its order, behind block 0, which stands for the entry. Edges of
 * exceptions are refused. Abnormal edges (longjmp) are no ends of a block but ways out of its calls.
 */
#include "plugin/ir/flow.h"
#include "plugin/base/blocks.h"
#include "plugin/describe/graph.h"
#include "plugin/ir/entity.h"
#include "plugin/ir/operand.h"
#include "plugin/ir/statement.h"

static bool is_end(gimple *stmt)
{
	switch (gimple_code(stmt)) {
	case GIMPLE_COND:
	case GIMPLE_SWITCH:
	case GIMPLE_RETURN:
	case GIMPLE_GOTO: return true;
	default: return false;
	}
}

static unsigned number_of(body *b, basic_block bb)
{
	int number = bb == ENTRY_BLOCK_PTR_FOR_FN(cfun) ? 0 : b->block_number[bb->index];

	gcc_assert(number >= 0);
	return number;
}

static unsigned number_blocks(body *b)
{
	unsigned nr = 1;
	basic_block bb;

	b->block_number.safe_grow_cleared(last_basic_block_for_fn(cfun));
	FOR_EACH_BB_FN(bb, cfun)
		b->block_number[bb->index] = nr++;
	return nr;
}

static void write_phis(body *b, basic_block bb)
{
	stream phis;
	unsigned nr = 0;

	for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i)) {
		gphi *phi = i.phi();

		if (virtual_operand_p(gimple_phi_result(phi)))
			continue;
		nr++;
		phis.number(body_value(b, gimple_phi_result(phi)));
		for (unsigned a = 0; a < gimple_phi_num_args(phi); a++)
			operand_write(b, &phis, gimple_phi_arg_def(phi, a));
	}
	b->blocks.number(EDGE_COUNT(bb->preds));
	for (unsigned e = 0; e < EDGE_COUNT(bb->preds); e++)
		b->blocks.number(number_of(b, EDGE_PRED(bb, e)->src));
	b->blocks.number(nr);
	b->blocks.append(phis);
}

/* The edges of a computed goto are abnormal, too. */
static bool is_way(edge e)
{
	gimple *last = block_last(e->src);

	return e->flags & EDGE_ABNORMAL && !(last && gimple_code(last) == GIMPLE_GOTO);
}

/* Returns the edge that control takes at the end of BB when no statement chooses; NULL: none. */
static edge fallthru_of(basic_block bb)
{
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, bb->succs)
		if (!(e->flags & (EDGE_ABNORMAL | EDGE_EH)))
			return e;
	return NULL;
}

static void write_if(body *b, stream *s, gcond *stmt)
{
	enum remt_ir_operation op = operation_of(gimple_cond_code(stmt));
	edge yes, no;

	extract_true_false_edges_from_block(gimple_bb(stmt), &yes, &no);
	s->number(REMT_IR_IF);
	s->number(op);
	operand_write(b, s, gimple_cond_lhs(stmt));
	operand_write(b, s, gimple_cond_rhs(stmt));
	s->number(number_of(b, yes->dest));
	s->number(number_of(b, no->dest));
}

static void write_switch(body *b, stream *s, gswitch *stmt)
{
	unsigned nr = gimple_switch_num_labels(stmt);

	s->number(REMT_IR_SWITCH);
	operand_write(b, s, gimple_switch_index(stmt));
	s->number(
		number_of(b, label_to_block(cfun, CASE_LABEL(gimple_switch_default_label(stmt)))));
	s->number(nr - 1);
	for (unsigned i = 1; i < nr; i++) {
		tree label = gimple_switch_label(stmt, i);
		tree high = CASE_HIGH(label) ? CASE_HIGH(label) : CASE_LOW(label);

		operand_write(b, s, CASE_LOW(label));
		operand_write(b, s, high);
		s->number(number_of(b, label_to_block(cfun, CASE_LABEL(label))));
	}
}

static void write_return(body *b, stream *s, greturn *stmt)
{
	tree value = gimple_return_retval(stmt);

	s->number(REMT_IR_RETURN);
	if (!value) {
		s->number(REMT_IR_NOWHERE);
	} else if (operand_is_place(value)) {
		s->number(REMT_IR_TO_PLACE);
		body_check_type(b, TREE_TYPE(value));
		place_write(b, s, value);
	} else {
		s->number(REMT_IR_TO_VALUE);
		operand_write(b, s, value);
	}
}

/* Adds the labels of BB whose address is taken; returns how many there are. */
static unsigned write_labels(body *b, stream *s, basic_block bb)
{
	unsigned nr = 0;

	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		glabel *stmt = dyn_cast<glabel *>(gsi_stmt(i));

		if (!stmt || !FORCED_LABEL(gimple_label_label(stmt)))
			continue;
		s->number(entity_symbol(gimple_label_label(stmt)));
		s->number(number_of(b, bb));
		nr++;
	}
	return nr;
}

/* GCC has an edge from a computed goto to the block of each label whose address is taken. */
static void write_jump(body *b, stream *s, ggoto *stmt)
{
	stream labels;
	unsigned nr = 0;
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, gimple_bb(stmt)->succs) {
		unsigned added = write_labels(b, &labels, e->dest);

		if (!added)
			body_refuse(b, REMT_IR_REFUSED_COMPUTED_GOTO);
		nr += added;
	}
	s->number(REMT_IR_JUMP);
	operand_write(b, s, gimple_goto_dest(stmt));
	s->number(nr);
	s->append(labels);
}

static bool is_dispatcher(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (gimple_call_internal_p(gsi_stmt(i), IFN_ABNORMAL_DISPATCHER))
			return true;
	return false;
}

static void write_fallthru(body *b, stream *s, basic_block bb)
{
	edge e = fallthru_of(bb);

	if (is_dispatcher(bb)) {
		s->number(REMT_IR_RESUME);
	} else if (!e || e->dest == EXIT_BLOCK_PTR_FOR_FN(cfun)) {
		s->number(REMT_IR_HALT);
	} else {
		s->number(REMT_IR_GOTO);
		s->number(number_of(b, e->dest));
	}
}

static void write_end(body *b, basic_block bb, gimple *last)
{
	stream s;

	if (last && is_end(last))
		body_begin(b, last);
	if (gcond *branch = safe_dyn_cast<gcond *>(last)) {
		write_if(b, &s, branch);
	} else if (gswitch *choice = safe_dyn_cast<gswitch *>(last)) {
		write_switch(b, &s, choice);
	} else if (greturn *end = safe_dyn_cast<greturn *>(last)) {
		write_return(b, &s, end);
	} else if (ggoto *jump = safe_dyn_cast<ggoto *>(last)) {
		write_jump(b, &s, jump);
	} else {
		write_fallthru(b, &s, bb);
	}
	body_add(b, s);
}

static void write_ways(body *b, basic_block bb)
{
	unsigned nr = 0;
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, bb->succs) {
		nr += is_way(e);
		if (e->flags & EDGE_EH)
			body_refuse(b, REMT_IR_REFUSED_EXCEPTION);
	}
	b->blocks.number(nr);
	FOR_EACH_EDGE(e, i, bb->succs)
		if (is_way(e))
			b->blocks.number(number_of(b, e->dest));
}

/*
 * Adds the number of the statements of BB and the statements. A GCC statement may give none or
 * several.
 */
static void write_statements(body *b, basic_block bb)
{
	unsigned start = b->blocks.length(), nr_before = b->nr_statements;
	text written;

	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (!is_end(gsi_stmt(i)))
			statement_write(b, gsi_stmt(i));
	if (b->blocks.length() > start)
		written.add(&b->blocks.bytes[start], (size_t)(b->blocks.length() - start));
	b->blocks.bytes.truncate(start);
	b->blocks.number(b->nr_statements - nr_before);
	if (written.length())
		b->blocks.add(&written.bytes[0], (size_t)written.length());
}

static void write_entry(body *b)
{
	stream s;

	b->blocks.number(graph_node_of(ENTRY_BLOCK_PTR_FOR_FN(cfun)));
	b->blocks.number(0); /* predecessors */
	b->blocks.number(0); /* phis */
	b->blocks.number(0); /* statements */
	s.number(REMT_IR_GOTO);
	s.number(number_of(b, single_succ(ENTRY_BLOCK_PTR_FOR_FN(cfun))));
	body_add(b, s);
	b->blocks.number(0); /* ways */
}

void flow_write(body *b)
{
	basic_block bb;

	b->blocks.number(number_blocks(b));
	write_entry(b);
	FOR_EACH_BB_FN(bb, cfun) {
		b->blocks.number(graph_node_of(bb));
		write_phis(b, bb);
		write_statements(b, bb);
		write_end(b, bb, block_last(bb));
		write_ways(b, bb);
	}
}
