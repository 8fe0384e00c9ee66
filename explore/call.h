/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls: of evaluated functions, of compiled ones, and of evaluated ones by compiled code. */
#ifndef EXPLORE_CALL_H
#define EXPLORE_CALL_H

#include "common/attr.h"
#include "explore/code.h"

/*
 * Prepares calls of compiled functions at SITE. False: an argument or the result can't be passed.
 * Later calls change nothing, so that threads and signal handlers may call at the same time.
 */
bool call_prepare(struct call_site *site) MUST_CHECK;

/* Does what SITE says, in FRAME. */
void call_do(struct frame *frame, const struct call_site *site);

/*
 * Returns libffi's type for TYPE of UNIT; NULL: such values can't be passed. Types of objects are
 * made on demand and kept.
 */
ffi_type *call_ffi_type(const struct ir_unit *ir, uint32_t type);

/*
 * Makes compiled code that calls CODE's address come to the evaluator from now on. If that is not
 * possible, `undiverted` says why, and such calls execute the compiled function.
 */
void call_divert(struct code *code);

#endif
