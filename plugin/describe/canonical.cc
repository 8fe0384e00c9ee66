/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the canonical text of statements (canonical.h): one function per kind of operand and of
 * statement. Each text is prefix code: an operator, then its operands in GCC's order. Operands are
 * not reordered or simplified, so that a + b and b + a are different texts.
 */
#include "plugin/describe/canonical.h"
#include "plugin/base/blocks.h"
#include "plugin/base/compat.h"
#include "plugin/describe/canonical_string.h"
#include "plugin/describe/canonical_type.h"
#include "plugin/describe/reading.h"
#include "plugin/describe/symbols.h"
#include "plugin/lower/lower.h"
#include "plugin/mark/mark.h"

#include "real.h"

static void add_variable(canonical *c, tree variable)
{
	bool is_known;
	unsigned &number = c->number_of.get_or_insert(variable, &is_known);

	if (!is_known) {
		number = c->variables.length();
		c->variables.safe_push(variable);
	}
	c->t.add('$');
	c->t.add_number(number);
	if (!is_known)
		canonical_string_type(&c->t, TREE_TYPE(variable), canonical_copied(variable));
}

/* True for a copy of an initial value that the compiler made, such as C.0. */
static bool is_anonymous_constant(tree decl)
{
	return VAR_P(decl) && DECL_ARTIFICIAL(decl) && TREE_READONLY(decl) && TREE_STATIC(decl) &&
	       DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node;
}

static void add_symbol(canonical *c, tree decl)
{
	c->t.add('@');
	c->t.add(symbol_name(decl));
	c->t.add('\n');
	c->symbols.safe_push(decl);
}

static void add_field(text_pair *t, tree field)
{
	text own;

	canonical_field(&own, field);
	t->add(own.bytes.begin(), (size_t)own.length());
}

static void add_decl(canonical *c, tree decl)
{
	switch (TREE_CODE(decl)) {
	case FUNCTION_DECL: add_symbol(c, decl); break;
	case VAR_DECL:
		if (is_anonymous_constant(decl)) {
			c->t.add('K');
			canonical_string_type(&c->t, TREE_TYPE(decl), DECL_INITIAL(decl));
			canonical_operand(c, DECL_INITIAL(decl));
		} else if (DECL_HARD_REGISTER(decl)) {
			c->t.add("reg ");
			c->t.add(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)));
			add_variable(c, decl);
		} else if (TREE_STATIC(decl) || DECL_EXTERNAL(decl)) {
			add_symbol(c, decl);
		} else {
			add_variable(c, decl);
		}
		break;
	case PARM_DECL:
	case RESULT_DECL: add_variable(c, decl); break;
	case CONST_DECL: canonical_operand(c, DECL_INITIAL(decl)); break;
	case FIELD_DECL: add_field(&c->t, decl); break;
	case LABEL_DECL:
		c->t.add('L');
		if (DECL_NAME(decl))
			c->t.add(IDENTIFIER_POINTER(DECL_NAME(decl)));
		c->t.add(' ');
		break;
	default: c->t.add_unknown(get_tree_code_name(TREE_CODE(decl))); break;
	}
}

/*
 * Adds the constant as GCC stores it: in decimal floating point 1.0 and 1.00 differ, and NaNs
 * differ by their payload.
 */
static void add_real(text_pair *t, const REAL_VALUE_TYPE *r)
{
	t->add_number(r->cl | r->decimal << 4 | r->sign << 5 | r->signalling << 6 |
		      r->canonical << 7);
	if (r->cl == rvc_zero || r->cl == rvc_inf)
		return;
	t->add_number(r->cl == rvc_normal ? REAL_EXP(r) : 0);
	for (unsigned long word : r->sig)
		t->add_number(word);
}

static void add_vector(canonical *c, tree op)
{
	unsigned HOST_WIDE_INT nr;

	if (!VECTOR_CST_NELTS(op).is_constant(&nr))
		c->t.add_unknown("vector");
	else
		for (unsigned i = 0; i < nr; i++)
			canonical_operand(c, vector_cst_elt(op, i));
}

/* Adds bytes in a row, each an element of an initial value, or what is not known at all. */
static void add_other_constant(canonical *c, tree op)
{
	size_t length;
	const char *bytes = compat_raw_data(op, &length);

	if (!bytes) {
		c->t.add_unknown(get_tree_code_name(TREE_CODE(op)));
		return;
	}
	c->t.add_number(length);
	c->t.add(bytes, length);
}

static void add_fixed(canonical *c, tree op)
{
	const FIXED_VALUE_TYPE *value = TREE_FIXED_CST_PTR(op);

	c->t.add(GET_MODE_NAME(value->mode));
	c->t.add_number(value->data.low);
	c->t.add_number((unsigned HOST_WIDE_INT)value->data.high);
}

static void add_constant(canonical *c, tree op)
{
	switch (TREE_CODE(op)) {
	case INTEGER_CST:
		for (int i = 0; i < TREE_INT_CST_NUNITS(op); i++)
			c->t.add_number(TREE_INT_CST_ELT(op, i));
		break;
	case REAL_CST: add_real(&c->t, TREE_REAL_CST_PTR(op)); break;
	case STRING_CST: canonical_string(&c->t, op); break;
	case COMPLEX_CST:
		canonical_operand(c, TREE_REALPART(op));
		canonical_operand(c, TREE_IMAGPART(op));
		break;
	case VECTOR_CST: add_vector(c, op); break;
	case FIXED_CST: add_fixed(c, op); break;
	default: add_other_constant(c, op); break;
	}
}

static void add_constructor(canonical *c, tree op)
{
	unsigned HOST_WIDE_INT i;
	tree index, value;

	FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(op), i, index, value) {
		canonical_operand(c, index);
		c->t.add('=');
		canonical_operand(c, value);
	}
}

static void add_list(canonical *c, tree op)
{
	for (; op; op = TREE_CHAIN(op)) {
		canonical_operand(c, TREE_PURPOSE(op));
		canonical_operand(c, TREE_VALUE(op));
	}
}

/*
 * Adds the second operand of CODE. If it is an offset into a string with an own directory, the
 * neutral text has the offset without that directory's length. GCC computes such offsets even at
 * -O0: strrchr(__FILE__, '/').
 */
static void add_second(canonical *c, enum tree_code code, tree first, tree second)
{
	bool is_place = (code == POINTER_PLUS_EXPR || code == MEM_REF || code == ARRAY_REF) &&
			second && TREE_CODE(second) == INTEGER_CST && tree_fits_uhwi_p(second);
	tree string = is_place ? canonical_string_of(first) : NULL_TREE;

	if (!string) {
		canonical_operand(c, second);
		return;
	}
	text *neutral = c->t.part();
	unsigned start = neutral->length();

	canonical_operand(c, second);
	neutral->bytes.truncate(start);
	canonical_string_place(neutral, string, tree_to_uhwi(second), code == ARRAY_REF);
}

static void add_expression(canonical *c, tree op)
{
	if (TREE_THIS_VOLATILE(op))
		c->t.add('v');
	for (int i = 0; i < TREE_OPERAND_LENGTH(op); i++) {
		if (i == 1)
			add_second(c, TREE_CODE(op), TREE_OPERAND(op, 0), TREE_OPERAND(op, 1));
		else
			canonical_operand(c, TREE_OPERAND(op, i));
	}
}

void canonical_operand(canonical *c, tree op)
{
	if (!op) {
		c->t.add('_');
	} else if (TREE_CODE(op) == SSA_NAME) {
		if (SSA_NAME_VAR(op))
			add_decl(c, SSA_NAME_VAR(op));
		else
			add_variable(c, op);
	} else if (DECL_P(op)) {
		add_decl(c, op);
	} else if (TYPE_P(op)) {
		c->t.add_number(canonical_type(op));
	} else {
		c->t.add('<');
		c->t.add(get_tree_code_name(TREE_CODE(op)));
		if (TREE_CODE(op) != TREE_LIST)
			canonical_string_type(&c->t, TREE_TYPE(op), op);
		if (CONSTANT_CLASS_P(op))
			add_constant(c, op);
		else if (TREE_CODE(op) == CONSTRUCTOR)
			add_constructor(c, op);
		else if (TREE_CODE(op) == TREE_LIST)
			add_list(c, op);
		else if (EXPR_P(op))
			add_expression(c, op);
		else
			c->t.add_unknown("operand");
		c->t.add('>');
	}
}

static void add_assignment(canonical *c, gimple *stmt)
{
	enum tree_code code = gimple_assign_rhs_code(stmt);

	c->t.add(get_tree_code_name(code));
	canonical_operand(c, gimple_assign_lhs(stmt));
	canonical_operand(c, gimple_assign_rhs1(stmt));
	if (gimple_num_ops(stmt) > 2)
		add_second(c, code, gimple_assign_rhs1(stmt), gimple_assign_rhs2(stmt));
	if (gimple_num_ops(stmt) > 3)
		canonical_operand(c, gimple_assign_rhs3(stmt));
}

/* Adds all operands in GCC's order. */
static void add_operands(canonical *c, gimple *stmt)
{
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
		canonical_operand(c, gimple_op(stmt, i));
}

static void add_mark(canonical *c, gimple *stmt)
{
	const mark &m = mark_all()[marker_number(stmt)];
	unsigned nr = gimple_call_num_args(stmt);

	c->marks.safe_push({ stmt, c->nr_statements });
	c->t.add(m.form == MARK_SELECT ? "select" : get_tree_code_name(m.code));
	canonical_operand(c, gimple_call_lhs(stmt));
	for (unsigned i = 0; i + 1 < nr; i++) /* the last argument is the mark's number */
		canonical_operand(c, gimple_call_arg(stmt, i));
}

static void add_call(canonical *c, gcall *stmt)
{
	tree callee = gimple_call_fndecl(stmt);

	canonical_operand(c, gimple_call_lhs(stmt));
	if (gimple_call_internal_p(stmt)) {
		c->t.add(internal_fn_name(gimple_call_internal_fn(stmt)));
		if (gimple_call_internal_fn(stmt) ==
		    IFN_VA_ARG) /* the pointer's type says which type is read */
			c->t.add_number(
				canonical_type(TREE_TYPE(TREE_TYPE(gimple_call_arg(stmt, 1)))));
	} else {
		c->t.add_number(canonical_signature(gimple_call_fntype(stmt)));
		c->t.add_number(gimple_call_flags(stmt) & (ECF_NORETURN | ECF_RETURNS_TWICE));
		if (callee)
			c->t.add(symbol_name(callee));
		else
			canonical_operand(c, gimple_call_fn(stmt));
		c->t.add('\n');
		canonical_operand(c, gimple_call_chain(stmt));
	}
	for (unsigned i = 0; i < gimple_call_num_args(stmt); i++)
		canonical_operand(c, gimple_call_arg(stmt, i));
}

/* Adds symbols that the text of an assembly statement names. */
static void add_named_symbols(canonical *c, const char *text)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$";

	while (*(text += strcspn(text, letters))) {
		size_t length = strspn(text, letters);
		symtab_node *node =
			symtab_node::get_for_asmname(get_identifier_with_length(text, length));

		if (node && (TREE_CODE(node->decl) == FUNCTION_DECL || VAR_P(node->decl)))
			add_symbol(c, node->decl);
		text += length;
	}
}

static void add_asm(canonical *c, gasm *stmt)
{
	add_named_symbols(c, gimple_asm_string(stmt));
	canonical_bytes(&c->t, gimple_asm_string(stmt), strlen(gimple_asm_string(stmt)), 1);
	c->t.add(gimple_asm_volatile_p(stmt) ? 'v' : 'p');
	for (unsigned i = 0; i < gimple_asm_noutputs(stmt); i++)
		canonical_operand(c, gimple_asm_output_op(stmt, i));
	c->t.add(':');
	for (unsigned i = 0; i < gimple_asm_ninputs(stmt); i++)
		canonical_operand(c, gimple_asm_input_op(stmt, i));
	c->t.add(':');
	for (unsigned i = 0; i < gimple_asm_nclobbers(stmt); i++)
		canonical_operand(c, gimple_asm_clobber_op(stmt, i));
	c->t.add(':');
	for (unsigned i = 0; i < gimple_asm_nlabels(stmt); i++)
		canonical_operand(c, gimple_asm_label_op(stmt, i));
}

bool canonical_has_text(gimple *stmt)
{
	switch (gimple_code(stmt)) {
	case GIMPLE_DEBUG:
	case GIMPLE_PREDICT:
	case GIMPLE_NOP: return false;
	case GIMPLE_LABEL: { /* the address of a label may be taken, so its name counts */
		tree label = gimple_label_label(as_a<glabel *>(stmt));

		return FORCED_LABEL(label) || DECL_NONLOCAL(label);
	}
	default: return !gimple_clobber_p(stmt);
	}
}

static void add_statement(canonical *c, gimple *stmt)
{
	c->t.add(gimple_code_name[gimple_code(stmt)]);
	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN: add_assignment(c, stmt); break;
	case GIMPLE_COND:
		c->t.add(get_tree_code_name(gimple_cond_code(stmt)));
		canonical_operand(c, gimple_cond_lhs(stmt));
		canonical_operand(c, gimple_cond_rhs(stmt));
		break;
	case GIMPLE_SWITCH: /* the edges tell the cases (canonical_labels()) */
		canonical_operand(c, gimple_switch_index(as_a<gswitch *>(stmt)));
		break;
	case GIMPLE_CALL: add_call(c, as_a<gcall *>(stmt)); break;
	case GIMPLE_ASM:
		add_asm(c, as_a<gasm *>(stmt));
		reading_note_assembly(gimple_asm_string(as_a<gasm *>(stmt)));
		break;
	case GIMPLE_LABEL: canonical_operand(c, gimple_label_label(as_a<glabel *>(stmt))); break;
	case GIMPLE_RETURN:
	case GIMPLE_GOTO: add_operands(c, stmt); break;
	case GIMPLE_RESX:
	case GIMPLE_EH_DISPATCH: break; /* the edges tell all */
	default: c->t.add_unknown("statement"); break;
	}
}

void canonical_statement(canonical *c, gimple *stmt)
{
	if (!canonical_has_text(stmt))
		return;
	if (marker_number(stmt) >= 0)
		add_mark(c, stmt);
	else
		add_statement(c, stmt);
	c->t.add(';');
	c->nr_statements++;
}

static void add_case(canonical *c, tree label)
{
	c->t.add("case");
	canonical_operand(c, CASE_LOW(label));
	canonical_operand(c, CASE_HIGH(label));
}

static void add_forced_labels(canonical *c, basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		glabel *stmt = dyn_cast<glabel *>(gsi_stmt(i));

		if (!stmt)
			break;
		if (canonical_has_text(stmt))
			canonical_operand(c, gimple_label_label(stmt));
	}
}

/*
 * Adds what LAST, the last statement of a block, says of each edge: to TEXTS, by the index of the
 * block that the edge leads to.
 */
static void add_labels(gimple *last, hash_map<int_hash<int, -1>, canonical *> *texts)
{
	if (gswitch *stmt = dyn_cast<gswitch *>(last)) {
		for (unsigned i = 0; i < gimple_switch_num_labels(stmt); i++) {
			tree label = gimple_switch_label(stmt, i);

			add_case(*texts->get(label_to_block(cfun, CASE_LABEL(label))->index),
				 label);
		}
	} else if (gasm *stmt = dyn_cast<gasm *>(last)) {
		for (unsigned i = 0; i < gimple_asm_nlabels(stmt); i++) {
			basic_block target =
				label_to_block(cfun, TREE_VALUE(gimple_asm_label_op(stmt, i)));

			(*texts->get(target->index))->t.add_number(i);
		}
	}
}

void canonical_labels(basic_block bb, vec<unsigned long long> *ret)
{
	hash_map<int_hash<int, -1>, canonical *> texts;
	gimple *last = block_last(bb);
	edge e;
	edge_iterator i;

	FOR_EACH_EDGE(e, i, bb->succs) {
		canonical *&text = texts.get_or_insert(e->dest->index);

		if (!text)
			text = new canonical();
		if (e->flags & EDGE_ABNORMAL)
			add_forced_labels(text, e->dest);
	}
	if (last)
		add_labels(last, &texts);
	FOR_EACH_EDGE(e, i, bb->succs) {
		canonical *text = *texts.get(e->dest->index);

		ret->safe_push(text->t.is_empty() ? 0 : text->t.hashes().exact);
	}
	for (auto entry : texts)
		delete entry.second;
}

/* True for assembly with operands or symbols: it may call them. */
static bool is_calling_assembly(gimple *stmt)
{
	const char *text =
		gimple_code(stmt) == GIMPLE_ASM ? gimple_asm_string(as_a<gasm *>(stmt)) : "";

	return text[strspn(text, " \t\n;")];
}

bool canonical_is_call(gimple *stmt)
{
	if (is_calling_assembly(stmt))
		return true;
	return is_gimple_call(stmt) && !gimple_call_internal_p(stmt) && marker_number(stmt) < 0;
}
