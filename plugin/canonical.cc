/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "canonical.h"
#include "lower.h"
#include "mark.h"

#include "real.h"

/* Text that grows. */
struct text {
	char *bytes;
	size_t length, room;
};

static void add(text *t, const char *format, ...) ATTRIBUTE_PRINTF_2;

static void add(text *t, const char *format, ...)
{
	va_list args;
	char *piece;
	int n;

	va_start(args, format);
	n = vasprintf(&piece, format, args);
	va_end(args);
	if (t->length + n + 1 > t->room) {
		t->room = (t->length + n + 1) * 2;
		t->bytes = XRESIZEVEC(char, t->bytes, t->room);
	}
	memcpy(t->bytes + t->length, piece, n + 1);
	t->length += n;
	free(piece);
}

static char *finish(text *t)
{
	if (!t->bytes)
		add(t, "%s", "");
	return t->bytes;
}

enum { DEEPEST = 24 }; /* nesting of types and of expanded temporaries */

static void add_operand(text *t, tree op, int depth);

static const char *name_of(tree decl_or_name)
{
	if (!decl_or_name)
		return "";
	if (TREE_CODE(decl_or_name) == IDENTIFIER_NODE)
		return IDENTIFIER_POINTER(decl_or_name);
	return DECL_NAME(decl_or_name) ? IDENTIFIER_POINTER(DECL_NAME(decl_or_name)) : "";
}

static void add_type(text *t, tree type, int depth)
{
	if (!type)
		return;
	if (TYPE_QUALS(type))
		add(t, "q%d", TYPE_QUALS(type));
	add(t, "%s", get_tree_code_name(TREE_CODE(type)));
	switch (TREE_CODE(type)) {
	case INTEGER_TYPE:
	case ENUMERAL_TYPE:
	case BOOLEAN_TYPE:
		add(t, "%d%c", TYPE_PRECISION(type), TYPE_UNSIGNED(type) ? 'u' : 's');
		break;
	case REAL_TYPE:
		add(t, "%d", TYPE_PRECISION(type));
		break;
	case POINTER_TYPE:
	case ARRAY_TYPE:
	case COMPLEX_TYPE:
	case VECTOR_TYPE:
		if (TYPE_SIZE_UNIT(type) && TREE_CODE(TYPE_SIZE_UNIT(type)) == INTEGER_CST)
			add(t, "[%ld]", (long)TREE_INT_CST_LOW(TYPE_SIZE_UNIT(type)));
		if (depth < 4)
			add_type(t, TREE_TYPE(type), depth + 1);
		break;
	case RECORD_TYPE:
	case UNION_TYPE:
		add(t, " %s", name_of(TYPE_IDENTIFIER(type)));
		if (depth > 1 || !COMPLETE_TYPE_P(type))
			break;
		add(t, "{");
		for (tree field = TYPE_FIELDS(type); field; field = DECL_CHAIN(field)) {
			if (TREE_CODE(field) != FIELD_DECL)
				continue;
			add(t, "%s:", name_of(field));
			add_type(t, TREE_TYPE(field), depth + 1);
			add(t, ";");
		}
		add(t, "}");
		break;
	case FUNCTION_TYPE:
		add(t, "(");
		for (tree arg = TYPE_ARG_TYPES(type); arg; arg = TREE_CHAIN(arg)) {
			add_type(t, TREE_VALUE(arg), depth + 2);
			add(t, ",");
		}
		add(t, ")");
		add_type(t, TREE_TYPE(type), depth + 2);
		break;
	default:
		break;
	}
}

static void add_mark(text *t, gimple *stmt, int depth)
{
	const mark &m = mark_all()[marker_number(stmt)];
	unsigned nr = gimple_call_num_args(stmt);

	if (m.form == MARK_SELECT) {
		add(t, "0");
		return;
	}
	if (m.code != NOP_EXPR)
		add(t, "%s", get_tree_code_name(m.code));
	add(t, "(");
	add_operand(t, gimple_call_arg(stmt, nr - 2), depth);
	if (nr == 3) {
		add(t, ",");
		add_operand(t, gimple_call_arg(stmt, 0), depth);
	}
	add(t, ")");
}

/* A temporary reads as the expression that computes it. */
static void add_name(text *t, tree name, int depth)
{
	gimple *def = SSA_NAME_DEF_STMT(name);
	tree var = SSA_NAME_VAR(name);

	if (var && !DECL_IGNORED_P(var) && DECL_NAME(var)) {
		add(t, "%s", name_of(var));
		return;
	}
	if (depth > DEEPEST || !def) {
		add(t, "?");
	} else if (marker_number(def) >= 0) {
		add_mark(t, def, depth + 1);
	} else if (is_gimple_assign(def)) {
		add(t, "%s(", get_tree_code_name(gimple_assign_rhs_code(def)));
		for (unsigned i = 1; i < gimple_num_ops(def); i++)
			add_operand(t, gimple_op(def, i), depth + 1);
		add(t, ")");
	} else if (is_gimple_call(def) && gimple_call_fndecl(def)) {
		add(t, "call %s", name_of(gimple_call_fndecl(def)));
	} else {
		add(t, "%s", gimple_code_name[gimple_code(def)]);
	}
}

static void add_constant(text *t, tree op)
{
	switch (TREE_CODE(op)) {
	case INTEGER_CST:
		for (int i = 0; i < TREE_INT_CST_NUNITS(op); i++)
			add(t, "%lx ", (long)TREE_INT_CST_ELT(op, i));
		break;
	case REAL_CST: {
		char buffer[64];

		real_to_hexadecimal(buffer, TREE_REAL_CST_PTR(op), sizeof(buffer), 0, 1);
		add(t, "%s", buffer);
		break;
	}
	case STRING_CST:
		for (int i = 0; i < TREE_STRING_LENGTH(op); i++)
			add(t, "%02x", (unsigned char)TREE_STRING_POINTER(op)[i]);
		break;
	default:
		break;
	}
}

static void add_operand(text *t, tree op, int depth)
{
	if (!op)
		return;
	add(t, "<");
	if (TREE_CODE(op) == SSA_NAME) {
		add_name(t, op, depth);
	} else if (DECL_P(op)) {
		add(t, "%s", name_of(op));
	} else if (TYPE_P(op)) {
		add_type(t, op, 0);
	} else {
		add(t, "%s ", get_tree_code_name(TREE_CODE(op)));
		if (TREE_TYPE(op) && (CONSTANT_CLASS_P(op) || REFERENCE_CLASS_P(op)))
			add_type(t, TREE_TYPE(op), 0);
		if (CONSTANT_CLASS_P(op))
			add_constant(t, op);
		else if (TREE_CODE(op) == CONSTRUCTOR) {
			unsigned HOST_WIDE_INT i;
			tree value;

			FOR_EACH_CONSTRUCTOR_VALUE(CONSTRUCTOR_ELTS(op), i, value)
				add_operand(t, value, depth + 1);
		} else if (EXPR_P(op) && depth <= DEEPEST)
			for (int i = 0; i < TREE_OPERAND_LENGTH(op); i++)
				add_operand(t, TREE_OPERAND(op, i), depth + 1);
	}
	add(t, ">");
}

/* True for what only computes a temporary: it shows where it is used. */
static bool is_temporary(gimple *stmt)
{
	tree lhs = gimple_get_lhs(stmt);

	if (!lhs || TREE_CODE(lhs) != SSA_NAME || (SSA_NAME_VAR(lhs) && !DECL_IGNORED_P(SSA_NAME_VAR(lhs))))
		return false;
	return is_gimple_assign(stmt) || marker_number(stmt) >= 0;
}

static void add_stmt(text *t, gimple *stmt)
{
	add(t, "%s ", gimple_code_name[gimple_code(stmt)]);
	if (is_gimple_assign(stmt))
		add(t, "%s", get_tree_code_name(gimple_assign_rhs_code(stmt)));
	else if (gimple_code(stmt) == GIMPLE_COND)
		add(t, "%s", get_tree_code_name(gimple_cond_code(stmt)));
	else if (gimple_code(stmt) == GIMPLE_ASM)
		add(t, "%s", gimple_asm_string(as_a<gasm *>(stmt)));
	else if (is_gimple_call(stmt) && gimple_call_internal_p(stmt))
		add(t, "%s", internal_fn_name(gimple_call_internal_fn(stmt)));
	if (gimple_code(stmt) == GIMPLE_SWITCH)
		add_operand(t, gimple_switch_index(as_a<gswitch *>(stmt)), 0);
	else
		for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
			if (gimple_op(stmt, i) && TREE_CODE(gimple_op(stmt, i)) != LABEL_DECL)
				add_operand(t, gimple_op(stmt, i), 0);
	add(t, "\n");
}

char *canonical_type(tree type)
{
	text t = {};

	add_type(&t, type, 0);
	return finish(&t);
}

char *canonical_block(basic_block bb)
{
	text t = {};

	for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
		gimple *stmt = gsi_stmt(gsi);

		if (!is_gimple_debug(stmt) && gimple_code(stmt) != GIMPLE_LABEL && gimple_code(stmt) != GIMPLE_PREDICT &&
		    !gimple_clobber_p(stmt) && !is_temporary(stmt))
			add_stmt(&t, stmt);
	}
	return finish(&t);
}

char *canonical_case(gswitch *stmt, edge e)
{
	text t = {};

	for (unsigned i = 0; i < gimple_switch_num_labels(stmt); i++) {
		tree label = gimple_switch_label(stmt, i);

		if (label_to_block(cfun, CASE_LABEL(label)) != e->dest)
			continue;
		add(&t, "case");
		add_operand(&t, CASE_LOW(label), 0);
		add_operand(&t, CASE_HIGH(label), 0);
	}
	return finish(&t);
}
