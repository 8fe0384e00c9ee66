/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Execution indices (Xin, Sumner and Zhang, Efficient Program Execution Indexing, PLDI 2008, section 3): what an instance of a
 * statement is known by in all runs. It is the way down the nesting of calls and of branches whose regions, up to their
 * immediate post-dominators, have not ended; here as a hash. Rounds of a loop are nested, too, and one entry of the stack has
 * all of them. Known where blocks are seen (remt/path.h); all is 0 elsewhere. Calls by compiled code are not told apart.
 */
#ifndef EXPLORE_INSTANCE_H
#define EXPLORE_INSTANCE_H

#include "explore/code.h"

/* Begins FRAME, of a function that is called from where CALLER is; NULL: by compiled code. */
void instance_call(struct frame *frame, const struct frame *caller);

/* Notes that control of FRAME comes to BLOCK. */
void instance_enter(struct frame *frame, uint32_t block);

/* Returns the index of what FRAME executes at the instruction INSN. */
uint64_t instance_of(const struct frame *frame, uint32_t insn);

#endif
