/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The computation of one alternative of a mark of values, out of the mark's operands. */
#ifndef PLUGIN_LOWER_ALTERNATIVE_H
#define PLUGIN_LOWER_ALTERNATIVE_H

#include "plugin/mark/site.h"

/*
 * Appends to BB the computation of the alternative HOW in TYPE, and returns its value. SECOND is NULL if the mark has one
 * operand.
 */
tree alternative_append(basic_block bb, tree type, const realize &how, tree first, tree second);
/* Appends the original operation of the mark M in the same way. */
tree alternative_append_original(basic_block bb, tree type, const mark &m, tree first, tree second);

/* Returns the number VALUE in TYPE, of integers or floating point. */
tree alternative_number(tree type, HOST_WIDE_INT value);

#endif
