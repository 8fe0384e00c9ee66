/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds helpers (helper.h) and finds the one that a mark needs: marks with the same operation,
 * types and alternatives share it. A helper compares values bit by bit; values that do not fit a
 * word of 64 bits, or have padding, count as different.
 */
#include "plugin/lower/helper.h"
#include "plugin/base/blocks.h"
#include "plugin/lower/alternative.h"
#include "plugin/lower/ask.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/lower_switch.h"
#include "plugin/lower/own_options.h"
#include "plugin/lower/synthetic.h"
#include "plugin/lower/unit.h"

#include "remt/unit.h"

struct helper {
	char *key;
	tree decl;
};

static vec<helper> helpers;

static void mark_helpers(void *, void *)
{
	for (helper &h : helpers)
		gt_ggc_mx_tree_node(h.decl);
}

void helper_register_roots(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_GGC_MARKING, mark_helpers, NULL);
}

static tree append_ask(basic_block bb, tree site, tree k, tree arg)
{
	return block_append_call(bb, unsigned_type_node,
				 gimple_build_call(ask_function(), 3, site, k, arg));
}

/*
 * True if a sanitizer checks an alternative: evaluating it beside the original would then show in
 * the output.
 */
static bool is_checked(const mark &m)
{
	for (const realize &how : m.realizes) {
		bool computes = how.kind == REALIZE_CODE || how.kind == REALIZE_CODE_SWAPPED ||
				how.kind == REALIZE_NEGATED ||
				(how.kind == REALIZE_LINEAR && how.factor);

		if (computes && (flag_trapv || flag_sanitize) &&
		    TREE_CODE_CLASS(how.code) != tcc_comparison)
			return true;
	}
	return false;
}

/*
 * True if the original may trap while it is compared: the run would end without telling infection.
 */
static bool may_trap(gimple *stmt, const mark &m)
{
	tree second = gimple_call_num_args(stmt) == 3 ? gimple_call_arg(stmt, 0) : NULL_TREE;

	return operation_could_trap_p(m.code, false, flag_trapv, second);
}

/*
 * Returns the mask of alternatives that are infected whenever STMT is reached. Bits without an
 * alternative are set.
 */
static unsigned infection_mask(gimple *stmt, const mark &m)
{
	unsigned nr = m.realizes.length();

	if (m.form == MARK_VALUE && (is_checked(m) || may_trap(stmt, m)))
		return ~0u;
	return nr < 32 ? m.infects | ~0u << nr : m.infects;
}

static tree append_enter(basic_block bb, tree site_number, const mark &m, unsigned infected)
{
	unsigned k = m.form == MARK_VALUE ? REMT_ENTER : m.is_parting ? REMT_PART : REMT_SELECT;

	return append_ask(bb, site_number, build_int_cst(unsigned_type_node, k),
			  build_int_cst(long_long_unsigned_type_node, infected));
}

/* Appends the bits of VALUE as a word; NULL: they do not fit a word, or have padding. */
static tree append_bits(basic_block bb, tree value)
{
	tree type = TREE_TYPE(value), as_int;
	unsigned bits = tree_fits_uhwi_p(TYPE_SIZE(type)) ? tree_to_uhwi(TYPE_SIZE(type)) : 0;

	if (bits > 64 ||
	    (!SCALAR_FLOAT_TYPE_P(type) && !INTEGRAL_TYPE_P(type) && !POINTER_TYPE_P(type)))
		return NULL_TREE;
	if (SCALAR_FLOAT_TYPE_P(type)) {
		as_int = build_nonstandard_integer_type(bits, 1);
		value = block_append_load(bb, build1(VIEW_CONVERT_EXPR, as_int, value));
	} else {
		as_int = unsigned_type_for(type);
		value = block_append_operation(bb, as_int, NOP_EXPR, value);
	}
	return block_append_operation(bb, long_long_unsigned_type_node, NOP_EXPR, value);
}

/*
 * Appends the bits in which A, the value of alternative K, differs from the original B.
 * Alternatives with equal values give equal bits. If the type does not fit a word, each alternative
 * gives bits of its own, so that no two count as equal.
 */
static tree append_difference(basic_block bb, tree a, tree b, tree k)
{
	tree word = long_long_unsigned_type_node, bits = append_bits(bb, a), differs;

	if (bits)
		return block_append_operation(bb, word, BIT_XOR_EXPR, bits, append_bits(bb, b));
	k = block_append_operation(bb, word, NOP_EXPR, k);
	if (SCALAR_FLOAT_TYPE_P(
		    TREE_TYPE(a))) /* an extended format has padding: counts as different */
		return k;
	differs = block_append_operation(bb, boolean_type_node, NE_EXPR, a, b);
	differs = block_append_operation(bb, word, NOP_EXPR, differs);
	return block_append_operation(bb, word, MULT_EXPR, differs, k);
}

/*
 * Appends to LOOP the choice between the alternatives and the original, by K. Returns the block
 * where it ends; VALUE gets the result. The original is not evaluated for an alternative: it may
 * trap where the alternative does not.
 */
static basic_block append_choice(basic_block loop, tree k, tree type, const mark &m, tree first,
				 tree second, tree *value)
{
	const vec<realize> &realizes = m.realizes;
	basic_block plain = block_create(loop), join = block_create(plain), at = plain;
	unsigned nr = realizes.length();
	tree result = make_ssa_name(type);
	auto_vec<basic_block> from;
	auto_vec<tree> values, labels;

	from.safe_push(plain);
	values.safe_push(alternative_append_original(plain, type, m, first, second));
	for (unsigned i = 0; i < nr; i++) {
		at = block_create(at);
		from.safe_push(at);
		values.safe_push(alternative_append(at, type, realizes[i], first, second));
		labels.safe_push(build_case_label(build_int_cst(unsigned_type_node, i + 1),
						  NULL_TREE, gimple_block_label(at)));
	}
	block_append(loop,
		     gimple_build_switch(
			     k, build_case_label(NULL_TREE, NULL_TREE, gimple_block_label(plain)),
			     labels));
	for (unsigned i = 0; i <= nr; i++) {
		make_edge(loop, from[i], 0)->probability =
			profile_probability::guessed_always().apply_scale(1, nr + 1);
		block_fallthru(from[i], join);
	}
	gphi *phi = create_phi_node(result, join);

	for (unsigned i = 0; i <= nr; i++)
		add_phi_arg(phi, values[i], find_edge(from[i], join), UNKNOWN_LOCATION);
	*value = result;
	return join;
}

/* The types of a mark's operands, which its helper takes. */
struct operands {
	tree result, first, second; /* NULL: there is no such operand */
};

static operands operand_types(gimple *stmt, const mark &m)
{
	unsigned nr = gimple_call_num_args(stmt);
	operands o = {};

	o.result = TYPE_MAIN_VARIANT(gimple_call_return_type(as_a<gcall *>(stmt)));
	if (m.form == MARK_VALUE) {
		o.first = TYPE_MAIN_VARIANT(TREE_TYPE(gimple_call_arg(stmt, nr - 2)));
		o.second = nr == 3 ? TYPE_MAIN_VARIANT(TREE_TYPE(gimple_call_arg(stmt, 0)))
				   : NULL_TREE;
	}
	return o;
}

static char *make_key(gimple *stmt, const mark &m, tree function)
{
	operands o = operand_types(stmt, m);
	char *key = xasprintf("%d %d %d %u %x %p %p %p %p", m.form, m.is_parting, m.code,
			      m.realizes.length(), infection_mask(stmt, m), (void *)o.result,
			      (void *)o.first, (void *)o.second,
			      (void *)DECL_FUNCTION_SPECIFIC_OPTIMIZATION(function));

	for (const realize &r : m.realizes) {
		char *longer = xasprintf("%s/%d %d %ld %ld %d", key, r.kind, r.code, (long)r.delta,
					 (long)r.value, r.factor);

		free(key);
		key = longer;
	}
	return key;
}

static tree find_by_key(const char *key)
{
	for (const helper &h : helpers)
		if (!strcmp(h.key, key))
			return h.decl;
	return NULL_TREE;
}

static const mark &mark_of(gimple *stmt)
{
	return mark_all()[marker_number(stmt)];
}

tree helper_find(gimple *stmt, tree function)
{
	char *key = make_key(stmt, mark_of(stmt), function);
	tree decl = find_by_key(key);

	free(key);
	return decl;
}

static tree declare(const operands &o, auto_vec<tree> *parms)
{
	auto_vec<tree> types;
	char name[40];

	if (o.first)
		types.safe_push(o.first);
	if (o.second)
		types.safe_push(o.second);
	types.safe_push(unsigned_type_node);
	snprintf(name, sizeof(name), "remt.helper.%u", helpers.length());
	return synthetic_declare(name, o.result, types, parms);
}

static void build_select(basic_block entry, tree type, tree number, const mark &m,
			 unsigned infected)
{
	tree k = block_append_operation(entry, unsigned_type_node, BIT_AND_EXPR,
					append_enter(entry, number, m, infected),
					build_int_cst(unsigned_type_node, ~REMT_FINAL));

	synthetic_return(entry, block_append_operation(entry, type, NOP_EXPR, k));
}

static void build_value(basic_block entry, tree type, const mark &m, unsigned infected, tree first,
			tree second, tree number)
{
	tree entered = append_enter(entry, number, m, infected),
	     answer = make_ssa_name(unsigned_type_node);
	basic_block loop = block_create(entry), join, again, done;
	gphi *phi;
	tree k, value, sign, original, next;

	block_fallthru(entry, loop);
	phi = create_phi_node(answer, loop);
	k = block_append_operation(loop, unsigned_type_node, BIT_AND_EXPR, answer,
				   build_int_cst(unsigned_type_node, ~REMT_FINAL));
	join = append_choice(loop, k, type, m, first, second, &value);
	sign = block_append_operation(join, integer_type_node, NOP_EXPR, answer);
	block_append(join,
		     gimple_build_cond(LT_EXPR, sign, integer_zero_node, NULL_TREE, NULL_TREE));
	again = block_create(join);
	done = block_create(again);
	block_branch(join, done, again, profile_probability::likely());
	original = alternative_append_original(again, type, m, first, second);
	next = append_ask(again, number, k, append_difference(again, value, original, k));
	block_fallthru(again, loop);
	add_phi_arg(phi, entered, find_edge(entry, loop), UNKNOWN_LOCATION);
	add_phi_arg(phi, next, find_edge(again, loop), UNKNOWN_LOCATION);
	synthetic_return(done, value);
}

static tree build(gimple *stmt, const mark &m)
{
	operands o = operand_types(stmt, m);
	auto_vec<tree> parms, values;
	unsigned infected = infection_mask(stmt, m);
	tree decl = declare(o, &parms);
	basic_block entry = synthetic_begin(decl);

	for (tree parm : parms)
		values.safe_push(synthetic_parameter(parm));
	if (m.form == MARK_SELECT)
		build_select(entry, o.result, values.last(), m, infected);
	else
		build_value(entry, o.result, m, infected, values[0],
			    o.second ? values[1] : NULL_TREE, values.last());
	synthetic_end(decl);
	return decl;
}

/* Makes the helper of STMT's mark M, which FUNCTION holds, if there is none. FUNCTION's options are at hand. */
static void prepare(gimple *stmt, const mark &m, tree function)
{
	char *key = make_key(stmt, m, function);

	if (find_by_key(key))
		free(key);
	else
		helpers.safe_push({ key, build(stmt, m) });
}

void helper_prepare(gimple *stmt, tree function)
{
	const mark &m = mark_of(stmt);
	own_options before;

	if (site_all()[m.site].is_dropped || !gimple_call_lhs(stmt))
		return;
	ask_function();
	own_options_take(function, &before);
	prepare(stmt, m, function);
	own_options_give_back(&before);
}
