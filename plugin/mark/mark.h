/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marking: puts marks (site.h) into the GENERIC body of a function.
 *
 * mark.cc walks the tree. mark_structure.cc, mark_conditional.cc and mark_call.cc know the nodes
 * that are no operators. Each other mark_*.cc knows one family of operators: it reconciles the
 * source's operator token with the folded tree. Where the two do not agree, it plants nothing and
 * counts the construct as folded.
 *
 *   a + b          marker(b, a, n)         the gimplifier evaluates arguments from the last
 *                                          to the first: hence this order
 *   if (c)         if (marker(0, c, n))    the relation c != 0
 *   s;             if (marker(n) == 0) s;
 */
#ifndef PLUGIN_MARK_MARK_H
#define PLUGIN_MARK_MARK_H

#include "plugin/mark/site.h"

/* A `!` whose operand is being walked; a list from the innermost outwards. */
struct negation {
	const place *at;
	negation *outer;
};

/* What the walk knows about where it is. */
struct walk {
	tree function;		    /* the outermost function */
	hash_map<tree, tree> *done; /* shared nodes: what each has become */
	int nr_loops;		    /* loops around that a jump may leave */
	bool is_endless;	    /* the loop that break leaves has no condition */
	negation *negations;	    /* innermost first; NULL: none */
};

/* mark.cc: the walk */

/* Marks the whole body of FUNDECL (PLUGIN_PRE_GENERICIZE). */
void mark_function(tree fundecl);

/* Walks *TP and marks what it finds. */
void mark_tree(tree *tp, walk *w);
void mark_statement(tree *tp, walk *w, bool is_deletable);

/* Walks both operands of a binary node. */
static inline void mark_operands(tree e, walk *w)
{
	mark_tree(&TREE_OPERAND(e, 0), w);
	mark_tree(&TREE_OPERAND(e, 1), w);
}

/* marker.cc: trees that stand for marks */

/* Returns the marker function's declaration. */
tree marker_decl(void);
void marker_register_roots(const char *plugin_name);

tree mark_value(location_t loc, tree type, int number, tree first, tree second);
tree mark_select(location_t loc, int number);
/* a mark of choice whose result is used several times */
tree mark_select_once(location_t loc, int number);

/* Builds the truth of K CODE NUMBER, for the choice K. */
tree select_test(tree k, enum tree_code code, int number);

/* Commits P. If P has any alternative, the value at *TP becomes its mark's. */
void mark_wrap(tree *tp, location_t loc, proposal *p, walk *w);

/* mark_operand.cc: operands, and their text */

/* True if values of TYPE can be marked: scalars that fill a machine mode. */
bool type_is_plain(tree type);

/* True for x != 0 that the front end made of x to get a truth value. */
bool tree_is_made_truth(tree e);

/* True if OPERAND, or what it was made of, is written within EXT. */
bool operand_is_in(tree operand, const extent *ext);

/* True if OPERAND was converted from a wider type. Only modular operations commute with that. */
bool operand_is_narrowed(tree operand, tree type);

/* Writes the operator text of a token into BUFFER of 4 bytes; "" if the token is longer. */
void token_operator(const token &t, char *buffer);

/* Returns the text "((LEFT) OP (RIGHT))"; malloc'ed. */
char *text_binary(const extent *left, const char *op, const extent *right);

/* True if E has effects or may trap: a replacement has to keep that. */
bool tree_must_stay(tree e);

/*
 * Returns the text of a condition that is always VALUE. TEXT, the text of E, is still evaluated if
 * E has effects or may trap. malloc'ed.
 */
char *text_truth(tree e, const char *text, int value);

/* Nodes that are no operators of the source, each in the file of its name. */

/* A node that is no operator. True: the node and all that it contains were taken care of. */
bool mark_structure(tree *tp, walk *w);
void mark_conditional(tree e, walk *w);
void mark_call(tree call, walk *w);

/*
 * Families, each in the file of its name. Each looks at *TP, whose source operator is at AT. True:
 * it took care of the node and its operands, even if it only counted the node as folded.
 */
bool mark_relational(tree *tp, const place *at, walk *w,
		     unsigned also /* operators for a whole condition */);
bool mark_arithmetic(tree *tp, const place *at, walk *w);
/* p[1], and what folding left of the index in p[n + 1] */
bool mark_subscript(tree *tp, const place *at, walk *w);
bool mark_logical(tree *tp, const place *at, walk *w);
bool mark_unary(tree *tp, const place *at, walk *w);
bool mark_increment(tree *tp, const place *at, walk *w); /* mark_unary.cc */

/* mark_constant.cc */

/*
 * Marks the constant *TP if it is written as the literal EXT. OFFSET is what folding added to the
 * literal.
 */
void mark_constant(tree *tp, extent ext, HOST_WIDE_INT offset, bool is_index, walk *w);
/*
 * Does what mark_constant() does for the constant offset, in bytes, of p + EXT, p - EXT (IS_MINUS)
 * or p[EXT].
 */
void mark_index(tree pointer_plus, extent ext, bool is_minus, walk *w);

/* mark_formula.cc */

/*
 * Marks the operators and literals of the constant *TP if it is written as the formula EXT
 * (formula.h). The tree has the formula's value times UNIT plus OFFSET.
 */
void mark_formula(tree *tp, const extent *ext, HOST_WIDE_INT unit, HOST_WIDE_INT offset,
		  bool is_index, walk *w);

/* mark_variable.cc */

/* Marks *TP if it is the variable that is the only word of EXT; its conversions stay. */
void mark_variable(tree *tp, extent ext, walk *w);
/* Marks an operand that is written as EXT and was walked, if it is a constant or a variable. */
void mark_leaf(tree *tp, extent ext, bool is_index, walk *w);

/* mark_condition.cc */

/* The condition of an if, loop or return. Marking walks *TP, too. */
enum condition_kind {
	CONDITION_IF,
	CONDITION_LOOP,
	CONDITION_QUESTION,
	CONDITION_RETURN,
	CONDITION_OPERAND
};
void mark_condition(tree *tp, location_t statement, enum condition_kind kind, walk *w);
/* Marks the operand EXT of && or ||, and walks it. */
void mark_branch(tree *tp, const extent *ext, walk *w);
/* Marks the condition of the ?: whose `?` is the token MARK, and walks it. */
void mark_question(tree *tp, source *file, int mark, walk *w);

/* mark_statement.cc */

void mark_return(tree *tp, walk *w);
/* Marks the deletion of the statement *TP. */
void mark_deletion(tree *tp, walk *w);

/* mark_arithmetic.cc */

/* Marks the summand EXT of p + EXT, p - EXT or p[EXT]. */
void mark_summand(tree pointer_plus, extent ext, walk *w);

/* A binary arithmetic operator of the source: its code in the tree, and its replacements. */
struct arithmetic {
	const char *text;
	enum tree_code code;
	const char *counterpart; /* the only replacement if not wide */
	enum remt_operator op, assign_op;
	unsigned flags;
	const char *family; /* further replacements if wide, one letter each */
};

/* Finds the operator with this text, or NULL. */
const arithmetic *arithmetic_find(const char *text);

#endif
