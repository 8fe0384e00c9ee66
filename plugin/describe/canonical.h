/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Canonical text of statements: what they do, without what may change while that stays. It depends
 * on operators, constants, types with their layout, what is called, and order. It does not depend
 * on line numbers, SSA numbering, uids, names of local variables and -O level. Marks read as the
 * original operation. The build directory in strings is part of the exact text and not of the
 * neutral one (canonical_string.h).
 *
 * Local variables and temporaries are numbered in the order of their first mention. What the
 * numbers stand for is kept beside the text, so that a comparison of many texts can ask for one
 * bijection of variables. Functions, and variables that live as long as the program, are mentioned
 * by their symbol's name (symbols.h).
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_H
#define PLUGIN_DESCRIBE_CANONICAL_H

#include "plugin/base/text.h"

struct canonical_mark {
	gimple *stmt;
	/*
	 * Number of the mark among those of the text; marks of equal texts, exact or neutral, have
	 * equal numbers.
	 */
	unsigned statement;
};

struct canonical {
	text_pair t;
	unsigned nr_statements = 0;
	hash_map<tree, unsigned> number_of;
	/* by number: VAR_DECL, PARM_DECL, RESULT_DECL, or an SSA name without one of these */
	auto_vec<tree> variables;
	/*
	 * Symbols that are read, written, or whose address is used; functions that are called by
	 * name are left out.
	 */
	auto_vec<tree> symbols;
	auto_vec<canonical_mark> marks;
};

/* Adds STMT. Labels that nobody refers to, debug statements and ends of scopes have no text. */
void canonical_statement(canonical *c, gimple *stmt);

bool canonical_has_text(gimple *stmt);

/* Adds an operand, such as an initial value. */
void canonical_operand(canonical *c, tree op);

/*
 * Adds to RET, for each edge out of BB in order, the hash of the labels that lead along it: case
 * values, positions among the labels of an `asm goto`, or labels whose address leads there. 0: the
 * edge has no such labels.
 */
void canonical_labels(basic_block bb, vec<unsigned long long> *ret);

/* True for a call of a function, by name or by address, and for assembly that may make one. */
bool canonical_is_call(gimple *stmt);

#endif
