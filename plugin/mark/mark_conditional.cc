/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds which arm of ?: in the tree is which in the text, and marks the conditions of ?: and if. */
#include "plugin/mark/mark.h"
#include "plugin/mark/unfold.h"
#include "plugin/source/literal.h"

/* A ?: in the text. GCC's location of it is the colon. */
struct question {
	source *file;
	int mark, colon;      /* tokens `?` and `:` */
	extent first, second; /* the arms */
	bool has_second;      /* false: the text of the second arm is not understood */
};

static bool find_question(location_t loc, question *ret)
{
	place at;
	extent second = {};
	bool has_second;

	if (!place_find(loc, &at) || place_token(at).directive || !token_is(place_token(at), ":"))
		return false;
	has_second = extent_after_colon(at.file, at.token, &second);
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
			*ret = { at.file, i,	     at.token, { at.file, i + 1, at.token - 1 },
				 second,  has_second };
			return at.token - i > 1;
		}
	}
	return false;
}

/* Returns 1 if ARM is written in the first extent, 2 if in the second, 0 if neither can be told. */
static int arm_place(tree arm, const question *q)
{
	place at;
	literal lit[2];
	bool in[2];

	STRIP_NOPS(arm);
	if (EXPR_P(arm) && place_find(EXPR_LOCATION(arm), &at) && at.file == q->file)
		return extent_contains(&q->first, at.token)    ? 1
		       : extent_contains(&q->second, at.token) ? 2
							       : 0;
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
 * Brings the arms of E into the source's order. Folding swaps them and negates the condition where
 * that makes a simpler jump. False: the order can't be told.
 */
static bool restore_arms(tree e, const question *q)
{
	if (unfold_is_active())
		return true;
	if (!q->has_second)
		return false;
	int first = arm_place(TREE_OPERAND(e, 1), q), second = arm_place(TREE_OPERAND(e, 2), q);

	if (first == 2 || second == 1) {
		TREE_OPERAND(e, 0) = invert_truthvalue_loc(EXPR_LOCATION(TREE_OPERAND(e, 0)),
							   TREE_OPERAND(e, 0));
		std::swap(TREE_OPERAND(e, 1), TREE_OPERAND(e, 2));
		return first != 1 && second != 2;
	}
	if (first || second)
		return true;
	/* Folding does not swap two constants. */
	return CONSTANT_CLASS_P(TREE_OPERAND(e, 1)) && CONSTANT_CLASS_P(TREE_OPERAND(e, 2));
}

static void mark_arm(tree *tp, const extent *text, walk *w)
{
	mark_tree(tp, w);
	mark_leaf(tp, *text, false, w);
}

void mark_conditional(tree e, walk *w)
{
	place at;
	question q;

	if (place_find(EXPR_LOCATION(e), &at) && token_is(place_token(at), ":")) {
		if (!TREE_OPERAND(e, 1) || !TREE_OPERAND(e, 2) ||
		    !find_question(EXPR_LOCATION(e), &q) || !restore_arms(e, &q)) {
			skip_add(&at,
				 place_token(at).directive ? REMT_SKIP_MACRO : REMT_SKIP_FOLDED);
			mark_tree(&TREE_OPERAND(e, 0), w);
			mark_tree(&TREE_OPERAND(e, 1), w);
			mark_tree(&TREE_OPERAND(e, 2), w);
			return;
		}
		mark_question(&TREE_OPERAND(e, 0), q.file, q.mark, w);
		mark_arm(&TREE_OPERAND(e, 1), &q.first, w);
		if (q.has_second)
			mark_arm(&TREE_OPERAND(e, 2), &q.second, w);
		else
			mark_tree(&TREE_OPERAND(e, 2), w);
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
