/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Value numbers in the manner of Alpern, Wegman and Zadeck (Detecting equality of variables in programs, 1988), by hash
 * and for two functions at once: a name counts by the statement that defines it, memory by the statement that wrote it.
 * What comes around a loop is taken from the round before, of two: statements that differ show in the first one.
 */
#include "plugin/lower/copy_hash.h"
#include "plugin/base/blocks.h"

typedef unsigned long long number;

#define NR_ROUNDS 2

/* The function that is hashed. */
static vec<number> values; /* by versions of names; 0: not known yet */
static vec<int> places;	   /* of blocks in `order`, by their indexes; −1: not reached */
static vec<basic_block> order;

/* Comparisons count by their operands alone, and are noted, while this is not NULL. */
static vec<comparison> *noted;

/* One kind of thing each, so that no two of them are taken for each other. */
enum kind { OWN = 1, TABLE, TEMPORARY, DECLARED, CONSTANT, EXPRESSION, MERGE, ARGUMENT, WRITTEN };

static number with(number h, number v)
{
	h = (h ^ v) * 0x9e3779b97f4a7c15ULL;
	return h ^ h >> 29;
}

static number hash_tree(tree t);

/* TYPE may be NULL: constraints of assembly have none. */
static number hash_type(tree type)
{
	number h = type ? with(TYPE_MODE(type), TYPE_UNSIGNED(type)) : 0;

	if (!type)
		return h;
	if (INTEGRAL_TYPE_P(type))
		return with(h, TYPE_PRECISION(type));
	return AGGREGATE_TYPE_P(type) ? with(h, (number)int_size_in_bytes(type)) : h;
}

/* True for what the compiler has made of values of one function, as a table of a switch. */
static bool is_table(tree decl)
{
	return VAR_P(decl) && DECL_ARTIFICIAL(decl) && TREE_READONLY(decl) && TREE_STATIC(decl) &&
	       DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node;
}

/* Copies have local variables of their own, which tell those of the function that they are of. */
static number hash_decl(tree decl)
{
	if (decl == current_function_decl)
		return with(OWN, 0);
	if (is_table(decl))
		return with(TABLE, hash_tree(DECL_INITIAL(decl)));
	if (VAR_P(decl) && DECL_ARTIFICIAL(decl) && !is_global_var(decl))
		return with(TEMPORARY, hash_type(TREE_TYPE(decl)));
	return with(DECLARED, DECL_UID(DECL_ORIGIN(decl)));
}

static number hash_constructor(tree t)
{
	number h = CONSTRUCTOR;
	unsigned HOST_WIDE_INT i;
	tree index, value;

	FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(t), i, index, value)
		h = with(with(h, hash_tree(index)), hash_tree(value));
	return h;
}

static number hash_expression(tree t)
{
	number h = with(with(EXPRESSION, TREE_CODE(t)), hash_type(TREE_TYPE(t)));

	for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
		h = with(h, hash_tree(TREE_OPERAND(t, i)));
	return with(h, TREE_THIS_VOLATILE(t));
}

static number hash_tree(tree t)
{
	number h = 0;

	if (!t)
		return 0;
	if (TREE_CODE(t) == SSA_NAME)
		return values[SSA_NAME_VERSION(t)];
	if (DECL_P(t))
		return hash_decl(t);
	if (CONSTANT_CLASS_P(t))
		return with(with(CONSTANT, hash_type(TREE_TYPE(t))), iterative_hash_expr(t, 0));
	if (TREE_CODE(t) == CONSTRUCTOR)
		return hash_constructor(t);
	if (EXPR_P(t))
		return hash_expression(t);
	for (; TREE_CODE(t) == TREE_LIST; t = TREE_CHAIN(t)) {
		h = with(with(h, hash_tree(TREE_PURPOSE(t))), hash_tree(TREE_VALUE(t)));
		if (!TREE_CHAIN(t))
			break;
	}
	return h;
}

static bool is_conversion(gimple *stmt)
{
	return is_gimple_assign(stmt) && CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(stmt));
}

/* Returns the integer that T is, before it was made one of a type that is not narrower. */
static tree before_conversion(tree t)
{
	gimple *stmt = TREE_CODE(t) == SSA_NAME ? SSA_NAME_DEF_STMT(t) : NULL;
	tree from;

	if (!stmt || !is_conversion(stmt))
		return t;
	from = gimple_assign_rhs1(stmt);
	return INTEGRAL_TYPE_P(TREE_TYPE(from)) && INTEGRAL_TYPE_P(TREE_TYPE(t)) &&
			       TYPE_PRECISION(TREE_TYPE(from)) <= TYPE_PRECISION(TREE_TYPE(t))
		       ? from
		       : t;
}

/* Notes the comparison; returns what of it counts: neither the relation nor a constant that a value is compared with. */
static number note_comparison(enum tree_code code, tree first, tree second)
{
	bool is_constant = tree_fits_shwi_p(second);
	tree value = is_constant ? before_conversion(first) : first;
	number a = hash_tree(value), b = is_constant ? (number)CONSTANT : hash_tree(second);

	if (b < a && !is_constant) {
		code = swap_tree_comparison(code);
		std::swap(a, b);
	}
	noted->safe_push({ code, is_constant ? tree_to_shwi(second) : 0,
			   is_constant && TYPE_UNSIGNED(TREE_TYPE(value)) });
	return with(a, b);
}

/* Comparisons count as < or <=, by the order of their operands. */
static number hash_operation(enum tree_code code, tree first, tree second)
{
	if (noted && TREE_CODE_CLASS(code) == tcc_comparison)
		return note_comparison(code, first, second);
	number a = hash_tree(first), b = hash_tree(second);

	if (code == GT_EXPR || code == GE_EXPR) {
		code = swap_tree_comparison(code);
		std::swap(a, b);
	}
	if (commutative_tree_code(code) && b < a)
		std::swap(a, b);
	return with(with(code, a), b);
}

static number hash_assignment(gimple *stmt)
{
	enum tree_code code = gimple_assign_rhs_code(stmt);

	if (gimple_num_ops(stmt) == 3)
		return hash_operation(code, gimple_assign_rhs1(stmt), gimple_assign_rhs2(stmt));
	number h = code;

	for (unsigned i = 1; i < gimple_num_ops(stmt); i++)
		h = with(h, hash_tree(gimple_op(stmt, i)));
	return h;
}

static number hash_call(gcall *stmt)
{
	number h = gimple_call_internal_p(stmt) ? with(1, gimple_call_internal_fn(stmt))
						: hash_tree(gimple_call_fn(stmt));

	h = with(h, hash_tree(gimple_call_chain(stmt)));
	for (unsigned i = 0; i < gimple_call_num_args(stmt); i++)
		h = with(h, hash_tree(gimple_call_arg(stmt, i)));
	return h;
}

static int place_of(basic_block bb)
{
	return places[bb->index];
}

static number hash_switch(gswitch *stmt)
{
	number h = hash_tree(gimple_switch_index(stmt));

	for (unsigned i = 0; i < gimple_switch_num_labels(stmt); i++) {
		tree label = gimple_switch_label(stmt, i);

		h = with(h, CASE_LOW(label) ? hash_tree(CASE_LOW(label)) : 0);
		h = with(h, CASE_HIGH(label) ? hash_tree(CASE_HIGH(label)) : 0);
		h = with(h, (number)place_of(label_to_block(cfun, CASE_LABEL(label))));
	}
	return h;
}

/* True if the condition counts as its contrary, so that its ways are exchanged. */
static bool is_inverted(gcond *stmt)
{
	enum tree_code code = gimple_cond_code(stmt);
	enum tree_code contrary = invert_tree_comparison(code, HONOR_NANS(gimple_cond_lhs(stmt)));

	return !noted && contrary != ERROR_MARK &&
	       (code == NE_EXPR || code == LE_EXPR || code == GE_EXPR);
}

static number hash_condition(gcond *stmt)
{
	enum tree_code code = gimple_cond_code(stmt);

	if (is_inverted(stmt))
		code = invert_tree_comparison(code, HONOR_NANS(gimple_cond_lhs(stmt)));
	return hash_operation(code, gimple_cond_lhs(stmt), gimple_cond_rhs(stmt));
}

static number hash_operands(gimple *stmt)
{
	number h = gimple_num_ops(stmt);

	for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
		h = with(h, hash_tree(gimple_op(stmt, i)));
	return h;
}

static number hash_assembly(gasm *stmt)
{
	number h = with(htab_hash_string(gimple_asm_string(stmt)), gimple_asm_volatile_p(stmt));

	for (unsigned i = 0; i < gimple_asm_noutputs(stmt); i++)
		h = with(h, hash_tree(gimple_asm_output_op(stmt, i)));
	for (unsigned i = 0; i < gimple_asm_ninputs(stmt); i++)
		h = with(h, hash_tree(gimple_asm_input_op(stmt, i)));
	for (unsigned i = 0; i < gimple_asm_nclobbers(stmt); i++)
		h = with(h, hash_tree(gimple_asm_clobber_op(stmt, i)));
	return h;
}

/* What STMT does, without what it defines. */
static number hash_action(gimple *stmt)
{
	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN: return hash_assignment(stmt);
	case GIMPLE_CALL: return hash_call(as_a<gcall *>(stmt));
	case GIMPLE_COND: return hash_condition(as_a<gcond *>(stmt));
	case GIMPLE_SWITCH: return hash_switch(as_a<gswitch *>(stmt));
	case GIMPLE_ASM: return hash_assembly(as_a<gasm *>(stmt));
	default: return hash_operands(stmt);
	}
}

/* Numbers what STMT defines; returns the number of STMT. */
static number hash_statement(gimple *stmt)
{
	tree result = gimple_get_lhs(stmt), read = gimple_vuse(stmt), written = gimple_vdef(stmt);
	number h = with(gimple_code(stmt), hash_action(stmt));

	if (read)
		h = with(h, hash_tree(read));
	if (result)
		h = with(h, hash_type(TREE_TYPE(result)));
	if (result && TREE_CODE(result) == SSA_NAME)
		values[SSA_NAME_VERSION(result)] = h;
	else if (result)
		h = with(h, hash_tree(result));
	if (written)
		values[SSA_NAME_VERSION(written)] = with(WRITTEN, h);
	return h;
}

/* The order of a block's merges, and of its ways in, is the compiler's own. */
static number hash_merge(gphi *phi)
{
	tree result = gimple_phi_result(phi);
	number h = 0;

	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
		edge e = gimple_phi_arg_edge(phi, i);

		h += with(with(MERGE, (number)place_of(e->src)),
			  hash_tree(gimple_phi_arg_def(phi, i)));
	}
	h = with(h, (number)place_of(gimple_bb(phi)));
	values[SSA_NAME_VERSION(result)] = h;
	return h;
}

/* True for what is no code. */
static bool is_silent(gimple *stmt)
{
	return is_gimple_debug(stmt) || gimple_code(stmt) == GIMPLE_LABEL ||
	       gimple_code(stmt) == GIMPLE_PREDICT || gimple_code(stmt) == GIMPLE_NOP;
}

/* What computes values alone counts in whatever order it is: each of them tells on what it depends. */
static number hash_block(basic_block bb)
{
	number h = (number)place_of(bb), computed = 0;

	for (gphi_iterator i = gsi_start_phis(bb); !gsi_end_p(i); gsi_next(&i))
		computed += hash_merge(i.phi());
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		number one;

		if (is_silent(stmt))
			continue;
		one = hash_statement(stmt);
		if (gimple_vdef(stmt) || !gimple_get_lhs(stmt))
			h = with(h, one);
		else if (!noted || !is_conversion(stmt))
			computed += with(one, 0);
	}
	return with(h, computed);
}

/* Adds to RET the ways out of BB, the one of a true condition first. */
static void ways_of(basic_block bb, vec<edge> *ret)
{
	gimple *last = block_last(bb);
	gcond *cond = last ? dyn_cast<gcond *>(last) : NULL;
	edge e, yes, no;
	edge_iterator i;

	if (cond) {
		extract_true_false_edges_from_block(bb, &yes, &no);
		ret->safe_push(is_inverted(cond) ? no : yes);
		ret->safe_push(is_inverted(cond) ? yes : no);
		return;
	}
	if (last && gimple_code(last) == GIMPLE_SWITCH)
		for (unsigned k = 0; k < gimple_switch_num_labels(as_a<gswitch *>(last)); k++) {
			tree label = CASE_LABEL(gimple_switch_label(as_a<gswitch *>(last), k));

			ret->safe_push(find_edge(bb, label_to_block(cfun, label)));
		}
	FOR_EACH_EDGE(e, i, bb->succs)
		ret->safe_push(e);
}

/* Adds blocks from the entry on to `order`, each before those that are reached over it alone. */
static void order_blocks(void)
{
	struct step {
		basic_block bb;
		vec<edge> ways;
		unsigned next;
	};
	auto_vec<step> path;

	places.safe_grow_cleared(last_basic_block_for_fn(cfun));
	for (int &place : places)
		place = -1;
	path.safe_push({ ENTRY_BLOCK_PTR_FOR_FN(cfun), vNULL, 0 });
	ways_of(path[0].bb, &path[0].ways);
	places[path[0].bb->index] = 0;
	while (!path.is_empty()) {
		step &top = path.last();

		if (top.next == top.ways.length()) {
			order.safe_push(top.bb);
			top.ways.release();
			path.pop();
			continue;
		}
		basic_block next = top.ways[top.next++]->dest;

		if (places[next->index] >= 0)
			continue;
		places[next->index] = 0;
		step below = { next, vNULL, 0 };

		ways_of(next, &below.ways);
		path.safe_push(below);
	}
	order.reverse();
	for (unsigned i = 0; i < order.length(); i++)
		places[order[i]->index] = (int)i;
}

/* Numbers what names stand for that no statement defines. */
static void number_arguments(void)
{
	unsigned i;
	tree name;

	values.safe_grow_cleared(num_ssa_names);
	FOR_EACH_SSA_NAME(i, name, cfun)
	if (SSA_NAME_IS_DEFAULT_DEF(name) && SSA_NAME_VAR(name))
		values[i] =
			with(ARGUMENT, virtual_operand_p(name) ? 0 : hash_decl(SSA_NAME_VAR(name)));
}

static number hash_ways(basic_block bb)
{
	auto_vec<edge> ways;
	number h = 0;

	ways_of(bb, &ways);
	for (edge e : ways)
		h = with(with(h, (number)place_of(e->dest)), e->flags & EDGE_COMPLEX);
	return h;
}

unsigned long long copy_hash(void)
{
	number h = 0;

	order_blocks();
	number_arguments();
	for (int round = 0; round < NR_ROUNDS; round++) {
		if (noted)
			noted->truncate(0);
		h = 0;
		for (basic_block bb : order)
			h = with(with(h, hash_block(bb)), hash_ways(bb));
	}
	values.release();
	places.release();
	order.release();
	return h;
}

unsigned long long copy_hash_shape(vec<comparison> *ret)
{
	number h;

	noted = ret;
	h = copy_hash();
	noted = NULL;
	return h;
}

static bool holds(const comparison &c, HOST_WIDE_INT value)
{
	switch (c.code) {
	case LT_EXPR: return value < c.constant;
	case LE_EXPR: return value <= c.constant;
	case GT_EXPR: return value > c.constant;
	case GE_EXPR: return value >= c.constant;
	case EQ_EXPR: return value == c.constant;
	default: return value != c.constant;
	}
}

static bool has_order(const comparison &c)
{
	return c.code == LT_EXPR || c.code == LE_EXPR || c.code == GT_EXPR || c.code == GE_EXPR ||
	       c.code == EQ_EXPR || c.code == NE_EXPR;
}

/* True if A and B differ at most for the values below one value, for it, or for those above it. */
static bool is_close(const comparison &a, const comparison &b)
{
	HOST_WIDE_INT low = MIN(a.constant, b.constant), high = MAX(a.constant, b.constant);
	unsigned count = 0;

	if (!has_order(a) || !has_order(b) || low < -INT_MAX || high > INT_MAX || high - low > 1)
		return false;
	for (HOST_WIDE_INT value = a.is_unsigned || b.is_unsigned ? MAX(low - 1, 0) : low - 1;
	     value <= high + 1; value++)
		count += holds(a, value) != holds(b, value);
	return count <= 1;
}

bool comparisons_are_close(const vec<comparison> &a, const vec<comparison> &b)
{
	unsigned count = 0;

	if (a.length() != b.length())
		return false;
	for (unsigned i = 0; i < a.length(); i++) {
		if (a[i].code == b[i].code && a[i].constant == b[i].constant)
			continue;
		if (count++ || !is_close(a[i], b[i]))
			return false;
	}
	return true;
}
