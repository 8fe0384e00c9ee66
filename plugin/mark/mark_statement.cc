/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marks deletions of statements (SSDL), break for continue and the reverse (SBRC, SCRB), and
 * returned values (SRSR). A deletion that GCC would warn about, or that C does not allow, is not
 * offered.
 */
#include "plugin/base/compat.h"
#include "plugin/base/options.h"
#include "plugin/mark/mark.h"
#include "plugin/source/literal.h"

/* True for calls that a sanitizer inserted. */
static bool is_check(enum built_in_function code)
{
	return code > BEGIN_SANITIZER_BUILTINS && code < END_SANITIZER_BUILTINS;
}

/* Returns what *TP is, for the report; NULL: it is not deleted. */
static const char *deletable_kind(tree e, walk *w)
{
	tree callee;

	switch (TREE_CODE(e)) {
	/* assigns to a variable of GCC's own: the value of a statement expression */
	case MODIFY_EXPR:
		return VAR_P(TREE_OPERAND(e, 0)) && !DECL_NAME(TREE_OPERAND(e, 0)) ? NULL
										   : "assignment";
	case PREINCREMENT_EXPR:
	case POSTINCREMENT_EXPR:
	case PREDECREMENT_EXPR:
	case POSTDECREMENT_EXPR: return "step";
	case BREAK_STMT: return "break";
	case CONTINUE_STMT: return "continue";
	case GOTO_EXPR:
		return TREE_CODE(GOTO_DESTINATION(e)) == LABEL_DECL &&
				       !DECL_ARTIFICIAL(GOTO_DESTINATION(e))
			       ? "goto"
			       : NULL;
	case RETURN_EXPR:
		return !TREE_OPERAND(e, 0) && VOID_TYPE_P(TREE_TYPE(TREE_TYPE(w->function)))
			       ? "return"
			       : NULL;
	case COMPOUND_EXPR: /* a += f(): the call comes first */
		return TREE_CODE(TREE_OPERAND(e, 0)) == SAVE_EXPR &&
				       TREE_CODE(TREE_OPERAND(e, 1)) == MODIFY_EXPR
			       ? deletable_kind(TREE_OPERAND(e, 1), w)
			       : NULL;
	case CONVERT_EXPR:
	case NOP_EXPR:
		return TREE_CODE(TREE_OPERAND(e, 0)) == CALL_EXPR
			       ? deletable_kind(TREE_OPERAND(e, 0), w)
			       : NULL;
	case CALL_EXPR:
		callee = get_callee_fndecl(e);
		if (callee && (callee == marker_decl() || fndecl_built_in_p(callee, BUILT_IN_MD)))
			return NULL;
		if (callee && fndecl_built_in_p(callee, BUILT_IN_NORMAL) &&
		    is_check(DECL_FUNCTION_CODE(callee)))
			return NULL;
		if (callee && fndecl_built_in_p(callee, BUILT_IN_NORMAL))
			switch (DECL_FUNCTION_CODE(callee)) {
			case BUILT_IN_VA_START:
			case BUILT_IN_VA_END:
			case BUILT_IN_VA_COPY:
			case BUILT_IN_UNREACHABLE:
			case BUILT_IN_TRAP:
			case BUILT_IN_SETJMP: return NULL;
			default: break;
			}
		if (TREE_THIS_VOLATILE(w->function) && (call_expr_flags(e) & ECF_NORETURN))
			return NULL; /* GCC warns about a noreturn function that can return */
		return (call_expr_flags(e) & ECF_RETURNS_TWICE) || !TREE_SIDE_EFFECTS(e) ? NULL
											 : "call";
	default: return NULL;
	}
}

/* Silences the warning that a function ends without a value: a mutant of E may reach its end. */
static void quiet_warnings(tree e, bool is_deletable, tree other, walk *w)
{
	if ((is_deletable && TREE_CODE(e) == CALL_EXPR && (call_expr_flags(e) & ECF_NORETURN)) ||
	    (other && TREE_CODE(e) == CONTINUE_STMT && w->is_endless))
		compat_suppress_return_warning(w->function);
}

/* True if the function ends right behind the statement. */
static bool is_last(const extent *ext)
{
	int next = ext->last + 1;

	return next >= (int)ext->file->tokens.length() || token_is(ext->file->tokens[next], "}");
}

static const char *jump_name(tree e)
{
	return TREE_CODE(e) == BREAK_STMT ? "break" : "continue";
}

/* True if E is a jump and is all of the text. */
static bool is_bare(tree e, const extent *ext)
{
	return (TREE_CODE(e) == BREAK_STMT || TREE_CODE(e) == CONTINUE_STMT) &&
	       ext->last == ext->first + 1 && token_is(ext->file->tokens[ext->first], jump_name(e));
}

/*
 * Does what build_stmt() of the C front end does, but leaves out the operand that jumps have from GCC
 * 15 on: the name of a loop.
 */
static tree build_jump(location_t loc, enum tree_code code)
{
	tree jump = TREE_CODE_LENGTH(code) ? build1(code, void_type_node, NULL_TREE)
					   : build0(code, void_type_node);

	TREE_SIDE_EFFECTS(jump) = 1;
	SET_EXPR_LOCATION(jump, loc);
	return jump;
}

/*
 * Returns continue for break and the reverse, where C allows it and GCC does not warn; else NULL.
 */
static tree other_jump(tree e, walk *w)
{
	bool is_break = TREE_CODE(e) == BREAK_STMT;

	if (!options_has(is_break ? REMT_SBRC : REMT_SCRB) || !w->nr_loops)
		return NULL_TREE;
	if (!is_break && w->is_endless && TREE_THIS_VOLATILE(w->function))
		return NULL_TREE; /* GCC warns about a noreturn function that can return */
	return build_jump(EXPR_LOCATION(e), is_break ? CONTINUE_STMT : BREAK_STMT);
}

/*
 * Builds the choice between E, nothing (if IS_DELETABLE) and OTHER (the next alternative; NULL:
 * none).
 */
static tree build_choice(location_t loc, tree e, int number, bool is_deletable, tree other)
{
	tree k = is_deletable && other ? mark_select_once(loc, number) : mark_select(loc, number);

	if (is_deletable && other)
		other = build3_loc(loc, COND_EXPR, void_type_node, select_test(k, EQ_EXPR, 2),
				   other, NULL_TREE);
	return build3_loc(loc, COND_EXPR, void_type_node, select_test(k, EQ_EXPR, 0), e, other);
}

/* Returns the location of the part of a statement that has one. */
static location_t statement_location(tree e)
{
	return EXPR_LOCATION(TREE_CODE(e) == COMPOUND_EXPR ? TREE_OPERAND(e, 1) : e);
}

void mark_deletion(tree *tp, walk *w)
{
	tree e = *tp;
	const char *kind = deletable_kind(e, w);
	location_t loc = kind ? statement_location(e) : UNKNOWN_LOCATION;
	extent ext;
	place at;
	int number;

	if (loc == UNKNOWN_LOCATION || linemap_location_from_macro_expansion_p(line_table, loc) ||
	    !place_find(loc, &at) || place_token(at).directive ||
	    !extent_statement(at.file, at.token, &ext))
		return;
	if (place_is_muted(at)) {
		skip_add(&at, REMT_SKIP_USER);
		return;
	}
	proposal p = { ext, MARK_SELECT, ERROR_MARK };
	const realize how = { REALIZE_SELECT, ERROR_MARK, 0, 0, 0 };
	bool is_deletable =
		options_has(REMT_SSDL) &&
		!((TREE_CODE(e) == RETURN_EXPR || TREE_CODE(e) == CONTINUE_STMT) && is_last(&ext));
	tree other = is_bare(e, &ext) ? other_jump(e, w) : NULL_TREE;

	if (is_deletable)
		proposal_add(&p, REMT_SSDL, kind, "", &ext, xstrdup(";"), how, REMT_MUTANT_CONTROL);
	if (other)
		proposal_add(&p, TREE_CODE(e) == BREAK_STMT ? REMT_SBRC : REMT_SCRB, kind,
			     jump_name(other), &ext, xasprintf("%s;", jump_name(other)), how,
			     REMT_MUTANT_CONTROL);
	number = proposal_commit(&p, w->function);
	if (number < 0)
		return;
	quiet_warnings(e, is_deletable, other, w);
	*tp = build_choice(loc, e, number, is_deletable, other);
}

/* Proposes `return VALUE;`. KEEPS: the effects of the original value are kept. */
static void propose_value(proposal *p, const extent *ext, tree type, bool keeps, int value)
{
	char *text = extent_text(ext);
	const char *constant = keeps && POINTER_TYPE_P(type) ? "(void *)0" : value ? "1" : "0";

	proposal_add(p, REMT_SRSR, "value", value ? "1" : "0", ext,
		     keeps ? xasprintf("((%s), %s)", text, constant) : xstrdup(constant),
		     { REALIZE_LINEAR, ERROR_MARK, 0, value, 0 }, 0);
	free(text);
}

static void replace_value(tree *value, const extent *ext, location_t loc, bool keeps, walk *w)
{
	tree type = TREE_TYPE(*value);
	proposal p = { *ext, MARK_VALUE, NOP_EXPR };

	propose_value(&p, ext, type, keeps, 0);
	if (INTEGRAL_TYPE_P(type))
		propose_value(&p, ext, type, keeps, 1);
	mark_wrap(value, loc, &p, w);
}

static bool is_truth(tree e)
{
	while (CONVERT_EXPR_P(e))
		e = TREE_OPERAND(e, 0);
	return truth_value_p(TREE_CODE(e));
}

void mark_return(tree *tp, walk *w)
{
	tree e = TREE_OPERAND(*tp, 0), *value;
	location_t loc = EXPR_LOCATION(*tp);
	extent ext;
	place at;
	bool has_text, is_muted;

	if (!e || (TREE_CODE(e) != MODIFY_EXPR && TREE_CODE(e) != INIT_EXPR)) {
		if (e)
			mark_tree(&TREE_OPERAND(*tp, 0), w);
		return;
	}
	value = &TREE_OPERAND(e, 1);
	has_text = !linemap_location_from_macro_expansion_p(line_table, loc) &&
		   place_find(loc, &at) && !place_token(at).directive &&
		   extent_statement(at.file, at.token, &ext) &&
		   token_is(at.file->tokens[ext.first], "return") && ++ext.first <= --ext.last;
	is_muted = has_text && place_is_muted(at);
	if (!has_text || !type_is_plain(TREE_TYPE(*value))) {
		mark_tree(value, w);
	} else if (CONSTANT_CLASS_P(*value)) {
		mark_constant(value, ext, 0, false, w);
	} else if (is_truth(*value)) {
		while (CONVERT_EXPR_P(*value))
			value = &TREE_OPERAND(*value, 0);
		mark_condition(value, loc, CONDITION_RETURN, w);
	} else {
		bool keeps = tree_must_stay(*value);

		mark_tree(value, w);
		mark_leaf(value, ext, false, w);
		if (!is_muted && options_has(REMT_SRSR) &&
		    TREE_CODE(TREE_TYPE(*value)) != BOOLEAN_TYPE)
			replace_value(value, &ext, loc, keeps, w);
	}
}
