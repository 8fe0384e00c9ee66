/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks nodes that are no operators of the source: blocks, loops, declarations, initialisers,
 * regions of OpenMP.
 */
#include "plugin/mark/mark.h"

#include "c-family/c-pragma.h"
#include "cpplib.h"

/* Marks the index of p[…] or a[…]. */
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
	if (place_find(EXPR_LOCATION(e), &at) && !place_token(at).directive &&
	    token_is(place_token(at), "=") && extent_right(at.file, at.token, &right))
		mark_leaf(&TREE_OPERAND(e, 1), right, false, w);
}

enum { MAX_DEPTH = 8 /* of macros in macros that are looked at */ };

static bool names_auto(const char *text, size_t length, int levels);

/* True if a word of the macro's definition may stand for `auto`. */
static bool macro_names_auto(cpp_hashnode *node, int levels)
{
	const char *found = (const char *)cpp_macro_definition(parse_in, node);
	char *text = found ? xstrdup(found) : NULL;
	bool ret = !text || !levels;

	for (const char *at = text; at && *at && !ret;) {
		const char *end = at;

		while (ISIDNUM(*end))
			end++;
		/* the definition begins with the name itself */
		if (end > at && at > text)
			ret = names_auto(at, end - at, levels - 1);
		at = end > at ? end : at + 1;
	}
	free(text);
	return ret;
}

/* True if the word TEXT is `auto`, or a macro that may stand for it. */
static bool names_auto(const char *text, size_t length, int levels)
{
	static const char *const words[] = { "auto", "__auto_type" };
	cpp_hashnode *node;

	for (const char *word : words)
		if (strlen(word) == length && !memcmp(word, text, length))
			return true;
	if (!ISIDST(*text))
		return false;
	node = cpp_lookup(parse_in, (const unsigned char *)text, length);
	return cpp_user_macro_p(node) && macro_names_auto(node, levels);
}

/* True if a token of FILE between the beginning of the declaration and INDEX may stand for `auto`. */
static bool is_declared_auto(const source *file, int index)
{
	bool is_open = false; /* within brackets: what is before them is the last that counts */

	for (index--; index >= 0; index--) {
		const token &t = file->tokens[index];

		if (t.kind == TOKEN_WORD && names_auto(t.text, t.length, MAX_DEPTH))
			return true;
		if (is_open || token_is(t, ";") || token_is(t, "{") || token_is(t, "}"))
			return false;
		if ((token_is(t, ")") || token_is(t, "]")) && t.match >= 0)
			index = t.match;
		else
			is_open = token_is(t, "(");
	}
	return false;
}

/*
 * True if the type of DECL is that of its initialiser, or may be: an edit of this would change the variable, which a
 * mutant can't. A name that a macro has put together does not tell.
 */
static bool is_typed_by_value(tree decl)
{
	location_t where = DECL_SOURCE_LOCATION(decl);
	place at;

	if (!DECL_NAME(decl) || !place_find(where, &at) ||
	    !token_is(place_token(at), IDENTIFIER_POINTER(DECL_NAME(decl))))
		return linemap_location_from_macro_expansion_p(line_table, where);
	return is_declared_auto(at.file, at.token);
}

/* Marks the initialiser of a local variable: NAME … = VALUE. */
static void mark_declaration(tree decl, walk *w)
{
	place at;
	extent right;

	if (!VAR_P(decl) || TREE_STATIC(decl) || DECL_EXTERNAL(decl) || !DECL_INITIAL(decl))
		return;
	if (is_typed_by_value(decl)) {
		if (place_find(DECL_SOURCE_LOCATION(decl), &at))
			skip_add(&at, REMT_SKIP_SHAPE);
		return;
	}
	if (!TREE_CONSTANT(DECL_INITIAL(decl)))
		mark_tree(&DECL_INITIAL(decl), w);
	else if (!CONSTANT_CLASS_P(DECL_INITIAL(decl)) || TREE_READONLY(decl))
		return;
	if (!place_find(DECL_SOURCE_LOCATION(decl), &at) ||
	    at.token + 1 >= (int)at.file->tokens.length() ||
	    !token_is(at.file->tokens[at.token + 1], "="))
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

/* Walks the body of a loop whose condition is COND. */
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

static bool mark_block(tree e, walk *w)
{
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
	case DECL_EXPR: mark_declaration(DECL_EXPR_DECL(e), w); return true;
	default: return false;
	}
}

static bool mark_loop(tree e, walk *w)
{
	switch (TREE_CODE(e)) {
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
	default: return false;
	}
}

static bool mark_branch(tree *tp, walk *w)
{
	tree e = *tp;

	switch (TREE_CODE(e)) {
	case COND_EXPR: mark_conditional(e, w); return true;
	case SWITCH_STMT:
		mark_tree(&SWITCH_STMT_COND(e), w);
		mark_switch_body(&SWITCH_STMT_BODY(e), w);
		return true;
	case CASE_LABEL_EXPR: /* a deleted break falls through here: GCC must not warn */
		FALLTHROUGH_LABEL_P(CASE_LABEL(e)) = 1;
		return true;
	case RETURN_EXPR: mark_return(tp, w); return true;
	default: return false;
	}
}

static bool mark_expression(tree e, walk *w)
{
	unsigned HOST_WIDE_INT i;
	constructor_elt *element;

	switch (TREE_CODE(e)) {
	case CALL_EXPR: mark_call(e, w); return true;
	case ARRAY_REF: mark_array_ref(e, w); return true;
	case MODIFY_EXPR:
	case INIT_EXPR: mark_assignment(e, w); return true;
	case ADDR_EXPR:
		if (!TREE_CONSTANT(e))
			mark_tree(&TREE_OPERAND(e, 0), w);
		return true;
	case SAVE_EXPR:
		if (!SAVE_EXPR_RESOLVED_P(e))
			mark_tree(&TREE_OPERAND(e, 0), w);
		return true;
	case CONSTRUCTOR:
		FOR_EACH_VEC_SAFE_ELT(CONSTRUCTOR_ELTS(e), i, element)
			if (!TREE_CONSTANT(element->value))
				mark_tree(&element->value, w);
		return true;
	default: return false;
	}
}

/* Walks a region of OpenMP, which no break may leave. */
static bool mark_region(tree e, walk *w)
{
	int nr_loops = w->nr_loops;

	switch (TREE_CODE(e)) {
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
		w->nr_loops = 0;
		if (TREE_OPERAND(e, 0))
			mark_statement(&TREE_OPERAND(e, 0), w, true);
		w->nr_loops = nr_loops;
		return true;
	default: return false;
	}
}

/* True for a node that stays as it is, with all that it contains. */
static bool is_left_alone(tree e)
{
	switch (TREE_CODE(e)) {
	case ASM_EXPR:
	case VA_ARG_EXPR:
	case OMP_ATOMIC:
	case OMP_ATOMIC_READ:
	case OMP_ATOMIC_CAPTURE_OLD:
	case OMP_ATOMIC_CAPTURE_NEW:
	case OMP_CLAUSE:
	case LABEL_EXPR:
	case TRANSACTION_EXPR: /* a transaction must not call the hook, which GCC does not know */
		return true;
	default: return false;
	}
}

bool mark_structure(tree *tp, walk *w)
{
	return mark_expression(*tp, w) || mark_block(*tp, w) || mark_branch(tp, w) ||
	       mark_loop(*tp, w) || mark_region(*tp, w) || is_left_alone(*tp);
}
