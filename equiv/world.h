/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What both sides of a proof, original and mutant, have in common: terms, unknowns and states. All three are kept
 * once: what was made of the same things is the same number. So two sides that did the same have the same states, and
 * a read of the same memory at the same address gives the same unknown.
 *
 * An unknown is an input of terms: nothing is known of it, and each value is possible. Where a result is not computed
 * (floating point, calls, memory that was there before), it is an unknown that is named by how it came about. That two
 * different unknowns may in truth be related makes proofs fail, and none succeed.
 *
 * A state is memory, or what was done so far that others may notice (the deeds: calls, accesses of volatile variables,
 * and what may end the program). It is the state before and one step more.
 */
#ifndef EQUIV_WORLD_H
#define EQUIV_WORLD_H

#include "common/arena.h"
#include "common/slots.h"
#include "common/vec.h"
#include "ir/function.h"
#include "term/term.h"

enum state_kind {
	STATE_START,  /* what there was before the region */
	STATE_STORED, /* terms: address, value; fixed: bytes */
	STATE_EITHER, /* terms: condition; `before` if it holds, else `other` */
	STATE_CALLED, /* memory after the call that is the last deed of `other` */
	STATE_CALL,   /* a deed; `other` is memory before; terms: callee and arguments */
	STATE_ACCESS, /* a deed that may fault; terms: address; fixed: bytes, is a write */
	STATE_VOLATILE, /* a deed; terms: address, and the value of a write; fixed: bytes, is a write */
	STATE_DIVISION, /* a deed: the program ends by SIGFPE */
};

#define MAX_STATE_FIXED 4
#define MAX_STATE_TERMS 24

struct state {
	enum state_kind kind;
	uint32_t before, other; /* states; 0: none */
	uint32_t nr_fixed, nr_terms;
	const uint64_t *fixed; /* differ in no two states that can be the same */
	const uint32_t *terms;
	const struct ir_place *place; /* STORED: that was written; else NULL */
	const struct ir_call *call;   /* CALL, CALLED; else NULL */
};

struct unknown {
	uint32_t first_input; /* the lowest byte */
	uint8_t width;	      /* bits */
	uint32_t value;	      /* of the function, whose it is; UINT32_MAX: none */
};

/* What was made of some words. */
struct world_key {
	const uint64_t *words;
	size_t count;
	uint32_t number; /* of the state or unknown, or what world_keep() was given */
	uint32_t next;	 /* index of another key with this hash; SLOTS_NONE: there is none */
};

struct world {
	struct terms terms;
	struct arena memory;
	VEC(struct state) states; /* [0] is none, [1] START */
	VEC(struct unknown) unknowns;
	struct slots by_key; /* states and unknowns, by a hash of what they were made of */
	VEC(struct world_key) keys;
	uint32_t nr_inputs;
	uint32_t nr_fresh; /* unknowns that are like no other */
	size_t max_size; /* terms and states; what is asked of more is answered carelessly, but not wrongly */
};

/* What an unknown is named by. */
enum unknown_kind {
	UNKNOWN_VALUE,	 /* of the function, from before the region: its index */
	UNKNOWN_ADDRESS, /* of a variable: base, index */
	UNKNOWN_LOAD,	 /* state, address, bytes */
	UNKNOWN_RESULT,	 /* of an operation that is not computed: operation, types, operands */
	UNKNOWN_DEED,	 /* that a deed returns: its state */
	UNKNOWN_NUMBER,	 /* over 64 bits: its words */
	UNKNOWN_FRESH,	 /* like no other */
};

#define STATE_NONE  0u
#define STATE_FIRST 1u

void world_init(struct world *world, size_t max_size);
void world_deinit(struct world *world);

/* Returns a term of WIDTH bits: the unknown of that kind and those NUMBER WORDS. */
uint32_t world_unknown(struct world *world, unsigned width, enum unknown_kind kind,
		       const uint64_t *words, size_t number);

/* Returns the number of STATE, whose arrays are copied. */
uint32_t world_state(struct world *world, const struct state *state);

static inline const struct state *world_get(const struct world *world, uint32_t state)
{
	return &world->states.items[state];
}

/* Returns the state that is YES if the term CONDITION holds, else NO. */
uint32_t world_either(struct world *world, uint32_t condition, uint32_t yes, uint32_t no);

/* Keeps NUMBER for the COUNT WORDS, the first of which is an enum world_memo; world_recall() gives it back. */
enum world_memo { MEMO_UNKNOWN = 1, MEMO_STATE, MEMO_LOAD, MEMO_DIFFERENCE, MEMO_OUTSIDE };
void world_keep(struct world *world, const uint64_t *words, size_t count, uint32_t number);
bool world_recall(const struct world *world, const uint64_t *words, size_t count, uint32_t *ret);

/* Conditions; they know that a condition and its opposite leave nothing. */
uint32_t world_and(struct world *world, uint32_t a, uint32_t b);
uint32_t world_or(struct world *world, uint32_t a, uint32_t b);
uint32_t world_truth(struct world *world, bool is_true);
uint32_t world_differ(struct world *world, uint32_t a, uint32_t b);
bool world_is(const struct world *world, uint32_t condition, bool is_true);

/* True if both sides have made more terms and states than they may. */
bool world_is_full(const struct world *world);

#endif
