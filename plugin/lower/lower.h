/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lowering of marks in GIMPLE, in SSA form and before any optimisation. In the plain body a mark
 * becomes the original operation again. In the clone it tests the site's flag and, if that is set,
 * calls the helper.
 */
#ifndef PLUGIN_LOWER_LOWER_H
#define PLUGIN_LOWER_LOWER_H

#include "plugin/mark/site.h"

/* Returns the mark's number; -1: STMT is no mark. */
int marker_number(gimple *stmt);

/* Adds all marks of the current function, in the order of blocks and statements. */
void marks_collect(auto_vec<gimple *> *ret);

/* Replaces the marks of the current function by their original operations. */
void lower_plain(void);
/* The same, but the marks of SITE, an index among the sites, become its alternative NUMBER, from 1 on. */
void lower_mutated(int site, unsigned number);
/*
 * Replaces the marks of the current function by switches (plugin/lower/lower_switch.h), and those
 * of dropped sites, or whose result is not used, by their original operations. IS_CLONE: a mark
 * outside loops calls its helper at once. FUNCTION holds the marks in the source.
 */
void lower_switched(bool is_clone, tree function);

#endif
