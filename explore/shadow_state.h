/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One instruction whose effect on terms is being found; the parts of shadow.c. */
#ifndef EXPLORE_SHADOW_STATE_H
#define EXPLORE_SHADOW_STATE_H

#include "explore/path.h"
#include "explore/shadow.h"

/* An instruction with up to two operands and a result in slot d. */
struct step {
	struct frame *frame;
	const struct insn *pc;
	bool has_number; /* the second operand is N, else slot b */
};

/* The term of a slot; of one without, its value. */
uint32_t term_of(const struct frame *frame, uint32_t offset);

uint32_t number_term(int64_t number);

/* The lowest WIDTH bits of TERM, extended to a slot. */
uint32_t wrap(uint32_t term, unsigned width, bool is_signed);

/* Notes that CONDITION holds at the instruction, which went WAY. */
void add_condition(const struct step *step, enum remt_path_kind kind, uint32_t condition,
		   uint32_t way);

/* A slot whose term decides where memory is accessed is taken to be that of this run. */
void pin(const struct step *step, uint32_t offset);

/* The effect of arithmetic, conversions and comparisons, DO_ADD_S8_R to DO_IF_NE_I. */
void shadow_compute(struct step *step, enum instruction op);

/* The effect of a switch on a slot with a term, and of a computed goto. */
void shadow_choose_case(const struct step *step);
void shadow_choose_label(const struct step *step);

/* The effect of a choice between two slots. */
void shadow_choose(const struct step *step);

/* The effect of ACCESSING_INSTRUCTIONS. */
void shadow_access(const struct step *step, enum instruction op);

#endif
