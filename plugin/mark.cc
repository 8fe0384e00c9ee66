/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mark.h"
#include "literal.h"
#include "options.h"
#include "unfold.h"
#include "compat.h"

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
		marker = build_fn_decl("__remt_marker", build_function_type(integer_type_node, NULL_TREE));
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
	return build_marker_call(loc, integer_type_node, tree_cons(NULL_TREE, integer_type_node, void_list_node), args);
}

/* save_expr() would evaluate it at each use, as the marker is declared without side effects. */
tree mark_select_once(location_t loc, int number)
{
	tree once = build1_loc(loc, SAVE_EXPR, integer_type_node, mark_select(loc, number));

	TREE_SIDE_EFFECTS(once) = 1;
	return once;
}

bool type_is_plain(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return TREE_CODE(type) == BOOLEAN_TYPE ||
		       TYPE_PRECISION(type) == GET_MODE_PRECISION(SCALAR_INT_TYPE_MODE(type));
	return POINTER_TYPE_P(type) || (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_TYPE_P(type));
}

/* True if a macro stands in the extent, so that the text does not show every name. */
static bool has_macro(const extent *ext)
{
	for (int i = ext->first; i <= ext->last; i++) {
		const token &t = ext->file->tokens[i];

		if (t.kind == TOKEN_WORD && compat_is_macro(get_identifier_with_length(t.text, t.length)))
			return true;
	}
	return false;
}

static bool location_is_in(location_t loc, const extent *ext)
{
	place at;

	if (place_find(loc, &at) && at.file == ext->file && extent_contains(ext, at.token))
		return true;
	loc = linemap_resolve_location(line_table, get_pure_location(loc), LRK_MACRO_EXPANSION_POINT, NULL);
	return place_find(loc, &at) && at.file == ext->file && extent_contains(ext, at.token);
}

/* It is placed at the operator before it, or at x itself. */
bool tree_is_made_truth(tree e)
{
	place at;

	return (TREE_CODE(e) == NE_EXPR || TREE_CODE(e) == EQ_EXPR) && CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) &&
	       place_find(EXPR_LOCATION(e), &at) && !token_is(place_token(at), "!") && !token_is(place_token(at), "==") &&
	       !token_is(place_token(at), "!=");
}

bool operand_is_in(tree operand, const extent *ext)
{
	for (;;) {
		if (CONSTANT_CLASS_P(operand))
			return true;
		if (tree_is_made_truth(operand)) {
			operand = TREE_OPERAND(operand, 0);
			continue;
		}
		if (EXPR_P(operand) && EXPR_HAS_LOCATION(operand) && TREE_CODE(operand) != SAVE_EXPR &&
		    !CONVERT_EXPR_P(operand))
			return location_is_in(EXPR_LOCATION(operand), ext);
		if (DECL_P(operand))
			return !DECL_NAME(operand) || extent_has_word(ext, IDENTIFIER_POINTER(DECL_NAME(operand))) ||
			       has_macro(ext);
		if (!EXPR_P(operand) || !TREE_OPERAND_LENGTH(operand) || !TREE_OPERAND(operand, 0))
			return true;
		operand = TREE_OPERAND(operand, 0);
	}
}

bool operand_is_narrowed(tree operand, tree type)
{
	if (TYPE_PRECISION(type) < TYPE_PRECISION(integer_type_node))
		return true;
	if (unfold_is_active() || !CONVERT_EXPR_P(operand))
		return false;
	tree inner = TREE_TYPE(TREE_OPERAND(operand, 0));

	return INTEGRAL_TYPE_P(inner) && TYPE_PRECISION(inner) > TYPE_PRECISION(type);
}

void token_operator(const token &t, char *buffer)
{
	buffer[0] = 0;
	if (t.kind == TOKEN_PUNCT && t.length <= 3) {
		memcpy(buffer, t.text, t.length);
		buffer[t.length] = 0;
	}
}

char *text_binary(const extent *left, const char *op, const extent *right)
{
	char *a = extent_text(left), *b = extent_text(right);
	char *text = xasprintf("((%s) %s (%s))", a, op, b);

	free(a);
	free(b);
	return text;
}

static bool is_always_inline(tree fundecl)
{
	return lookup_attribute("always_inline", DECL_ATTRIBUTES(fundecl));
}

/* What may need constants for its operands: assembler, machine instructions; and functions made of such. */
static tree find_need_of_constants(tree *tp, int *, void *data)
{
	tree callee = TREE_CODE(*tp) == CALL_EXPR ? get_callee_fndecl(*tp) : NULL_TREE;
	hash_set<tree> *seen = (hash_set<tree> *)data;

	if (TREE_CODE(*tp) == ASM_EXPR || (callee && fndecl_built_in_p(callee, BUILT_IN_MD)))
		return *tp;
	if (!callee || !is_always_inline(callee) || seen->add(callee))
		return NULL_TREE;
	if (!DECL_SAVED_TREE(callee))
		return *tp;
	return walk_tree_without_duplicates(&DECL_SAVED_TREE(callee), find_need_of_constants, data);
}

/* Operands of a call that must stay what they are. */
static bool call_is_opaque(tree call)
{
	tree callee = get_callee_fndecl(call);
	hash_set<tree> seen;

	if (!callee)
		return false;
	if (is_always_inline(callee) && find_need_of_constants(&call, NULL, &seen))
		return true;
	if (lookup_attribute("error", DECL_ATTRIBUTES(callee)))
		return true;
	if (fndecl_built_in_p(callee, BUILT_IN_MD))
		return true;
	if (fndecl_built_in_p(callee, BUILT_IN_NORMAL))
		switch (DECL_FUNCTION_CODE(callee)) {
		case BUILT_IN_CONSTANT_P:
		case BUILT_IN_OBJECT_SIZE:
		case BUILT_IN_CLASSIFY_TYPE:
		case BUILT_IN_VA_START:
		case BUILT_IN_VA_END:
		case BUILT_IN_VA_COPY:
		case BUILT_IN_NEXT_ARG:
			return true;
		default:
			return false;
		}
	return false;
}

static void mark_call(tree call, walk *w)
{
	source_range range = get_range_from_loc(line_table, EXPR_LOCATION(call));
	tree callee = get_callee_fndecl(call);
	place close;
	bool has_text;

	if (call_is_opaque(call))
		return;
	if (CALL_EXPR_FN(call) && !callee)
		mark_tree(&CALL_EXPR_FN(call), w);
	has_text = place_find(range.m_finish, &close) && token_is(place_token(close), ")") && place_token(close).match >= 0;
	for (int i = 0; i < call_expr_nargs(call); i++) {
		tree *arg = &CALL_EXPR_ARG(call, i);
		extent ext;

		if (!CONSTANT_CLASS_P(*arg))
			mark_tree(arg, w);
		if (has_text && !(callee && fndecl_built_in_p(callee) && !DECL_NAME(callee)) &&
			 (!callee || strncmp(IDENTIFIER_POINTER(DECL_NAME(callee)), "__builtin_", 10) != 0) &&
			 extent_argument(close.file, place_token(close).match, i, &ext))
			mark_leaf(arg, ext, false, w);
	}
}

/* Index of p[…] or a[…]. */
static void mark_array_ref(tree e, walk *w)
{
	source_range range = get_range_from_loc(line_table, EXPR_LOCATION(e));
	place close;

	mark_tree(&TREE_OPERAND(e, 0), w);
	mark_tree(&TREE_OPERAND(e, 1), w);
	if (place_find(range.m_finish, &close) && token_is(place_token(close), "]") &&
	    place_token(close).match >= 0 && place_token(close).match + 1 < close.token) {
		extent ext = { close.file, place_token(close).match + 1, close.token - 1 };

		mark_leaf(&TREE_OPERAND(e, 1), ext, true, w);
	}
}

static void mark_assignment(tree e, walk *w)
{
	place at;
	extent right;

	mark_tree(&TREE_OPERAND(e, 0), w);
	mark_tree(&TREE_OPERAND(e, 1), w);
	if (place_find(EXPR_LOCATION(e), &at) && !place_token(at).directive && token_is(place_token(at), "=") && extent_right(at.file, at.token, &right))
		mark_leaf(&TREE_OPERAND(e, 1), right, false, w);
}

/* Initialiser of a local variable: NAME … = VALUE. */
static void mark_declaration(tree decl, walk *w)
{
	place at;
	extent right;

	if (!VAR_P(decl) || TREE_STATIC(decl) || DECL_EXTERNAL(decl) || !DECL_INITIAL(decl))
		return;
	if (!TREE_CONSTANT(DECL_INITIAL(decl)))
		mark_tree(&DECL_INITIAL(decl), w);
	else if (!CONSTANT_CLASS_P(DECL_INITIAL(decl)) || TREE_READONLY(decl))
		return;
	if (!place_find(DECL_SOURCE_LOCATION(decl), &at) ||
	    at.token + 1 >= (int)at.file->tokens.length() || !token_is(at.file->tokens[at.token + 1], "="))
		return;
	if (extent_right(at.file, at.token + 1, &right))
		mark_leaf(&DECL_INITIAL(decl), right, false, w);
}

static void mark_list(tree list, walk *w, bool has_value)
{
	for (tree_stmt_iterator i = tsi_start(list); !tsi_end_p(i); tsi_next(&i)) {
		tree_stmt_iterator next = i;

		tsi_next(&next);
		mark_statement(tsi_stmt_ptr(i), w, !has_value || !tsi_end_p(next));
	}
}

/* A ?: in the text; GCC places it at its colon. */
struct question {
	source *file;
	int mark, colon; /* tokens */
	extent first, second; /* the arms */
};

static bool find_question(location_t loc, question *ret)
{
	place at;
	extent second;

	if (!place_find(loc, &at) || place_token(at).directive || !token_is(place_token(at), ":") ||
	    !extent_after_colon(at.file, at.token, &second))
		return false;
	for (int i = at.token - 1, depth = 0; i > 0; i--) {
		const token &t = at.file->tokens[i];

		if (t.directive)
			continue;
		if (t.match >= 0 && t.match < i)
			i = t.match;
		else if (t.match > i || token_is(t, ";"))
			return false;
		else if (token_is(t, ":"))
			depth++;
		else if (token_is(t, "?") && depth-- == 0) {
			*ret = { at.file, i, at.token, { at.file, i + 1, at.token - 1 }, second };
			return at.token - i > 1;
		}
	}
	return false;
}

/* 1: ARM is written in the first extent, 2: in the second, 0: can't tell. */
static int arm_place(tree arm, const question *q)
{
	place at;
	literal lit[2];
	bool in[2];

	STRIP_NOPS(arm);
	if (EXPR_P(arm) && place_find(EXPR_LOCATION(arm), &at) && at.file == q->file)
		return extent_contains(&q->first, at.token) ? 1 : extent_contains(&q->second, at.token) ? 2 : 0;
	if (DECL_P(arm) && DECL_NAME(arm)) {
		in[0] = extent_has_word(&q->first, IDENTIFIER_POINTER(DECL_NAME(arm)));
		in[1] = extent_has_word(&q->second, IDENTIFIER_POINTER(DECL_NAME(arm)));
	} else {
		in[0] = literal_read(&q->first, &lit[0]);
		in[1] = literal_read(&q->second, &lit[1]);
		if (!CONSTANT_CLASS_P(arm))
			return 0;
	}
	return in[0] == in[1] ? 0 : in[0] ? 1 : 2;
}

/*
 * fold swaps the arms of c ? a : b where that makes a simpler jump, negating
 * c.  Brings the source's order back.  False: can't tell.
 */
static bool restore_arms(tree e, const question *q)
{
	if (unfold_is_active())
		return true;
	int first = arm_place(TREE_OPERAND(e, 1), q), second = arm_place(TREE_OPERAND(e, 2), q);

	if (first == 2 || second == 1) {
		TREE_OPERAND(e, 0) = invert_truthvalue_loc(EXPR_LOCATION(TREE_OPERAND(e, 0)), TREE_OPERAND(e, 0));
		std::swap(TREE_OPERAND(e, 1), TREE_OPERAND(e, 2));
		return first != 1 && second != 2;
	}
	if (first || second)
		return true;
	/* Two constants, or what can't be placed: fold does not swap constants. */
	return CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) && CONSTANT_CLASS_P(TREE_OPERAND(e, 2));
}

static void mark_arm(tree *tp, const extent *text, walk *w)
{
	mark_tree(tp, w);
	mark_leaf(tp, *text, false, w);
}

static void mark_conditional(tree e, walk *w)
{
	place at;
	question q;

	if (place_find(EXPR_LOCATION(e), &at) && token_is(place_token(at), ":")) {
		if (!TREE_OPERAND(e, 1) || !TREE_OPERAND(e, 2) || !find_question(EXPR_LOCATION(e), &q) || !restore_arms(e, &q)) {
			skip_add(&at, place_token(at).directive ? REMT_SKIP_MACRO : REMT_SKIP_FOLDED);
			return;
		}
		mark_question(&TREE_OPERAND(e, 0), q.file, q.mark, w);
		mark_arm(&TREE_OPERAND(e, 1), &q.first, w);
		mark_arm(&TREE_OPERAND(e, 2), &q.second, w);
		return;
	}
	if (VOID_TYPE_P(TREE_TYPE(e)))
		mark_condition(&TREE_OPERAND(e, 0), EXPR_LOCATION(e), CONDITION_IF, w);
	else
		mark_tree(&TREE_OPERAND(e, 0), w);
	for (int i = 1; i <= 2; i++)
		if (TREE_OPERAND(e, i))
			mark_statement(&TREE_OPERAND(e, i), w, VOID_TYPE_P(TREE_TYPE(e)));
}

/* Body of a loop with this condition. */
static void mark_body(tree *body, tree cond, walk *w)
{
	bool was_endless = w->is_endless;

	w->is_endless = !cond || integer_nonzerop(cond);
	w->nr_loops++;
	mark_statement(body, w, true);
	w->nr_loops--;
	w->is_endless = was_endless;
}

static void mark_switch_body(tree *body, walk *w)
{
	bool was_endless = w->is_endless;

	w->is_endless = false;
	mark_statement(body, w, true);
	w->is_endless = was_endless;
}

/* A region of OpenMP, which no break leaves. */
static void mark_region(tree *body, walk *w)
{
	int nr_loops = w->nr_loops;

	w->nr_loops = 0;
	mark_statement(body, w, true);
	w->nr_loops = nr_loops;
}

/* Nodes with a shape of their own; true: done. */
static bool mark_structure(tree *tp, walk *w)
{
	tree e = *tp;

	switch (TREE_CODE(e)) {
	case STATEMENT_LIST:
		mark_list(e, w, TREE_TYPE(e) && !VOID_TYPE_P(TREE_TYPE(e)));
		return true;
	case BIND_EXPR:
		if (BIND_EXPR_BODY(e) && TREE_CODE(BIND_EXPR_BODY(e)) == STATEMENT_LIST)
			mark_list(BIND_EXPR_BODY(e), w, !VOID_TYPE_P(TREE_TYPE(e)));
		else if (BIND_EXPR_BODY(e))
			mark_statement(&BIND_EXPR_BODY(e), w, VOID_TYPE_P(TREE_TYPE(e)));
		return true;
	case DECL_EXPR:
		mark_declaration(DECL_EXPR_DECL(e), w);
		return true;
	case COND_EXPR:
		mark_conditional(e, w);
		return true;
	case WHILE_STMT:
		mark_condition(&WHILE_COND(e), EXPR_LOCATION(e), CONDITION_LOOP, w);
		mark_body(&WHILE_BODY(e), WHILE_COND(e), w);
		return true;
	case DO_STMT:
		mark_condition(&DO_COND(e), EXPR_LOCATION(e), CONDITION_LOOP, w);
		mark_body(&DO_BODY(e), DO_COND(e), w);
		return true;
	case FOR_STMT:
		if (FOR_INIT_STMT(e))
			mark_tree(&FOR_INIT_STMT(e), w);
		if (FOR_COND(e))
			mark_condition(&FOR_COND(e), EXPR_LOCATION(e), CONDITION_LOOP, w);
		if (FOR_EXPR(e))
			mark_tree(&FOR_EXPR(e), w);
		mark_body(&FOR_BODY(e), FOR_COND(e), w);
		return true;
	case SWITCH_STMT:
		mark_tree(&SWITCH_STMT_COND(e), w);
		mark_switch_body(&SWITCH_STMT_BODY(e), w);
		return true;
	case RETURN_EXPR:
		mark_return(tp, w);
		return true;
	case CALL_EXPR:
		mark_call(e, w);
		return true;
	case ARRAY_REF:
		mark_array_ref(e, w);
		return true;
	case MODIFY_EXPR:
	case INIT_EXPR:
		mark_assignment(e, w);
		return true;
	case ADDR_EXPR:
		if (!TREE_CONSTANT(e))
			mark_tree(&TREE_OPERAND(e, 0), w);
		return true;
	case SAVE_EXPR:
		if (!SAVE_EXPR_RESOLVED_P(e))
			mark_tree(&TREE_OPERAND(e, 0), w);
		return true;
	case CONSTRUCTOR: {
		unsigned HOST_WIDE_INT i;
		constructor_elt *element;

		FOR_EACH_VEC_SAFE_ELT(CONSTRUCTOR_ELTS(e), i, element)
			if (!TREE_CONSTANT(element->value))
				mark_tree(&element->value, w);
		return true;
	}
	case ASM_EXPR:
	case VA_ARG_EXPR:
	case OMP_ATOMIC:
	case OMP_ATOMIC_READ:
	case OMP_ATOMIC_CAPTURE_OLD:
	case OMP_ATOMIC_CAPTURE_NEW:
	case OMP_CLAUSE:
	case LABEL_EXPR:
		return true;
	case CASE_LABEL_EXPR: /* a deleted break falls through: no warning for that */
		FALLTHROUGH_LABEL_P(CASE_LABEL(e)) = 1;
		return true;
	case OMP_PARALLEL:
	case OMP_TASK:
	case OMP_FOR:
	case OMP_SIMD:
	case OMP_SECTIONS:
	case OMP_SECTION:
	case OMP_SINGLE:
	case OMP_MASTER:
	case OMP_CRITICAL:
	case OMP_ORDERED:
	case OMP_TARGET:
	case OMP_TEAMS:
		if (TREE_OPERAND(e, 0))
			mark_region(&TREE_OPERAND(e, 0), w);
		return true;
	default:
		return false;
	}
}

/* Offers an operator to the families. */
static bool mark_operator(tree *tp, walk *w)
{
	place at;

	if (!place_find(EXPR_LOCATION(*tp), &at) || place_token(at).kind != TOKEN_PUNCT)
		return false;
	if (place_token(at).directive) {
		skip_add(&at, REMT_SKIP_MACRO);
		return false;
	}
	if (at.file->line_mute[place_token(at).line - 1] & 1) {
		skip_add(&at, REMT_SKIP_USER);
		return false;
	}
	if (token_is(place_token(at), "["))
		return mark_subscript(tp, &at, w);
	return mark_increment(tp, &at, w) || mark_logical(tp, &at, w) || mark_relational(tp, &at, w, 0) ||
	       mark_unary(tp, &at, w) || mark_arithmetic(tp, &at, w);
}

/* (long)a / 2, computed in int: no other operation would give in int what it gives in long. */
static bool skip_shortened(tree e, walk *w)
{
	tree inner = CONVERT_EXPR_P(e) ? TREE_OPERAND(e, 0) : NULL_TREE;
	place at, at_inner;

	if (!inner || !unfold_keeps_width() || !INTEGRAL_TYPE_P(TREE_TYPE(e)) || !INTEGRAL_TYPE_P(TREE_TYPE(inner)) ||
	    TYPE_PRECISION(TREE_TYPE(e)) <= TYPE_PRECISION(TREE_TYPE(inner)) ||
	    (TREE_CODE(inner) != TRUNC_DIV_EXPR && TREE_CODE(inner) != TRUNC_MOD_EXPR && TREE_CODE(inner) != RSHIFT_EXPR) ||
	    !place_find(EXPR_LOCATION(e), &at) || !place_find(EXPR_LOCATION(inner), &at_inner) || at.token != at_inner.token)
		return false;
	skip_add(&at, REMT_SKIP_FOLDED);
	mark_operands(inner, w);
	return true;
}

static void walk_node(tree *tp, walk *w)
{
	tree e = *tp;

	if (mark_structure(tp, w) || skip_shortened(e, w))
		return;
	if (TREE_CODE(e) >= OMP_PARALLEL && TREE_CODE(e) <= OMP_CLAUSE)
		return;
	if (EXPR_HAS_LOCATION(e) && mark_operator(tp, w))
		return;
	for (int i = 0; i < TREE_OPERAND_LENGTH(e); i++)
		if (TREE_OPERAND(e, i) && EXPR_P(TREE_OPERAND(e, i)))
			mark_tree(&TREE_OPERAND(e, i), w);
}

void mark_tree(tree *tp, walk *w)
{
	tree e = *tp;
	tree *known;

	if (!e || (!EXPR_P(e) && TREE_CODE(e) != STATEMENT_LIST && TREE_CODE(e) != CONSTRUCTOR))
		return;
	known = w->done->get(e);
	if (known) {
		*tp = *known;
		return;
	}
	walk_node(tp, w);
	w->done->put(e, *tp);
}

void mark_statement(tree *tp, walk *w, bool is_deletable)
{
	tree e = *tp;

	mark_tree(tp, w);
	if (is_deletable && *tp && EXPR_P(*tp) && *tp == e)
		mark_deletion(tp, w);
}

/* A call that must be optimised away: a mutant of its guard would not compile. */
static tree find_forbidden_call(tree *tp, int *, void *)
{
	tree callee = TREE_CODE(*tp) == CALL_EXPR ? get_callee_fndecl(*tp) : NULL_TREE;

	return callee && lookup_attribute("error", DECL_ATTRIBUTES(callee)) ? callee : NULL_TREE;
}

static bool function_is_treatable(tree fundecl)
{
	static const char *const attributes[] = { "naked", "noipa", "interrupt", "no_reorder", "ifunc", NULL };
	place at;

	if (DECL_ARTIFICIAL(fundecl) || !DECL_SAVED_TREE(fundecl))
		return false;
	for (const char *const *name = attributes; *name; name++)
		if (lookup_attribute(*name, DECL_ATTRIBUTES(fundecl)))
			return false;
	if (walk_tree_without_duplicates(&DECL_SAVED_TREE(fundecl), find_forbidden_call, NULL))
		return false;
	return place_find(DECL_SOURCE_LOCATION(fundecl), &at) &&
	       options_has_file(at.file->path) && options_has_function(IDENTIFIER_POINTER(DECL_NAME(fundecl)));
}

void mark_function(tree fundecl)
{
	hash_map<tree, tree> done;
	walk w = { fundecl, &done, 0, false };

	/* A precompiled header would keep the marks and forget the sites. */
	if (!pch_file && function_is_treatable(fundecl))
		mark_tree(&DECL_SAVED_TREE(fundecl), &w);
	for (cgraph_node *node = first_nested_function(cgraph_node::get_create(fundecl)); node; node = next_nested_function(node))
		mark_function(node->decl);
}
