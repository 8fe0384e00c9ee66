/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that no source has: static, cold, and exempt from optimisation between functions. */
#ifndef PLUGIN_LOWER_SYNTHETIC_H
#define PLUGIN_LOWER_SYNTHETIC_H

#include "plugin/base/gcc.h"

/* Declares NAME with a result of type RESULT and parameters of TYPES, which go into PARMS. */
tree synthetic_declare(const char *name, tree result, const vec<tree> &types,
		       auto_vec<tree> *parms);

/*
 * Makes DECL the current function with an empty body; returns its only block, which has no
 * successor.
 */
basic_block synthetic_begin(tree decl);
/* Completes the body of DECL; no function is current afterwards. */
void synthetic_end(tree decl);

/* Returns the value of a parameter of the current function. */
tree synthetic_parameter(tree parm);
/* Ends BB by a return of VALUE. */
void synthetic_return(basic_block bb, tree value);

#endif
