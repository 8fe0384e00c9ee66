/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/base/compat.h"
#include "plugin/mark/mark.h"

static GTY(()) tree marker;

static const struct ggc_root_tab marker_roots[] = {
	{ &marker, 1, sizeof(marker), &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node },
	LAST_GGC_ROOT_TAB,
};

void marker_register_roots(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)marker_roots);
}

tree marker_decl(void)
{
	if (!marker) {
		marker = build_fn_decl("__remt_marker",
				       build_function_type(integer_type_node, NULL_TREE));
		DECL_ARTIFICIAL(marker) = 1;
		TREE_READONLY(marker) = 1;
		TREE_NOTHROW(marker) = 1;
		TREE_PUBLIC(marker) = 1;
		DECL_EXTERNAL(marker) = 1;
	}
	return marker;
}

static tree build_marker_call(location_t loc, tree type, tree parameters, vec<tree, va_gc> *args)
{
	tree fn_type = build_function_type(type, parameters);
	tree fn = build1(ADDR_EXPR, build_pointer_type(fn_type), marker_decl());
	tree call = build_call_vec(type, fn, args);

	SET_EXPR_LOCATION(call, loc);
	compat_suppress_warning(call);
	return call;
}

tree mark_value(location_t loc, tree type, int number, tree first, tree second)
{
	vec<tree, va_gc> *args = NULL;
	tree parameters = tree_cons(NULL_TREE, integer_type_node, void_list_node);

	parameters = tree_cons(NULL_TREE, TYPE_MAIN_VARIANT(TREE_TYPE(first)), parameters);
	if (second) {
		parameters = tree_cons(NULL_TREE, TYPE_MAIN_VARIANT(TREE_TYPE(second)), parameters);
		vec_safe_push(args, second);
	}
	vec_safe_push(args, first);
	vec_safe_push(args, build_int_cst(integer_type_node, number));
	return build_marker_call(loc, TYPE_MAIN_VARIANT(type), parameters, args);
}

tree mark_select(location_t loc, int number)
{
	vec<tree, va_gc> *args = NULL;

	vec_safe_push(args, build_int_cst(integer_type_node, number));
	return build_marker_call(loc, integer_type_node,
				 tree_cons(NULL_TREE, integer_type_node, void_list_node), args);
}

/*
 * save_expr() would evaluate the marker at each use, since that is declared without side effects.
 */
tree mark_select_once(location_t loc, int number)
{
	tree once = build1_loc(loc, SAVE_EXPR, integer_type_node, mark_select(loc, number));

	TREE_SIDE_EFFECTS(once) = 1;
	return once;
}

tree select_test(tree k, enum tree_code code, int number)
{
	return build2(code, integer_type_node, k, build_int_cst(integer_type_node, number));
}

void mark_wrap(tree *tp, location_t loc, proposal *p, walk *w)
{
	int number = proposal_commit(p, w->function);

	if (number >= 0)
		*tp = mark_value(loc, TREE_TYPE(*tp), number, *tp, NULL_TREE);
}
