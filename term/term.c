/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "term/term.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "term/compute.h"
#include "term/simplify.h"

#define FIRST_CAPACITY 1024
#define FIRST_SLOTS    (2 * FIRST_CAPACITY) /* a power of two */

void terms_init_at(struct terms *terms, struct term *items, uint32_t capacity)
{
	*terms = (struct terms){
		.items = items,
		.count = 1,
		.capacity = capacity,
		.nr_slots = FIRST_SLOTS,
		.is_borrowed = true,
	};
	terms->slots = xcalloc(terms->nr_slots, sizeof(*terms->slots));
}

void terms_init(struct terms *terms)
{
	terms_init_at(terms, xcalloc(FIRST_CAPACITY, sizeof(*terms->items)), FIRST_CAPACITY);
	terms->is_borrowed = false;
}

void terms_deinit(struct terms *terms)
{
	if (!terms->is_borrowed)
		free(terms->items);
	free(terms->slots);
	*terms = (struct terms){ 0 };
}

unsigned term_arity(enum term_operation operation)
{
	static const unsigned char arities[] = {
#define ARITY(name, arity) arity,
		TERM_OPERATIONS(ARITY)
#undef ARITY
	};

	return arities[operation];
}

static uint32_t hash_of(const struct term *term)
{
	uint64_t hash = term->number * UINT64_C(0x9e3779b97f4a7c15);

	hash ^= ((uint64_t)term->a << 32 | term->b) * UINT64_C(0xc2b2ae3d27d4eb4f);
	hash ^= ((uint64_t)term->c << 16 | term->operation << 8 | term->width) *
		UINT64_C(0x165667b19e3779f9);
	return (uint32_t)(hash >> 32 ^ hash);
}

static bool is_same(const struct term *x, const struct term *y)
{
	return x->operation == y->operation && x->width == y->width && x->a == y->a &&
	       x->b == y->b && x->c == y->c && x->number == y->number;
}

/* Returns the slot that has TERM, or the free one where it belongs. */
static uint32_t *find_slot(const struct terms *terms, const struct term *term)
{
	uint32_t at = hash_of(term);

	for (;; at++) {
		uint32_t *slot = &terms->slots[at & (terms->nr_slots - 1)];

		if (!*slot || is_same(&terms->items[*slot], term))
			return slot;
	}
}

static void grow(struct terms *terms)
{
	if (terms->is_borrowed)
		abort();
	terms->capacity *= 2;
	terms->items = xreallocarray(terms->items, terms->capacity, sizeof(*terms->items));
}

/* Of a table for the whole capacity a few items would touch all pages. */
static void grow_slots(struct terms *terms)
{
	free(terms->slots);
	terms->nr_slots *= 2;
	terms->slots = xcalloc(terms->nr_slots, sizeof(*terms->slots));
	for (uint32_t i = 1; i < terms->count; i++)
		*find_slot(terms, &terms->items[i]) = i;
}

uint32_t term_intern(struct terms *terms, struct term term)
{
	uint32_t *slot;

	if (terms->count == terms->capacity)
		grow(terms);
	if (terms->count > terms->nr_slots / 2)
		grow_slots(terms);
	slot = find_slot(terms, &term);
	if (!*slot) {
		*slot = terms->count;
		terms->items[terms->count++] = term;
	}
	return *slot;
}

bool term_is_constant(const struct terms *terms, uint32_t term, uint64_t *number)
{
	*number = terms->items[term].number;
	return terms->items[term].operation == TERM_CONSTANT;
}

uint32_t term_constant(struct terms *terms, uint64_t number, unsigned width)
{
	return term_intern(terms, (struct term){ .operation = TERM_CONSTANT,
						 .width = (uint8_t)width,
						 .number = term_mask(number, width) });
}

uint32_t term_input(struct terms *terms, uint32_t index)
{
	return term_intern(terms,
			   (struct term){ .operation = TERM_INPUT, .width = 8, .number = index });
}

/* Interns TERM, or something simpler that equals it. */
static uint32_t make(struct terms *terms, struct term term)
{
	uint32_t simple = simplify(terms, &term);

	return simple ? simple : term_intern(terms, term);
}

static unsigned width_of(const struct terms *terms, uint32_t term)
{
	return terms->items[term].width;
}

uint32_t term_not(struct terms *terms, uint32_t a)
{
	return make(terms, (struct term){ .operation = TERM_NOT,
					  .width = (uint8_t)width_of(terms, a),
					  .a = a });
}

uint32_t term_negate(struct terms *terms, uint32_t a)
{
	unsigned width = width_of(terms, a);

	return term_binary(terms, TERM_MULTIPLY, a, term_constant(terms, UINT64_MAX, width));
}

static bool is_comparison(enum term_operation operation)
{
	return operation == TERM_EQUAL || operation == TERM_LESS_UNSIGNED ||
	       operation == TERM_LESS_SIGNED;
}

static bool is_commutative(enum term_operation operation)
{
	return operation == TERM_ADD || operation == TERM_MULTIPLY || operation == TERM_AND ||
	       operation == TERM_OR || operation == TERM_XOR || operation == TERM_EQUAL;
}

uint32_t term_binary(struct terms *terms, enum term_operation operation, uint32_t a, uint32_t b)
{
	unsigned width = is_comparison(operation) ? 1 : width_of(terms, a);
	uint64_t number;

	/* A constant is the second operand, else the older term the first. */
	if (is_commutative(operation) && !term_is_constant(terms, b, &number) &&
	    (term_is_constant(terms, a, &number) || a > b)) {
		uint32_t other = a;

		a = b;
		b = other;
	}
	return make(terms, (struct term){ .operation = (uint8_t)operation,
					  .width = (uint8_t)width,
					  .a = a,
					  .b = b });
}

uint32_t term_subtract(struct terms *terms, uint32_t a, uint32_t b)
{
	return term_binary(terms, TERM_ADD, a, term_negate(terms, b));
}

uint32_t term_choose(struct terms *terms, uint32_t condition, uint32_t yes, uint32_t no)
{
	return make(terms, (struct term){ .operation = TERM_CHOOSE,
					  .width = (uint8_t)width_of(terms, yes),
					  .a = condition,
					  .b = yes,
					  .c = no });
}

uint32_t term_concatenate(struct terms *terms, uint32_t high, uint32_t low)
{
	return make(terms,
		    (struct term){ .operation = TERM_CONCATENATE,
				   .width = (uint8_t)(width_of(terms, high) + width_of(terms, low)),
				   .a = high,
				   .b = low });
}

uint32_t term_extract(struct terms *terms, uint32_t a, unsigned lowest, unsigned width)
{
	return make(terms, (struct term){ .operation = TERM_EXTRACT,
					  .width = (uint8_t)width,
					  .a = a,
					  .number = lowest });
}

uint32_t term_extend(struct terms *terms, uint32_t a, unsigned width, bool is_signed)
{
	return make(terms,
		    (struct term){ .operation = is_signed ? TERM_EXTEND_SIGN : TERM_EXTEND_ZERO,
				   .width = (uint8_t)width,
				   .a = a });
}
