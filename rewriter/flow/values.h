/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the values in the registers, and in a few places of the stack, while a function
 * is executed. That is enough to bound the number of a case, and to tell which table its address
 * comes from.
 */
#ifndef REWRITER_FLOW_VALUES_H
#define REWRITER_FLOW_VALUES_H

#include "rewriter/elf/binary.h"
#include "rewriter/machine/effect.h"
#include "rewriter/machine/machine.h"

enum value_kind {
	VALUE_ANY,
	VALUE_PLACE,  /* the address of SPOT */
	VALUE_SCALED, /* a number of at most BOUND, times SCALE */
	/*
	 * the address of an entry of the table at SPOT, whose entries have SCALE bytes; the number
	 * of the entry is at most BOUND
	 */
	VALUE_ENTRY,
	VALUE_LOADED,	/* the content of such an entry, sign-extended to the size of an address */
	VALUE_UNSIGNED, /* the content of such an entry, zero-extended */
	VALUE_TARGET,	/* the content of such an entry plus the address of BASE */
};

struct value {
	enum value_kind kind;
	uint8_t bits; /* BOUND holds for this many low bits of the value */
	uint8_t scale;
	bool is_tight; /* the code states BOUND; it is not merely the greatest number that fits */
	uint64_t id;   /* equal values have the same id */
	uint64_t bound;
	struct spot spot, base;
};

enum {
	VALUES_NR_SLOTS = 4,
};

/*
 * WIDTH bytes of memory at CONSTANT behind the register BASE, or of a variable if there is no
 * register.
 */
struct slot {
	uint8_t base, width; /* width 0: the slot is empty */
	int64_t constant;
	struct value value;
};

struct values {
	bool is_known; /* control is known to come there */
	struct value registers[EFFECT_NR_REGISTERS];
	struct slot slots[VALUES_NR_SLOTS];
	/* The last comparison, as far as conditions depend on it: */
	/* id of the compared value, or 0; the constant it was compared with */
	uint64_t compared, limit;
	uint8_t compared_bits;
};

/* Sets VALUES to knowing nothing. NUMBER distinguishes this place from others. */
void values_init(struct values *values, uint64_t number);
/*
 * Reduces INTO to what both INTO and FROM know. NUMBER distinguishes the place where they meet.
 * True if INTO has changed.
 */
bool values_join(struct values *into, const struct values *from, uint64_t number);

/*
 * Executes INSTRUCTION of FUNCTION. If INSTRUCTION is a computed jump, sets *RET to its target and
 * returns true.
 */
bool values_step(struct values *values, const struct binary *binary, uint32_t function,
		 const struct instruction *instruction, const struct effect *effect,
		 struct value *ret);

/* Adds what is known after a conditional jump that was taken, or not. */
void values_branch(struct values *values, enum condition condition, bool is_taken);

#endif
