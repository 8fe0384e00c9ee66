/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas: integer constant expressions of literals and operators, such as 4 * 1024.
 *
 * The parser knows their value and nothing else.  It is computed here again from the
 * text, once as it is written and once with each change that an operator makes.
 */
#ifndef PLUGIN_SOURCE_FORMULA_H
#define PLUGIN_SOURCE_FORMULA_H

#include "plugin/source/extent.h"

/* What is read differently. */
struct formula_change {
	int token;	       /* the operator, or the number */
	const char *op;	       /* the operator to be read instead */
	int factor;	       /* the number times this … */
	HOST_WIDE_INT summand; /* … plus this, in its own type */
};

/*
 * Value of the text EXT with CHANGE (NULL: as it is written) in the type that C gives it, sign-extended if that is
 * signed.  False: not a formula, or C does not define its value.
 */
bool formula_value(const extent *ext, const formula_change *change, HOST_WIDE_INT *ret);

#endif
