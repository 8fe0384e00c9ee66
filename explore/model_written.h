/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the library writes into memory of the program: bytes that are known before they are there. */
#ifndef EXPLORE_MODEL_WRITTEN_H
#define EXPLORE_MODEL_WRITTEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/vec.h"

struct written_byte {
	uint32_t term; /* of 8 bits; 0: it is no input's */
	char value;
};

struct written {
	VEC(struct written_byte) bytes;
};

/* An integer that a conversion of printf()'s makes text of. */
struct number {
	uint32_t term;
	unsigned bits;
	bool is_signed;
	unsigned base;
	bool is_upper;	/* digits above 9 */
	bool has_zero;	/* 0 looks unlike other numbers of one digit */
	uint64_t value; /* in this run, with BITS bits */
};

struct sink;

/*
 * Adds NUMBER to what SINK has for memory. TEXT is what it is in this run, of SIZE bytes without spaces at the end.
 * Its sign and how many digits it has are decided by the path.
 */
void written_number(struct sink *sink, const struct number *number, const char *text, size_t size);

/*
 * Notes the first SIZE bytes, which are at AT by now. What is there is something else: the path says that it was not
 * told.
 */
void written_note(const struct written *written, const char *at, size_t size);

#endif
