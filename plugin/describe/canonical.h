/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Canonical text of statements: independent of line numbers, SSA numbering, uids, names of local
 * variables, build directory and -O level; dependent on operators, constants, types with their
 * layout, what is called, and order. Marks read as what they stand for. What strings say of the
 * build directory is in the exact text, and not in the neutral one (canonical_string.h).
 *
 * Local variables and temporaries are numbered in the order in which a text first mentions them;
 * what those numbers mean is told beside the text, so that whoever compares two texts can hold the
 * variables of all of them against each other (one bijection).  What has a place of its own in
 * memory all the time, and functions, is mentioned by the name of its symbol (symbols.h).
 */
#ifndef PLUGIN_DESCRIBE_CANONICAL_H
#define PLUGIN_DESCRIBE_CANONICAL_H

#include "plugin/base/text.h"

struct canonical_mark {
	gimple *stmt;
	unsigned statement; /* number of the mark among those of the text: a mark of an equal text,
			       exact or neutral, has the same */
};

struct canonical {
	text_pair t;
	unsigned nr_statements = 0;
	hash_map<tree, unsigned> number_of;
	auto_vec<tree> variables; /* by number: VAR_DECL, PARM_DECL, RESULT_DECL, or an SSA name
				     that has none of them */
	auto_vec<tree> symbols; /* that are read, written, or whose address is used, but for what is
				   called by name */
	auto_vec<canonical_mark> marks;
};

/* Adds the statement, if it has a text: labels, notes for debuggers and ends of scopes have
 * none. */
void canonical_statement(canonical *c, gimple *stmt);

bool canonical_has_text(gimple *stmt);

/* Adds an operand, such as an initial value. */
void canonical_operand(canonical *c, tree op);

/*
 * For each edge out of BB, in order, the hash of what makes control go along it: case values,
 * places among the labels of an `asm goto`, or labels whose address leads there; 0: it needs no
 * more words.
 */
void canonical_labels(basic_block bb, vec<unsigned long long> *ret);

/* True for a call of a function, by name or by address, and for assembly, which may do that. */
bool canonical_is_call(gimple *stmt);

#endif
