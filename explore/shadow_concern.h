/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which instructions have something to do with inputs. Most have not: their operands have no terms, and nor does
 * the memory that they access. What is asked here is compiled into the loop (run.c), where the instruction is a constant.
 */
#ifndef EXPLORE_SHADOW_CONCERN_H
#define EXPLORE_SHADOW_CONCERN_H

#include "explore/code.h"
#include "explore/shadow_memory.h"

#define CONCERN_INLINE static inline __attribute__((always_inline))

/* The term of a slot; constants have room for theirs, which is 0. */
CONCERN_INLINE uint32_t concern_term(const struct frame *frame, uint32_t offset)
{
	return frame->terms[(int32_t)offset / (int32_t)sizeof(union word)];
}

/* MOVE to CHOOSE */
CONCERN_INLINE bool concern_of_move(const struct frame *frame, const struct insn *pc,
				    enum instruction op)
{
	uint32_t terms = concern_term(frame, pc->d);

	if (op == DO_MOVE || op == DO_CHOOSE)
		terms |= concern_term(frame, pc->a);
	if (op == DO_CHOOSE)
		terms |= concern_term(frame, pc->b) | concern_term(frame, (uint32_t)pc->n);
	return terms;
}

/* True if the second operand of arithmetic or a comparison is a slot. */
CONCERN_INLINE bool concern_has_second(enum instruction op)
{
	if (op >= DO_LTS_R)
		return (op - DO_LTS_R) % 2 == 0;
	if (op >= DO_TO_S8)
		return op == DO_GENERIC;
	if (op >= DO_DIV_S32)
		return true;
	return op >= DO_AND_R ? (op - DO_AND_R) % 2 == 0 : (op - DO_ADD_S8_R) % 2 == 0;
}

/* ADD_S8_R to IF_NE_I */
CONCERN_INLINE bool concern_of_computation(const struct frame *frame, const struct insn *pc,
					   enum instruction op)
{
	bool is_branch = op >= DO_LTS_R && (op - DO_LTS_R) % 4 >= 2;
	uint32_t terms = concern_term(frame, pc->a);

	if (concern_has_second(op))
		terms |= concern_term(frame, pc->b);
	if (!is_branch)
		terms |= concern_term(frame, pc->d);
	return terms;
}

/* LOAD_S8_CONSTANT to LEA_SLOT_INDEX: modes CONSTANT, MEMORY, SLOT, and the same with INDEX. */
CONCERN_INLINE bool concern_of_access(const struct frame *frame, const struct insn *pc,
				      enum instruction op)
{
	static const unsigned char sizes[NR_ACCESSES] = { 1, 1, 2, 2, 4, 4, 8, 16, 16 };
	unsigned index = op - DO_LOAD_S8_CONSTANT;
	unsigned what = index % (2 * NR_ACCESSES + 1), mode = index / (2 * NR_ACCESSES + 1);
	uint32_t terms = concern_term(frame, pc->d);
	uintptr_t address = (uintptr_t)pc->n;

	if (mode % 3 == 1)
		address += (uintptr_t)frame->memory;
	if (mode % 3 == 2) {
		address += slot_of(frame, pc->a)->u;
		terms |= concern_term(frame, pc->a);
	}
	if (mode >= 3) {
		address += (uintptr_t)(slot_of(frame, pc->b)->i * (int32_t)pc->c);
		terms |= concern_term(frame, pc->b);
	}
	return terms || (what < 2 * NR_ACCESSES && shadow_may_have(address, sizes[what / 2]));
}

/* True if shadow_step() has something to do for the instruction OP at PC, which is about to be executed. */
CONCERN_INLINE bool shadow_concerns(const struct frame *frame, const struct insn *pc,
				    enum instruction op)
{
	if (op == DO_GOTO || op == DO_AT)
		return false;
	if (op >= DO_LOAD_BITS)
		return true;
	if (op >= DO_LOAD_S8_CONSTANT)
		return concern_of_access(frame, pc, op);
	if (op >= DO_ADD_S8_R)
		return concern_of_computation(frame, pc, op);
	return concern_of_move(frame, pc, op);
}

#endif
