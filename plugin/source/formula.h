/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas: integer constant expressions of literals and operators, such as 4 * 1024. The parser
 * keeps only their value. It is computed again here from the text: once as written, and once with
 * each change that an operator makes.
 */
#ifndef PLUGIN_SOURCE_FORMULA_H
#define PLUGIN_SOURCE_FORMULA_H

#include "plugin/source/extent.h"

/* What is to be read differently in the formula. */
struct formula_change {
	int token;	       /* index of the operator or number that changes */
	const char *op;	       /* the operator to read instead; NULL: a number changes */
	int factor;	       /* the number is multiplied by this, … */
	HOST_WIDE_INT summand; /* … and this is added, in the number's own type */
};

/*
 * Computes the formula EXT with CHANGE (NULL: as written) in the type that C gives it,
 * sign-extended if that type is signed. False: EXT is no formula, or C does not define its value.
 */
bool formula_value(const extent *ext, const formula_change *change, HOST_WIDE_INT *ret);

#endif
