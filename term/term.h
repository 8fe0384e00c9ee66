/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Terms: bit vectors of 1 to 64 bits over inputs, which are bytes. Operations mean what the theory
 * FixedSizeBitVectors of SMT-LIB 2.6 says, also where a divisor is 0 or a shift is too far. A truth
 * value is a vector of one bit.
 *
 * A term is a number, which is greater than those of its operands. The same operation on the same
 * operands is the same term. 0 is no term: the value does not depend on inputs.
 *
 *	struct terms terms;
 *	terms_init(&terms);
 *	uint32_t low = term_extend(&terms, term_input(&terms, 0), 32, false);
 *	uint32_t sum = term_binary(&terms, TERM_ADD, low, term_constant(&terms, 1, 32));
 *	terms_deinit(&terms);
 */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/cleanup.h"

/* Operations: name, number of operands a, b, c. `number` is said where it is used. */
#define TERM_OPERATIONS(X)                                                                         \
	X(CONSTANT, 0) /* number: its bits */                                                      \
	X(INPUT, 0)    /* number: which byte */                                                    \
	X(NOT, 1)                                                                                  \
	X(ADD, 2)                                                                                  \
	X(MULTIPLY, 2)                                                                             \
	X(DIVIDE_UNSIGNED, 2)                                                                      \
	X(DIVIDE_SIGNED, 2)                                                                        \
	X(REMAINDER_UNSIGNED, 2)                                                                   \
	X(REMAINDER_SIGNED, 2)                                                                     \
	X(SHIFT_LEFT, 2)                                                                           \
	X(SHIFT_RIGHT_UNSIGNED, 2)                                                                 \
	X(SHIFT_RIGHT_SIGNED, 2)                                                                   \
	X(AND, 2)                                                                                  \
	X(OR, 2)                                                                                   \
	X(XOR, 2)                                                                                  \
	X(EQUAL, 2) /* one bit; so are the next two */                                             \
	X(LESS_UNSIGNED, 2)                                                                        \
	X(LESS_SIGNED, 2)                                                                          \
	X(CHOOSE, 3)	  /* a, of one bit, ? b : c */                                             \
	X(CONCATENATE, 2) /* a has the higher bits */                                              \
	X(EXTRACT, 1)	  /* `width` bits of a; number: the lowest of them */                      \
	X(EXTEND_ZERO, 1)                                                                          \
	X(EXTEND_SIGN, 1)

enum term_operation {
#define TERM_ENUM(name, arity) TERM_##name,
	TERM_OPERATIONS(TERM_ENUM)
#undef TERM_ENUM
		TERM_NR_OPERATIONS
};

/* Returns how many operands OPERATION has. */
unsigned term_arity(enum term_operation operation);

struct term {
	uint8_t operation; /* enum term_operation */
	uint8_t width;	   /* bits, 1 to 64 */
	uint16_t padding;  /* 0, so that equal terms have equal bytes */
	uint32_t a, b, c;  /* operands; 0: none */
	uint64_t number;
};

struct terms {
	struct term *items; /* items[0] is none */
	uint32_t count;	    /* with items[0] */
	uint32_t capacity;
	uint32_t *slots;   /* hash table of items; 0: free */
	uint32_t nr_slots; /* a power of two */
	bool is_borrowed;  /* items are the caller's */
};

void terms_init(struct terms *terms);

/*
 * The same in memory of the caller's, CAPACITY zeroed items that stay where they are. The caller has to
 * stop before they are used up; TERMS_MARGIN more is what one call may take.
 */
void terms_init_at(struct terms *terms, struct term *items, uint32_t capacity);
#define TERMS_MARGIN 1024

void terms_deinit(struct terms *terms);
#define _cleanup_terms_ _cleanup_(terms_deinit)

static inline const struct term *term_get(const struct terms *terms, uint32_t term)
{
	return &terms->items[term];
}

/* Returns NUMBER with all but its lowest WIDTH bits cleared. */
static inline uint64_t term_mask(uint64_t number, unsigned width)
{
	return width >= 64 ? number : number & ((UINT64_C(1) << width) - 1);
}

/* True if TERM is a constant; *NUMBER gets it. */
bool term_is_constant(const struct terms *terms, uint32_t term, uint64_t *number);

uint32_t term_constant(struct terms *terms, uint64_t number, unsigned width);

/* The input byte of that index. */
uint32_t term_input(struct terms *terms, uint32_t index);

uint32_t term_not(struct terms *terms, uint32_t a);

/* -A */
uint32_t term_negate(struct terms *terms, uint32_t a);

/* OPERATION is one from TERM_ADD to TERM_LESS_SIGNED; A and B have one width. */
uint32_t term_binary(struct terms *terms, enum term_operation operation, uint32_t a, uint32_t b);

/* A - B */
uint32_t term_subtract(struct terms *terms, uint32_t a, uint32_t b);

/* CONDITION, of one bit, ? YES : NO, which have one width. */
uint32_t term_choose(struct terms *terms, uint32_t condition, uint32_t yes, uint32_t no);

/* HIGH and LOW have 64 bits together at most. */
uint32_t term_concatenate(struct terms *terms, uint32_t high, uint32_t low);

/* The WIDTH bits of A from LOWEST on. */
uint32_t term_extract(struct terms *terms, uint32_t a, unsigned lowest, unsigned width);

/* A with WIDTH bits, which are as many as A's or more. */
uint32_t term_extend(struct terms *terms, uint32_t a, unsigned width, bool is_signed);

#endif
