/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the numbers of IR (remt/ir.h). Nothing is read beyond the end: a cursor that failed
 * stays failed and gives zeros, so that a reader may look at `is_bad` once at the end.
 */
#ifndef IR_CURSOR_H
#define IR_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
	const unsigned char *at, *end;
	bool is_bad;
};

static inline size_t cursor_left(const struct cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

static inline uint64_t cursor_fail(struct cursor *cursor)
{
	cursor->is_bad = true;
	cursor->at = cursor->end;
	return 0;
}

static inline uint64_t cursor_number(struct cursor *cursor)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64 && cursor->at < cursor->end; shift += 7) {
		unsigned char byte = *cursor->at++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return value;
	}
	return cursor_fail(cursor);
}

/* A number with a sign. */
static inline int64_t cursor_difference(struct cursor *cursor)
{
	uint64_t value = 0;

	for (unsigned shift = 0; shift < 64 && cursor->at < cursor->end;) {
		unsigned char byte = *cursor->at++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
		if (!(byte & 0x80)) {
			if (shift < 64 && (byte & 0x40))
				value |= ~UINT64_C(0) << shift;
			return (int64_t)value;
		}
	}
	return (int64_t)cursor_fail(cursor);
}

/* A number below LIMIT. */
static inline uint32_t cursor_below(struct cursor *cursor, uint64_t limit)
{
	uint64_t value = cursor_number(cursor);

	return (uint32_t)(value < limit && value <= UINT32_MAX ? value : cursor_fail(cursor));
}

/* An alignment in bytes: a power of two up to 2^28, as ELF's linkers take it. */
static inline uint32_t cursor_alignment(struct cursor *cursor)
{
	uint32_t value = cursor_below(cursor, (1u << 28) + 1);

	if (value & (value - 1) || !value)
		cursor_fail(cursor);
	return value ? value : 1;
}

/* How many things follow, each of which takes a byte at least. */
static inline uint32_t cursor_count(struct cursor *cursor)
{
	uint64_t value = cursor_number(cursor);

	return (uint32_t)(value <= cursor_left(cursor) && value < UINT32_MAX ? value
									     : cursor_fail(cursor));
}

/* LENGTH bytes, which belong to the IR; NULL: there are not as many. */
static inline const unsigned char *cursor_bytes(struct cursor *cursor, uint64_t length)
{
	const unsigned char *bytes = cursor->at;

	if (length > cursor_left(cursor)) {
		cursor_fail(cursor);
		return NULL;
	}
	cursor->at += length;
	return bytes;
}

#endif
