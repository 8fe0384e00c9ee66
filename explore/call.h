/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls: of evaluated functions, of compiled ones, and of evaluated ones by compiled code. */
#ifndef EXPLORE_CALL_H
#define EXPLORE_CALL_H

#include "explore/code.h"

/* Does what SITE says, in FRAME. */
void call_do(struct frame *frame, struct call_site *site);

/*
 * Returns libffi's type for TYPE of UNIT; NULL: such values can't be passed. Types of objects are
 * made on demand and kept.
 */
ffi_type *call_ffi_type(const struct ir_unit *ir, uint32_t type);

/*
 * Makes compiled code that calls CODE's address come to the evaluator from now on. False: that is
 * not possible, and such calls execute the compiled function.
 */
bool call_divert(struct code *code);

#endif
