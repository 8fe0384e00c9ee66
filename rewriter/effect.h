/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an instruction does, as far as it matters to where computed jumps lead: the steps from the
 * value of a switch to the address of its case.  All else is what it leaves unknown.
 */
#ifndef REWRITER_EFFECT_H
#define REWRITER_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

enum {
	EFFECT_NR_REGISTERS = 16, /* general ones */
	EFFECT_NO_REGISTER = 255,
};

enum effect_kind {
	EFFECT_NONE,	 /* none that is followed */
	EFFECT_COPY,	 /* TO becomes FROM, extended as IS_SIGNED says */
	EFFECT_ADDRESS,	 /* TO becomes the address of FROM */
	EFFECT_ADD,	 /* to TO is added FROM */
	EFFECT_SUBTRACT, /* from TO is taken FROM; compares, too */
	EFFECT_MASK,	 /* TO keeps the bits of FROM */
	EFFECT_SHIFT,	 /* TO is shifted up by FROM */
	EFFECT_COMPARE,	 /* TO is compared with FROM */
	EFFECT_JUMP,	 /* control goes to FROM */
};

enum operand_kind { OPERAND_NONE, OPERAND_REGISTER, OPERAND_MEMORY, OPERAND_CONSTANT };

struct operand {
	enum operand_kind kind;
	uint8_t width;		    /* bytes */
	uint8_t reg;		    /* OPERAND_REGISTER */
	uint8_t base, index, scale; /* OPERAND_MEMORY: base + index * scale + constant */
	uint8_t constant_at;	    /* offset of the constant in the instruction; 0: it has none */
	bool is_relative; /* OPERAND_MEMORY: to the instruction; CONSTANT is the address then */
	int64_t constant; /* also of OPERAND_CONSTANT */
};

/* When a conditional jump is taken: of what was compared without sign. */
enum condition {
	CONDITION_OTHER,
	CONDITION_ABOVE,
	CONDITION_NOT_ABOVE,
	CONDITION_BELOW,
	CONDITION_NOT_BELOW,
	CONDITION_EQUAL,
	CONDITION_NOT_EQUAL,
};

struct effect {
	enum effect_kind kind;
	struct operand to, from;
	bool is_signed;
	bool writes_memory, sets_flags;
	uint32_t written;	  /* registers, as bits */
	uint32_t halved;	  /* those of them whose upper half becomes 0 */
	enum condition condition; /* of a conditional jump */
};

/* None at all. */
void effect_init(struct effect *effect);

#endif
