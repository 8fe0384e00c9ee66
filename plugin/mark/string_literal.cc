/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/mark/string_literal.h"
#include "plugin/base/options.h"
#include "plugin/source/source.h"

#define NAME "remt_literal"

/* By place: the variable, which the compiler's table of symbols keeps alive. */
struct known_literal {
	const source *file;
	int token;
	tree variable;
};

static vec<known_literal> known;

/* Where the walk is. */
struct context {
	tree function; /* NULL: outside of all */
	hash_set<tree> formats;
	hash_set<tree> seen;
};

bool string_literal_is(tree decl)
{
	return VAR_P(decl) && DECL_ARTIFICIAL(decl) && DECL_NAME(decl) &&
	       !strcmp(IDENTIFIER_POINTER(DECL_NAME(decl)), NAME) && options_literals();
}

char *string_literal_place(tree decl)
{
	expanded_location where = expand_location(DECL_SOURCE_LOCATION(decl));
	tree function = decl_function_context(decl);

	return xasprintf("%d:%d:%s:%s", where.line, where.column,
			 function ? IDENTIFIER_POINTER(DECL_NAME(function)) : "", where.file);
}

static bool is_plain(tree string)
{
	tree type = TREE_TYPE(string);
	int length = TREE_STRING_LENGTH(string);

	return type && TREE_CODE(type) == ARRAY_TYPE &&
	       TYPE_MAIN_VARIANT(TREE_TYPE(type)) == char_type_node && length > 1 &&
	       compare_tree_int(TYPE_SIZE_UNIT(type), length) == 0 &&
	       strlen(TREE_STRING_POINTER(string)) == (size_t)length - 1;
}

static bool is_string(const source *file, int token)
{
	return token >= 0 && (unsigned)token < file->tokens.length() &&
	       file->tokens[token].kind == TOKEN_STRING;
}

/* True if AT is one literal, where the compiler reads it and nowhere else. */
static bool is_alone(const place &at)
{
	const token &t = place_token(at);

	return t.kind == TOKEN_STRING && !t.directive && *t.text == '"' &&
	       !is_string(at.file, at.token - 1) && !is_string(at.file, at.token + 1) &&
	       options_has_literals(at.file->path);
}

/* True if WHERE is the begin of the token at AT. */
static bool is_at(location_t where, const place &at)
{
	expanded_location found = expand_location(where);

	return found.line > 0 && (unsigned)found.line == place_token(at).line &&
	       (unsigned)found.column == place_token(at).column;
}

static tree find_known(const place &at)
{
	for (const known_literal &row : known)
		if (row.file == at.file && row.token == at.token)
			return row.variable;
	return NULL_TREE;
}

static tree make_variable(tree string, location_t where, tree function)
{
	tree variable = build_decl(where, VAR_DECL, get_identifier(NAME), TREE_TYPE(string));

	DECL_CONTEXT(variable) = function ? function : NULL_TREE;
	TREE_STATIC(variable) = 1;
	TREE_ADDRESSABLE(variable) = 1;
	TREE_USED(variable) = 1;
	DECL_ARTIFICIAL(variable) = 1;
	DECL_IGNORED_P(variable) = 1;
	/* Written from outside: nothing of the value may be assumed. */
	DECL_PRESERVE_P(variable) = 1;
	DECL_INITIAL(variable) = copy_node(string);
	varpool_node::finalize_decl(variable);
	varpool_node::get(variable)->force_output = 1;
	return variable;
}

/* Returns the variable of the STRING that is written at WHERE; NULL: it stays a literal. */
static tree variable_of(tree string, location_t where, tree function)
{
	place at;
	tree variable;

	/* A macro may use its argument otherwise, too: folded, or as text (#). Such uses are not seen here. */
	if (from_macro_expansion_at(where))
		return NULL_TREE;
	if (!is_plain(string) || !place_find(where, &at) || !is_alone(at))
		return NULL_TREE;
	variable = find_known(at);
	if (variable)
		return TREE_TYPE(variable) == TREE_TYPE(string) ? variable : NULL_TREE;
	where = linemap_resolve_location(line_table, where, LRK_SPELLING_LOCATION, NULL);
	if (!is_at(where, at))
		return NULL_TREE;
	variable = make_variable(string, where, function);
	known.safe_push({ at.file, at.token, variable });
	return variable;
}

/* Returns the literal that EXPRESSION is the address of, with its ADDR_EXPR; NULL: of none. */
static tree address_of_string(tree expression)
{
	while (CONVERT_EXPR_P(expression))
		expression = TREE_OPERAND(expression, 0);
	return TREE_CODE(expression) == ADDR_EXPR &&
			       TREE_CODE(TREE_OPERAND(expression, 0)) == STRING_CST
		       ? expression
		       : NULL_TREE;
}

/* Notes which arguments of CALL are formats. */
static void find_formats(tree call, context *c)
{
	tree pointer = CALL_EXPR_FN(call) ? TREE_TYPE(CALL_EXPR_FN(call)) : NULL_TREE;
	tree type = pointer && POINTER_TYPE_P(pointer) ? TREE_TYPE(pointer) : NULL_TREE;
	tree list = type && TREE_CODE(type) == FUNCTION_TYPE ? TYPE_ATTRIBUTES(type) : NULL_TREE;

	for (tree a = lookup_attribute("format", list); a;
	     a = lookup_attribute("format", TREE_CHAIN(a))) {
		tree number = TREE_VALUE(TREE_CHAIN(TREE_VALUE(a)));
		unsigned HOST_WIDE_INT i =
			tree_fits_uhwi_p(number) ? tree_to_uhwi(number) - 1 : UINT_MAX;
		tree found = i < (unsigned)call_expr_nargs(call)
				     ? address_of_string(CALL_EXPR_ARG(call, i))
				     : NULL_TREE;

		if (found)
			c->formats.add(found);
	}
}

static tree replace(tree *tp, int *, void *arg)
{
	context *c = (context *)arg;
	tree e = *tp;

	if (TREE_CODE(e) == CALL_EXPR)
		find_formats(e, c);
	if (TREE_CODE(e) != ADDR_EXPR || c->formats.contains(e) ||
	    TREE_CODE(TREE_OPERAND(e, 0)) != STRING_CST)
		return NULL_TREE;
	tree variable = variable_of(TREE_OPERAND(e, 0), EXPR_LOCATION(e), c->function);

	if (variable)
		TREE_OPERAND(e, 0) = variable;
	return NULL_TREE;
}

static void replace_in(tree *tp, tree function)
{
	context c;

	c.function = function;
	walk_tree(tp, replace, &c, &c.seen);
}

void string_literals_replace(tree fundecl)
{
	if (!options_literals() || pch_file)
		return;
	replace_in(&DECL_SAVED_TREE(fundecl), fundecl);
	for (cgraph_node *node = first_nested_function(cgraph_node::get_create(fundecl)); node;
	     node = next_nested_function(node))
		string_literals_replace(node->decl);
}

void string_literals_replace_initial(tree decl)
{
	if (options_literals() && !pch_file && VAR_P(decl) && TREE_STATIC(decl) &&
	    DECL_INITIAL(decl) && DECL_INITIAL(decl) != error_mark_node && !string_literal_is(decl))
		replace_in(&DECL_INITIAL(decl), decl_function_context(decl));
}
