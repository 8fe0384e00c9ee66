/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The loops of a function, as a forest that also has those with several entries (Ramalingam, "On loops, dominators, and
 * dominance frontiers", TOPLAS 2002, section 4: the loop nesting forest of Havlak, 1997). A loop is a strongly connected
 * region of more than one block, or of one that leads to itself. One of its blocks is its head. Its inner loops are those
 * of the same region without the edges that lead to the head from within.
 *
 * So each cycle comes to the head of the innermost loop that has all of it. Where control flow is reducible these are the
 * natural loops.
 */
#ifndef ATG_LOOPS_H
#define ATG_LOOPS_H

#include "common/vec.h"
#include "ir/function.h"

#define LOOPS_MAX_DEPTH 12 /* loops in loops */
#define LOOP_NONE	UINT32_MAX

struct loop {
	uint32_t head;	/* block */
	uint32_t depth; /* how many loops are around it */
	uint32_t outer; /* the innermost one of these; LOOP_NONE: there is none */
};

struct loops {
	VEC(struct loop) items; /* an outer one before its inner ones */
	uint32_t (*around)[LOOPS_MAX_DEPTH +
			   1]; /* by block: its loops, the outermost first, then LOOP_NONE */
	const char *refusal;   /* why they are not told; NULL: they are */
};

/* Finds the loops of FUNCTION that its entry leads to. RET is for loops_deinit() in any case. */
void loops_init(struct loops *ret, const struct ir_function *function);
void loops_deinit(struct loops *loops);

/* The place of LOOP among those around BLOCK; LOOP_NONE: BLOCK lies outside. */
uint32_t loops_place(const struct loops *loops, uint32_t block, uint32_t loop);

#endif
