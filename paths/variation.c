/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/variation.h"

#include <string.h>

#include "common/random.h"

enum {
	MAX_CHANGES = 4,
	MAX_PIECE = 16, /* bytes */
	MAX_STEP = 4,	/* to a neighbour of a byte's value */
};

/* Bytes that programs which read text ask for. */
static const char marks[] = "\n\t 0123456789aAzZ\"'`\\/()[]{}<>=+-*%&|^!?.,;:_#@$~";

/* A piece of the inputs. */
struct piece {
	uint32_t at, size;
};

static uint32_t pick(uint64_t *state, uint32_t limit)
{
	return (uint32_t)random_pick(state, limit);
}

/* Returns a piece within NUMBER inputs, of LIMIT bytes at most. */
static struct piece pick_piece(uint64_t *state, uint32_t number, uint32_t limit)
{
	uint32_t at = pick(state, number), room = number - at;

	return (struct piece){ at, 1 + pick(state, room < limit ? room : limit) };
}

static unsigned char pick_byte(const struct variation *variation, uint64_t *state,
			       unsigned char now)
{
	switch (pick(state, 6)) {
	case 0: return (unsigned char)(now + 1 + pick(state, MAX_STEP));
	case 1: return (unsigned char)(now - 1 - pick(state, MAX_STEP));
	case 2: return (unsigned char)(now ^ 1u << pick(state, 8));
	case 3: return (unsigned char)pick(state, 256);
	case 4: return variation->other[pick(state, variation->nr_inputs)];
	default: return (unsigned char)marks[pick(state, sizeof(marks) - 1)];
	}
}

/* Moves bytes from AT on by one place to the left or right, up to the end of a piece; one byte is lost. */
static void shift(uint64_t *state, struct piece piece, unsigned char *inputs)
{
	unsigned char *first = inputs + piece.at;

	if (piece.size < 2)
		return;
	if (pick(state, 2))
		memmove(first + 1, first, piece.size - 1);
	else
		memmove(first, first + 1, piece.size - 1);
}

static void change(const struct variation *variation, uint64_t *state, unsigned char *ret)
{
	uint32_t number = variation->nr_inputs;
	struct piece piece = pick_piece(state, number, MAX_PIECE);
	uint32_t from = pick(state, number - piece.size + 1);

	switch (pick(state, 8)) {
	case 0: memcpy(ret + piece.at, variation->other + piece.at, piece.size); break;
	case 1: memcpy(ret + piece.at, variation->other + from, piece.size); break;
	case 2: memmove(ret + piece.at, ret + from, piece.size); break;
	case 3: memset(ret + piece.at, ret[piece.at], piece.size); break;
	case 4: shift(state, pick_piece(state, number, number), ret); break;
	default: ret[piece.at] = pick_byte(variation, state, ret[piece.at]); break;
	}
}

void variation_make(const struct variation *variation, uint64_t *state, unsigned char *ret)
{
	memcpy(ret, variation->from, variation->nr_inputs);
	for (uint32_t i = 1 + pick(state, MAX_CHANGES); i; i--)
		change(variation, state, ret);
	for (uint32_t i = 0; i < variation->nr_arguments; i++) {
		if (!ret[i])
			ret[i] = variation->from[i];
	}
}
