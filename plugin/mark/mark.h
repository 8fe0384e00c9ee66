/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Marking: puts marks (site.h) into the GENERIC body of a function.
 *
 * mark.cc walks the tree; mark_structure.cc, mark_conditional.cc and mark_call.cc know the nodes
 * that are no operators, each other mark_*.cc one family of operators: it reconciles the operator
 * token of the source with the (folded) tree, and gives up - the construct counts as folded - where
 * they do not agree.
 *
 *   a + b          marker(b, a, n)         operands in this order: the gimplifier
 *                                          evaluates arguments from the last to the first
 *   if (c)         if (marker(0, c, n))    the relation c != 0
 *   s;             if (marker(n) == 0) s;
 */
#ifndef PLUGIN_MARK_MARK_H
#define PLUGIN_MARK_MARK_H

#include "plugin/mark/site.h"

/* A `!` whose operand is being walked, and the one around it. */
struct negation {
	const place *at;
	negation *outer;
};

/* What the walk knows about where it is. */
struct walk {
	tree function;		    /* the outermost function */
	hash_map<tree, tree> *done; /* shared nodes: what became of them */
	int nr_loops;		    /* loops around, from which a jump may leave */
	bool is_endless;	    /* what break leaves is a loop without a condition */
	negation *negations;	    /* innermost; NULL: none */
};

/* mark.cc: the walk */

/* Marks the whole body of FUNDECL (PLUGIN_PRE_GENERICIZE). */
void mark_function(tree fundecl);

/* Walks *TP, marking what it finds. */
void mark_tree(tree *tp, walk *w);
void mark_statement(tree *tp, walk *w, bool is_deletable);

/* Walks both operands of a binary node. */
static inline void mark_operands(tree e, walk *w)
{
	mark_tree(&TREE_OPERAND(e, 0), w);
	mark_tree(&TREE_OPERAND(e, 1), w);
}

/* marker.cc: trees that stand for marks */

/* The marker function's declaration. */
tree marker_decl(void);
void marker_register_roots(const char *plugin_name);

tree mark_value(location_t loc, tree type, int number, tree first, tree second);
tree mark_select(location_t loc, int number);
tree mark_select_once(location_t loc, int number); /* the same to be used several times */

/* Truth of K CODE NUMBER, for the choice K. */
tree select_test(tree k, enum tree_code code, int number);

/* Commits P; if anything was proposed, the value at *TP becomes its mark's. */
void mark_wrap(tree *tp, location_t loc, proposal *p, walk *w);

/* mark_operand.cc: operands, and their text */

/* True if values of TYPE can be handled: scalars of a whole machine mode. */
bool type_is_plain(tree type);

/* True for x != 0 made of a plain x, for a context that wants a truth value. */
bool tree_is_made_truth(tree e);

/* True if OPERAND, or what it was made of, is written within EXT. */
bool operand_is_in(tree operand, const extent *ext);

/* True if OPERAND was converted from a wider type: only modular operations commute with that. */
bool operand_is_narrowed(tree operand, tree type);

/* Operator text of a token in BUFFER of 4 bytes; "" if it is longer. */
void token_operator(const token &t, char *buffer);

/* Text "((LEFT) OP (RIGHT))"; malloc'ed. */
char *text_binary(const extent *left, const char *op, const extent *right);

/* True if E does more than to say a value: what replaces it must do that, too. */
bool tree_must_stay(tree e);

/* Text of a condition TEXT that is always VALUE; what E says is evaluated if that has effects or may trap.  malloc'ed. */
char *text_truth(tree e, const char *text, int value);

/* Nodes that are no operators of the source, each in the file of its name. */

/* A node with a shape of its own; true: it, and what is in it, was taken care of. */
bool mark_structure(tree *tp, walk *w);
/* ?: or if. */
void mark_conditional(tree e, walk *w);
void mark_call(tree call, walk *w);

/*
 * Families, each in the file of its name.  Each looks at *TP whose source operator is at AT; true:
 * it took care of the node, operands included (also if it only counted it as folded and walked on).
 */
bool mark_relational(tree *tp, const place *at, walk *w,
		     unsigned also /* operators for a whole condition */);
bool mark_arithmetic(tree *tp, const place *at, walk *w);
/* p[1]; p[n + 1]: what folding left of the index. */
bool mark_subscript(tree *tp, const place *at, walk *w);
bool mark_logical(tree *tp, const place *at, walk *w);
bool mark_unary(tree *tp, const place *at, walk *w);
bool mark_increment(tree *tp, const place *at, walk *w); /* mark_unary.cc */

/* mark_constant.cc */

/* If the constant *TP is written as the literal EXT, marks it.  OFFSET: what folding added to the
 * literal. */
void mark_constant(tree *tp, extent ext, HOST_WIDE_INT offset, bool is_index, walk *w);
/* mark_constant() for the constant offset of p + EXT, p - EXT (IS_MINUS) or p[EXT]: it counts
 * bytes. */
void mark_index(tree pointer_plus, extent ext, bool is_minus, walk *w);

/* mark_formula.cc */

/*
 * If the constant *TP is written as the formula EXT (formula.h), marks its operators and literals.
 * The tree has the value times UNIT plus OFFSET.
 */
void mark_formula(tree *tp, const extent *ext, HOST_WIDE_INT unit, HOST_WIDE_INT offset,
		  bool is_index, walk *w);

/* mark_variable.cc */

/* If *TP is the variable that is the only word of EXT, marks it; its conversions stay. */
void mark_variable(tree *tp, extent ext, walk *w);
/* An operand that is written as EXT, and was walked: marks it if it is a constant or a variable. */
void mark_leaf(tree *tp, extent ext, bool is_index, walk *w);

/* mark_condition.cc */

/* The condition of an if, loop or return; *TP is walked too. */
enum condition_kind {
	CONDITION_IF,
	CONDITION_LOOP,
	CONDITION_QUESTION,
	CONDITION_RETURN,
	CONDITION_OPERAND
};
void mark_condition(tree *tp, location_t statement, enum condition_kind kind, walk *w);
/* The operand EXT of && or ||; it is walked, too. */
void mark_branch(tree *tp, const extent *ext, walk *w);
/* The condition of the ?: whose `?` is the token MARK. */
void mark_question(tree *tp, source *file, int mark, walk *w);

/* mark_statement.cc */

void mark_return(tree *tp, walk *w);
/* Deletion of the statement *TP. */
void mark_deletion(tree *tp, walk *w);

/* mark_arithmetic.cc */

/* The summand EXT of p + EXT, p - EXT or p[EXT]. */
void mark_summand(tree pointer_plus, extent ext, walk *w);

/* What a binary arithmetic operator of the source is in the tree, and what it becomes. */
struct arithmetic {
	const char *text;
	enum tree_code code;
	const char *counterpart; /* the replacement of the narrow set */
	enum remt_operator op, assign_op;
	unsigned flags;
	const char *family; /* the others of a wide set, one letter each */
};

/* NULL: there is none of that text. */
const arithmetic *arithmetic_find(const char *text);

#endif
