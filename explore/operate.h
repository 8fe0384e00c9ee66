/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations without an instruction of their own: floating point, wide integers, rare ones. */
#ifndef EXPLORE_OPERATE_H
#define EXPLORE_OPERATE_H

#include <stdbool.h>

#include "explore/word.h"
#include "ir/unit.h"

/* What a type means for operations; small enough to fit an instruction. */
enum shape {
	SHAPE_INTEGER,
	SHAPE_F32,
	SHAPE_F64,
	SHAPE_F80,
	SHAPE_NONE,
};

struct form {
	enum shape shape;
	bool is_signed;
	uint8_t precision; /* bits of an integer; pointers have 64 */
};

/* Returns what TYPE means; SHAPE_NONE: no operation takes it. */
struct form form_of(const struct ir_type *type);

/* Forms as numbers of 16 bits. */
static inline unsigned form_pack(struct form form)
{
	return (unsigned)form.shape | form.is_signed << 4 | (unsigned)form.precision << 8;
}

static inline struct form form_unpack(unsigned number)
{
	return (struct form){ number & 15, number >> 4 & 1, (uint8_t)(number >> 8) };
}

/* Brings the integer in SLOT to FORM: `i` for up to 64 bits, `w` beyond. */
void slot_normalise(union word *slot, struct form form);

/* Returns OPERATION of A and B, whose type is OPERANDS, as a value of RESULT. */
union word operate(enum remt_ir_operation operation, const union word *a, const union word *b,
		   struct form operands, struct form second, struct form result);

/* Returns VALUE, of the type FROM, as a value of the type TO. */
union word convert(const union word *value, struct form from, struct form to);

#endif
