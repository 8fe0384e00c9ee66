/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the values in the registers, and in a few places of the stack, while a function
 * is executed: enough to tell how large the number of a case can be, and which table its address
 * comes from.
 */
#ifndef REWRITER_VALUES_H
#define REWRITER_VALUES_H

#include "rewriter/binary.h"
#include "rewriter/effect.h"
#include "rewriter/machine.h"

enum value_kind {
	VALUE_ANY,
	VALUE_PLACE,	/* the address of SPOT */
	VALUE_SCALED,	/* a number of BOUND at most, times SCALE */
	VALUE_ENTRY,	/* the address of an entry of the table at SPOT, of SCALE bytes each: number
			   BOUND at most */
	VALUE_LOADED,	/* what such an entry holds, sign-extended to the size of an address */
	VALUE_UNSIGNED, /* the same, zero-extended */
	VALUE_TARGET,	/* that, and the address of BASE added */
};

struct value {
	enum value_kind kind;
	uint8_t bits; /* BOUND is that of the low bits only, as many as this */
	uint8_t scale;
	bool is_tight; /* BOUND is what the code says, not only what there is room for */
	uint64_t id;   /* of the same id are the same values */
	uint64_t bound;
	struct spot spot, base;
};

enum {
	VALUES_NR_SLOTS = 4,
};

/* WIDTH bytes of memory at CONSTANT behind the register BASE, or, without one, of a variable. */
struct slot {
	uint8_t base, width; /* 0: none */
	int64_t constant;
	struct value value;
};

struct values {
	bool is_known; /* somebody comes there */
	struct value registers[EFFECT_NR_REGISTERS];
	struct slot slots[VALUES_NR_SLOTS];
	/* What was compared last, as far as conditions tell of it. */
	uint64_t compared, limit; /* 0, an id, and with what */
	uint8_t compared_bits;
};

/* Nothing is known of them; NUMBER tells this place from others. */
void values_init(struct values *values, uint64_t number);
/* INTO knows no more than either of both; NUMBER tells the place where they meet.  True: it has
 * changed. */
bool values_join(struct values *into, const struct values *from, uint64_t number);

/*
 * Executes INSTRUCTION of FUNCTION.  RET: of one that jumps to what is computed, where to.  False:
 * it does not.
 */
bool values_step(struct values *values, const struct binary *binary, uint32_t function,
		 const struct instruction *instruction, const struct effect *effect,
		 struct value *ret);

/* Behind a conditional jump that was taken, or not. */
void values_branch(struct values *values, enum condition condition, bool is_taken);

#endif
