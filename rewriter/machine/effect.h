/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What an instruction does, as far as it decides where computed jumps lead: the steps from the
 * value of a switch to the address of its case. All other effects are only told as registers and
 * memory that become unknown.
 */
#ifndef REWRITER_MACHINE_EFFECT_H
#define REWRITER_MACHINE_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

enum {
	EFFECT_NR_REGISTERS = 16, /* general registers */
	EFFECT_NO_REGISTER = 255,
};

enum effect_kind {
	EFFECT_NONE,	 /* none that is followed */
	EFFECT_COPY,	 /* TO becomes FROM, extended as is_signed says */
	EFFECT_ADDRESS,	 /* TO becomes the address of FROM */
	EFFECT_ADD,	 /* FROM is added to TO */
	EFFECT_SUBTRACT, /* FROM is subtracted from TO, which also compares them */
	EFFECT_MASK,	 /* TO keeps the bits that FROM has */
	EFFECT_SHIFT,	 /* TO is shifted left by FROM */
	EFFECT_COMPARE,	 /* TO is compared with FROM */
	EFFECT_JUMP,	 /* control goes to FROM */
};

enum operand_kind { OPERAND_NONE, OPERAND_REGISTER, OPERAND_MEMORY, OPERAND_CONSTANT };

struct operand {
	enum operand_kind kind;
	uint8_t width; /* in bytes */
	uint8_t reg;   /* of OPERAND_REGISTER: its number */
	/* of OPERAND_MEMORY, whose address is base + index * scale + constant */
	uint8_t base, index, scale;
	uint8_t constant_at; /* offset of the constant in the instruction; 0: it has none */
	/*
	 * Of OPERAND_MEMORY: the address is relative to the instruction. Then `constant` is the
	 * resulting address.
	 */
	bool is_relative;
	int64_t constant; /* of OPERAND_MEMORY and OPERAND_CONSTANT */
};

/* When a conditional jump is taken, after a comparison without sign. */
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
	uint32_t written;	  /* registers that are written, as bits */
	uint32_t halved;	  /* written registers whose upper half becomes 0, as bits */
	enum condition condition; /* of a conditional jump */
};

/* Sets EFFECT to one without any operand or effect. */
void effect_init(struct effect *effect);

#endif
