/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "helper.h"
#include "blocks.h"
#include "lower.h"
#include "lower_switch.h"
#include "unit.h"

#include "remt/unit.h"

/* A helper and what it is for. */
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

static tree call_hook(basic_block bb, tree site, tree k, tree arg)
{
	tree hook = block_append_load(bb, unit_hook(), UNKNOWN_LOCATION), answer = make_ssa_name(unsigned_type_node);
	gcall *call = gimple_build_call(hook, 4, unit_address(), site, k, arg);

	gimple_call_set_lhs(call, answer);
	gimple_call_set_nothrow(call, true);
	block_append(bb, call, UNKNOWN_LOCATION);
	return answer;
}

static tree enter_hook(basic_block bb, tree site_number, const site &s)
{
	unsigned counts = s.alternatives.length() << 16 | s.nr_safe;

	return call_hook(bb, site_number, build_int_cst(unsigned_type_node, REMT_ENTER), build_int_cst(unsigned_type_node, counts));
}

static tree append_operation(basic_block bb, tree type, enum tree_code code, tree first, tree second, location_t loc)
{
	tree name = make_ssa_name(type);

	block_append(bb, lower_operation(name, code, first, second), loc);
	return name;
}

static tree number_constant(tree type, HOST_WIDE_INT value)
{
	if (SCALAR_FLOAT_TYPE_P(type))
		return build_real_from_int_cst(type, build_int_cst(long_integer_type_node, value));
	return build_int_cst(type, value);
}

/* FACTOR times FIRST plus VALUE; integers wrap. */
static tree append_linear(basic_block bb, tree type, const realize &how, tree first, location_t loc)
{
	bool is_integer = INTEGRAL_TYPE_P(type);
	tree wrapping = is_integer ? unsigned_type_for(type) : type, result, back;

	if (how.factor == 0)
		return number_constant(type, how.value);
	result = make_ssa_name(wrapping);
	block_append(bb, gimple_build_assign(result, is_integer ? NOP_EXPR : SSA_NAME, first), loc);
	if (how.factor < 0)
		result = append_operation(bb, wrapping, NEGATE_EXPR, result, NULL_TREE, loc);
	if (how.value)
		result = append_operation(bb, wrapping, PLUS_EXPR, result, number_constant(wrapping, how.value), loc);
	if (wrapping == type)
		return result;
	back = make_ssa_name(type);
	block_append(bb, gimple_build_assign(back, NOP_EXPR, result), loc);
	return back;
}

/* SECOND plus the rewrite of folding that the alternative undoes. */
static tree append_delta(basic_block bb, tree second, HOST_WIDE_INT delta, location_t loc)
{
	if (!delta)
		return second;
	if (TREE_CODE(second) == INTEGER_CST)
		return wide_int_to_tree(TREE_TYPE(second), wi::to_wide(second) + delta);
	return append_operation(bb, TREE_TYPE(second), PLUS_EXPR, second, build_int_cst(TREE_TYPE(second), delta), loc);
}

/* Appends what computes an alternative; returns its value. */
static tree append_alternative(basic_block bb, tree type, const realize &how, tree first, tree second, location_t loc)
{
	switch (how.kind) {
	case REALIZE_CODE:
		return append_operation(bb, type, how.code, first, append_delta(bb, second, how.delta, loc), loc);
	case REALIZE_CODE_SWAPPED:
		return append_operation(bb, type, how.code, second, first, loc);
	case REALIZE_BOOLEAN:
		return build_int_cst(type, how.value);
	case REALIZE_FIRST:
		return first;
	case REALIZE_NEGATED:
		return append_operation(bb, type, NEGATE_EXPR, first, NULL_TREE, loc);
	case REALIZE_INTEGER:
		return build_int_cst(type, how.value);
	case REALIZE_LINEAR:
		return append_linear(bb, type, how, first, loc);
	case REALIZE_SELECT:
		break;
	}
	gcc_unreachable();
}

static tree append_original(basic_block bb, tree type, const mark &m, tree first, tree second, location_t loc)
{
	return m.code == NOP_EXPR ? first : append_operation(bb, type, m.code, first, second, loc);
}

/* 1 where A and B differ in a bit. */
static tree append_difference(basic_block bb, tree a, tree b, location_t loc)
{
	tree type = TREE_TYPE(a), differs, result;

	if (SCALAR_FLOAT_TYPE_P(type)) {
		unsigned bits = tree_to_uhwi(TYPE_SIZE(type));
		tree as_int = bits <= 64 ? build_nonstandard_integer_type(bits, 1) : NULL_TREE;

		if (!as_int) /* an extended format has padding: taken as different */
			return build_one_cst(unsigned_type_node);
		a = block_append_load(bb, build1(VIEW_CONVERT_EXPR, as_int, a), loc);
		b = block_append_load(bb, build1(VIEW_CONVERT_EXPR, as_int, b), loc);
	}
	differs = make_ssa_name(boolean_type_node);
	result = make_ssa_name(unsigned_type_node);
	block_append(bb, gimple_build_assign(differs, NE_EXPR, a, b), loc);
	block_append(bb, gimple_build_assign(result, NOP_EXPR, differs), loc);
	return result;
}

/* Value of the alternative K, chosen in LOOP; ends in the returned block. */
static basic_block append_choice(basic_block loop, tree k, tree type, const vec<realize> &realizes, tree first,
				 tree second, tree original, location_t loc, tree *value)
{
	basic_block join = block_create(loop), at = loop;
	unsigned nr = realizes.length();
	tree result = make_ssa_name(type);
	auto_vec<basic_block> from;
	auto_vec<tree> values, labels;

	from.safe_push(loop);
	values.safe_push(original);
	for (unsigned i = 0; i < nr; i++) {
		at = block_create(at);
		from.safe_push(at);
		values.safe_push(append_alternative(at, type, realizes[i], first, second, loc));
		labels.safe_push(build_case_label(build_int_cst(unsigned_type_node, i + 1), NULL_TREE, gimple_block_label(at)));
	}
	block_append(loop, gimple_build_switch(k, build_case_label(NULL_TREE, NULL_TREE, gimple_block_label(join)), labels), loc);
	for (unsigned i = 1; i <= nr; i++) {
		make_edge(loop, from[i], 0)->probability = profile_probability::guessed_always().apply_scale(1, nr + 1);
		block_fallthru(from[i], join);
	}
	make_edge(loop, join, 0)->probability = profile_probability::guessed_always().apply_scale(1, nr + 1);
	gphi *phi = create_phi_node(result, join);

	for (unsigned i = 0; i <= nr; i++)
		add_phi_arg(phi, values[i], find_edge(from[i], join), UNKNOWN_LOCATION);
	*value = result;
	return join;
}

/* Operands of a mark: types that its helper takes. */
struct operands {
	tree result, first, second; /* types; NULL: there is none */
};

static operands operand_types(gimple *stmt, const mark &m)
{
	unsigned nr = gimple_call_num_args(stmt);
	operands o = {};

	o.result = TYPE_MAIN_VARIANT(gimple_call_return_type(as_a<gcall *>(stmt)));
	if (m.form == MARK_VALUE) {
		o.first = TYPE_MAIN_VARIANT(TREE_TYPE(gimple_call_arg(stmt, nr - 2)));
		o.second = nr == 3 ? TYPE_MAIN_VARIANT(TREE_TYPE(gimple_call_arg(stmt, 0))) : NULL_TREE;
	}
	return o;
}

static char *make_key(gimple *stmt, const mark &m, const site &s)
{
	operands o = operand_types(stmt, m);
	char *key = xasprintf("%d %d %u %u %p %p %p", m.form, m.code, s.alternatives.length(), s.nr_safe, (void *)o.result,
			      (void *)o.first, (void *)o.second);

	for (const realize &r : m.realizes) {
		char *longer = xasprintf("%s/%d %d %ld %ld %d", key, r.kind, r.code, (long)r.delta, (long)r.value, r.factor);

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

tree helper_find(gimple *stmt)
{
	const mark &m = mark_of(stmt);
	char *key = make_key(stmt, m, site_all()[m.site]);
	tree decl = find_by_key(key);

	free(key);
	return decl;
}

/* One parameter more in front of the others. */
static tree add_parameter(tree decl, tree type)
{
	tree parm = build_decl(UNKNOWN_LOCATION, PARM_DECL, NULL_TREE, type);

	DECL_CONTEXT(parm) = decl;
	DECL_ARG_TYPE(parm) = type;
	DECL_ARTIFICIAL(parm) = 1;
	DECL_CHAIN(parm) = DECL_ARGUMENTS(decl);
	DECL_ARGUMENTS(decl) = parm;
	return parm;
}

static tree declare(const operands &o, tree parms[3])
{
	auto_vec<tree> types;
	tree decl, result, type;
	char name[40];

	if (o.first)
		types.safe_push(o.first);
	if (o.second)
		types.safe_push(o.second);
	types.safe_push(unsigned_type_node);
	type = build_function_type_array(o.result, types.length(), types.address());
	snprintf(name, sizeof(name), "remt.helper.%u", helpers.length());
	decl = build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
	parms[2] = add_parameter(decl, unsigned_type_node);
	parms[1] = o.second ? add_parameter(decl, o.second) : NULL_TREE;
	parms[0] = o.first ? add_parameter(decl, o.first) : NULL_TREE;
	result = build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, o.result);
	DECL_CONTEXT(result) = decl;
	DECL_ARTIFICIAL(result) = 1;
	DECL_IGNORED_P(result) = 1;
	DECL_RESULT(decl) = result;
	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
	TREE_NOTHROW(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	for (const char *attribute : { "cold", "noinline", "noclone", "noipa" })
		DECL_ATTRIBUTES(decl) = tree_cons(get_identifier(attribute), NULL_TREE, DECL_ATTRIBUTES(decl));
	return decl;
}

static tree parameter_value(tree parm)
{
	return parm ? get_or_create_ssa_default_def(cfun, parm) : NULL_TREE;
}

static void append_return(basic_block bb, tree value)
{
	block_append(bb, gimple_build_return(value), UNKNOWN_LOCATION);
	make_edge(bb, EXIT_BLOCK_PTR_FOR_FN(cfun), 0)->probability = profile_probability::always();
}

static void build_select(basic_block entry, tree type, tree number, const site &s)
{
	tree k = append_operation(entry, unsigned_type_node, BIT_AND_EXPR, enter_hook(entry, number, s),
				  build_int_cst(unsigned_type_node, ~REMT_FINAL), UNKNOWN_LOCATION);
	tree result = make_ssa_name(type);

	block_append(entry, gimple_build_assign(result, NOP_EXPR, k), UNKNOWN_LOCATION);
	append_return(entry, result);
}

static void build_value(basic_block entry, tree type, const mark &m, const site &s, tree first, tree second, tree number)
{
	tree original = append_original(entry, type, m, first, second, UNKNOWN_LOCATION);
	tree entered = enter_hook(entry, number, s), answer = make_ssa_name(unsigned_type_node);
	basic_block loop = block_create(entry), join, again, done;
	gphi *phi;
	tree k, value, sign = make_ssa_name(integer_type_node), next;

	block_fallthru(entry, loop);
	phi = create_phi_node(answer, loop);
	k = append_operation(loop, unsigned_type_node, BIT_AND_EXPR, answer, build_int_cst(unsigned_type_node, ~REMT_FINAL),
			     UNKNOWN_LOCATION);
	join = append_choice(loop, k, type, m.realizes, first, second, original, UNKNOWN_LOCATION, &value);
	block_append(join, gimple_build_assign(sign, NOP_EXPR, answer), UNKNOWN_LOCATION);
	block_append(join, gimple_build_cond(LT_EXPR, sign, integer_zero_node, NULL_TREE, NULL_TREE), UNKNOWN_LOCATION);
	again = block_create(join);
	done = block_create(again);
	block_branch(join, done, again, profile_probability::likely());
	next = call_hook(again, number, k, append_difference(again, value, original, UNKNOWN_LOCATION));
	block_fallthru(again, loop);
	add_phi_arg(phi, entered, find_edge(entry, loop), UNKNOWN_LOCATION);
	add_phi_arg(phi, next, find_edge(again, loop), UNKNOWN_LOCATION);
	append_return(done, value);
}

static void finish(tree decl)
{
	mark_virtual_operands_for_renaming(cfun);
	update_ssa(TODO_update_ssa);
	if (current_loops)
		loops_state_set(LOOPS_NEED_FIXUP);
	cgraph_node::add_new_function(decl, true);
	cgraph_edge::rebuild_edges();
	set_cfun(NULL);
	current_function_decl = NULL_TREE;
}

void helper_prepare(gimple *stmt)
{
	const mark &m = mark_of(stmt);
	const site &s = site_all()[m.site];
	operands o = operand_types(stmt, m);
	char *key;
	tree decl, parms[3];
	basic_block entry;

	if (s.is_dropped || !gimple_call_lhs(stmt))
		return;
	key = make_key(stmt, m, s);
	if (find_by_key(key)) {
		free(key);
		return;
	}
	decl = declare(o, parms);
	helpers.safe_push({ key, decl });
	entry = init_lowered_empty_function(decl, true, profile_count::uninitialized());
	remove_edge(single_succ_edge(entry));
	if (m.form == MARK_SELECT)
		build_select(entry, o.result, parameter_value(parms[2]), s);
	else
		build_value(entry, o.result, m, s, parameter_value(parms[0]), parameter_value(parms[1]),
			    parameter_value(parms[2]));
	finish(decl);
}
