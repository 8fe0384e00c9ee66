/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What instructions make of inputs, beside what they do: a frame's slots have terms of 64 bits, as
 * words are extended to fill a slot (word.h). What has no form as a term is that of this run from then
 * on, and the path says so.
 */
#ifndef EXPLORE_SHADOW_H
#define EXPLORE_SHADOW_H

#include "explore/code.h"

/* Does to the terms of FRAME what the instruction OP at PC is about to do to its words. */
void shadow_step(struct frame *frame, const struct insn *pc, enum instruction op);

/* Returns the term of a slot, or 0. */
uint32_t shadow_of(const struct frame *frame, uint32_t offset);
void shadow_set(struct frame *frame, uint32_t offset, uint32_t term);

/*
 * A call of an evaluated function: shadow_pass() by the caller, immediately before run_code(), whose
 * shadow_enter() takes the terms of parameters; then shadow_take() by the caller. Callers that are
 * compiled do nothing, and no term is passed.
 */
void shadow_pass(const struct frame *frame, const struct call_site *site, const struct code *code);
void shadow_enter(struct frame *frame);
void shadow_take(struct frame *frame, const struct call_site *site);

/* Instead of shadow_take(), where the caller is compiled: the result is that of this run; main()'s is the status. */
void shadow_drop(const struct code *code, const union word *result);

/*
 * Called instead, if it is set, with what an evaluated function returned to compiled code and its term:
 * by functions of the library that are known to call functions of the program.
 */
extern void (*shadow_result_taker)(uint32_t term, const union word *result);

/* Notes that the program exits with TERM, or with STATUS if that is 0. */
void shadow_status(uint32_t term, int64_t status);

/* Is called before a call of the compiled function at ADDRESS, or (NULL) of what only the compiler has. */
void shadow_call(struct frame *frame, const struct call_site *site, const void *address,
		 const struct model *model);

/* Is called after it, with what it returned. */
void shadow_called(struct frame *frame, const struct call_site *site, const void *address,
		   const struct model *model, const union word *result);

/* TERM is taken to have VALUE, as in this run, for the call that FRAME is making. */
void shadow_take_value(const struct frame *frame, uint32_t term, uint64_t value);

/* What is in the slot is taken to be that of this run, for the call that FRAME is making. */
void shadow_pin(const struct frame *frame, uint32_t offset);

/* Notes that CONDITION holds in the call that FRAME is making; WAY tells a call's conditions apart. */
void shadow_decide(const struct frame *frame, uint32_t condition, uint32_t way);

#endif
