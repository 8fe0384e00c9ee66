/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sites, their alternatives, and the marks that stand for them in the trees.
 *
 * A site is a construct of the source; it is one however often the
 * preprocessor or the front end copied it.  Each copy is a mark: a call of
 * remt's marker function with the mark's number, put into GENERIC where the
 * construct stood (mark.h) and lowered in GIMPLE (lower.h).  A mark knows
 * how each alternative of its site is computed from its own operands.
 */
#ifndef PLUGIN_MARK_SITE_H
#define PLUGIN_MARK_SITE_H

#include "plugin/source/extent.h"
#include "remt/operators.h"
#include "remt/sites.h"
#include "remt/unit.h"

/* How a mark computes one alternative. */
enum realize_kind {
	REALIZE_SELECT,	      /* control: the number itself is what the tree tests */
	REALIZE_CODE,	      /* first CODE (second + delta) */
	REALIZE_CODE_SWAPPED, /* second CODE first */
	REALIZE_BOOLEAN,      /* the constant `value`, 0 or 1 */
	REALIZE_FIRST,	      /* the first operand alone */
	REALIZE_SECOND,	      /* the second */
	REALIZE_NEGATED,      /* minus the first operand */
	REALIZE_INTEGER,      /* the constant `value` in the first operand's type */
	REALIZE_SHIFTED, /* the first operand, an address, as if its object lay `value` bytes further */
	REALIZE_LINEAR, /* the first operand times `factor` (-1, 0, 1) plus `value` */
};

struct realize {
	enum realize_kind kind;
	enum tree_code code;
	HOST_WIDE_INT delta; /* added to a constant second operand */
	HOST_WIDE_INT value;
	int factor;
};

struct alternative {
	enum remt_operator op;
	char *op_id; /* "ORRN:<:<=" */
	unsigned line, column, end_line, end_column;
	char *replacement;
	char *description;
	bool is_safe;	/* neither traps nor changes what is executed */
	unsigned flags; /* enum remt_mutant_flags */
};

struct site {
	source *file;
	unsigned line, column, end_line, end_column;
	unsigned function_uid;	       /* DECL_UID of the function of its first mark */
	vec<alternative> alternatives; /* the safe ones first */
	unsigned nr_safe;
	bool is_dropped; /* copies that disagree: all lower to the original */
	int number;	 /* in the site table; -1: not planted */
	int block;	 /* CFG node in the table; -1: unknown */
};

enum mark_form {
	MARK_VALUE,  /* marker(b, a, number) or marker(a, number): the value of the operation */
	MARK_SELECT, /* marker(number): the number of the alternative, 0 is the original */
};

struct mark {
	int site; /* index in sites */
	enum mark_form form;
	enum tree_code code; /* original operation; NOP_EXPR: the first operand itself */
	unsigned
		infects; /* alternatives that are infected where the mark is reached (remt_alternative_bit()) */
	bool is_parting;       /* they do the same there: REMT_PART */
	vec<realize> realizes; /* parallel to the site's alternatives */
};

/* A mark in the making: position first, then the alternatives, then commit. */
struct proposal {
	extent where; /* the construct shown to the user */
	enum mark_form form;
	enum tree_code code;
	auto_vec<alternative> alternatives;
	auto_vec<realize> realizes;
};

vec<site> &site_all(void);
vec<mark> &mark_all(void);

/*
 * Adds an alternative that replaces WHERE by REPLACEMENT (taken over; malloc'ed).  Returns its number; -2 if it
 * is there already, or the text of WHERE can't be replaced.
 */
int proposal_add(proposal *p, enum remt_operator op, const char *from, const char *to,
		 const extent *where, char *replacement, const realize &how, unsigned flags);

/* Makes the mark and, at its first copy, the site.  Returns the mark's number, or -1: nothing to plant. */
int proposal_commit(proposal *p, tree function);

/* Another mark of choice of the same site as the mark NUMBER; returns its number. */
int mark_beside(int number, unsigned infects);

/* One where all alternatives that part from the original do the same. */
int mark_parting(int number, unsigned infects);

/* A mark of values of the same site as the mark of choice NUMBER: the second operand instead of the first. */
int mark_comparison(int number);

/* A new site, the layout switch (REMT_MUTANT_LAYOUT) of a decision in LINE, with a shift for each alternative; returns its one
 * mark, whose value is its operand. */
int mark_layout(source *file, unsigned line, unsigned column, unsigned nr_shifts);

/* Records a construct that got no site. */
void skip_add(const place *at, enum remt_skip_reason reason);

struct skip {
	source *file;
	unsigned line, column;
	enum remt_skip_reason reason;
};
vec<skip> &skip_all(void);

#endif
