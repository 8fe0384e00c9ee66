/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lowering: what becomes of the marks in GIMPLE (SSA form, before any
 * optimisation).  In the plain body each is the original operation again; in
 * the switched body (the clone) it asks the unit's flag and, if that is set, the hook.
 */
#ifndef PLUGIN_LOWER_LOWER_H
#define PLUGIN_LOWER_LOWER_H

#include "plugin/mark/site.h"

/* Number of the mark that the statement is; -1: none. */
int marker_number(gimple *stmt);

/* All marks of the current function, in order of blocks and statements. */
void marks_collect(auto_vec<gimple *> *ret);

/* Lowers the marks of the current function. */
void lower_plain(void);
void lower_switched(bool is_clone);

#endif
