/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sites, their alternatives, and the marks that stand for them in the trees.
 *
 * A site is a construct of the source. It is one site however often the preprocessor or the front
 * end copied the construct. Each copy is a mark: a call of the marker function with the mark's
 * number, put into GENERIC in the construct's place (mark.h) and lowered in GIMPLE (lower/lower.h).
 * A mark knows how to compute each alternative from its own operands.
 */
#ifndef PLUGIN_MARK_SITE_H
#define PLUGIN_MARK_SITE_H

#include "plugin/source/extent.h"
#include "remt/operators.h"
#include "remt/sites.h"
#include "remt/unit.h"

/* How a mark computes one alternative. */
enum realize_kind {
	REALIZE_SELECT,	      /* control: the tree tests the alternative's number */
	REALIZE_CODE,	      /* first CODE (second + delta) */
	REALIZE_CODE_SWAPPED, /* second CODE first */
	REALIZE_BOOLEAN,      /* the constant `value`, 0 or 1 */
	REALIZE_FIRST,	      /* the first operand alone */
	REALIZE_SECOND,	      /* the second operand alone */
	REALIZE_NEGATED,      /* minus the first operand */
	REALIZE_INTEGER,      /* the constant `value` in the first operand's type */
	REALIZE_SHIFTED, /* the first operand, an address, as if its object lay `value` bytes further */
	REALIZE_LINEAR, /* the first operand times `factor` (-1, 0 or 1) plus `value` */
};

struct realize {
	enum realize_kind kind;
	enum tree_code code;
	HOST_WIDE_INT delta; /* is added to a constant second operand */
	HOST_WIDE_INT value;
	int factor;
};

struct alternative {
	enum remt_operator op;
	char *op_id; /* operator, original and replacement: "ORRN:<:<=" */
	unsigned line, column, end_line, end_column;
	char *replacement;
	char *description;
	bool is_safe;	/* neither traps nor changes what is executed */
	unsigned flags; /* enum remt_mutant_flags */
};

struct site {
	source *file;
	unsigned line, column, end_line, end_column;
	unsigned function_uid;	       /* DECL_UID of the function with the site's first mark */
	vec<alternative> alternatives; /* safe ones first */
	unsigned nr_safe;
	bool is_dropped; /* copies have different alternatives: all of them become the original */
	int number;	 /* index in the site table; -1: not planted */
	int block;	 /* index of the node in the table; -1: unknown */
};

enum mark_form {
	MARK_VALUE,  /* marker(b, a, number) or marker(a, number): the value of the operation */
	MARK_SELECT, /* marker(number): the number of the alternative; 0 is the original */
};

struct mark {
	int site; /* index among the sites */
	enum mark_form form;
	enum tree_code code; /* original operation; NOP_EXPR: the first operand itself */
	/* Alternatives that are infected wherever the mark is reached (remt_alternative_bit()). */
	unsigned infects;
	/* all of `infects` do the same here: the hook may answer any of them (REMT_PART) */
	bool is_parting;
	vec<realize> realizes; /* parallel to the site's alternatives */
};

/* A mark in the making: first the position, then the alternatives, then the commit. */
struct proposal {
	extent where; /* the construct that the user is shown */
	enum mark_form form;
	enum tree_code code;
	auto_vec<alternative> alternatives;
	auto_vec<realize> realizes;
};

vec<site> &site_all(void);
vec<mark> &mark_all(void);

/*
 * Adds an alternative that replaces WHERE by REPLACEMENT (taken over; malloc'ed). Returns its
 * number, or -2 if it is there already or the text of WHERE can't be replaced.
 */
int proposal_add(proposal *p, enum remt_operator op, const char *from, const char *to,
		 const extent *where, char *replacement, const realize &how, unsigned flags);

/*
 * Makes the mark, and the site if this is its first copy. Returns the mark's number; -1: there is
 * nothing to plant.
 */
int proposal_commit(proposal *p, tree function);

/* Makes another mark of choice for the site of the mark NUMBER; returns its number. */
int mark_beside(int number, unsigned infects);

/*
 * Does what mark_beside() does, for a place where all alternatives that part from the original do
 * the same.
 */
int mark_parting(int number, unsigned infects);

/*
 * Makes a mark of values for the site of the mark of choice NUMBER: the alternative is the second
 * operand instead of the first.
 */
int mark_comparison(int number);

/*
 * Makes a layout switch (REMT_MUTANT_LAYOUT) for a decision in LINE: a site with an alternative for
 * each shift. Returns the number of its only mark, whose value is its operand.
 */
int mark_layout(source *file, unsigned line, unsigned column, unsigned nr_shifts);

/* Counts a construct that got no site. */
void skip_add(const place *at, enum remt_skip_reason reason);

struct skip {
	source *file;
	unsigned line, column;
	enum remt_skip_reason reason;
};
vec<skip> &skip_all(void);

#endif
