/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sites/frame_cursor.h"

#include <string.h>

enum { /* how a number is coded (DW_EH_PE_…) */
       CODED_FORM = 0x0f,
       CODED_ULEB128 = 0x01,
       CODED_DATA2 = 0x02,
       CODED_DATA4 = 0x03,
       CODED_DATA8 = 0x04,
       CODED_SIGNED = 0x08,
       CODED_RELATIVE_TO = 0x70,
       CODED_RELATIVE_HERE = 0x10,
};

uint64_t cursor_read_bytes(struct cursor *cursor, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(cursor->end - cursor->at) < size) {
		cursor->is_over = true;
		return 0;
	}
	memcpy(&value, cursor->at, size);
	cursor->at += size;
	cursor->address += size;
	return value;
}

uint64_t cursor_read_uleb(struct cursor *cursor)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = cursor_read_bytes(cursor, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80 && !cursor->is_over);
	return value;
}

const char *cursor_read_text(struct cursor *cursor)
{
	const uint8_t *text = cursor->at, *end = memchr(text, 0, (size_t)(cursor->end - text));

	if (!end) {
		cursor->is_over = true;
		return NULL;
	}
	cursor->address += (uint64_t)(end + 1 - text);
	cursor->at = end + 1;
	return (const char *)text;
}

static uint64_t extend(uint64_t value, size_t size)
{
	unsigned shift = 64 - 8 * (unsigned)size;

	return (uint64_t)((int64_t)(value << shift) >> shift);
}

uint64_t cursor_read_form(struct cursor *cursor, uint8_t coded)
{
	bool is_signed = coded & CODED_SIGNED;

	switch (coded & CODED_FORM & ~CODED_SIGNED) {
	case 0:
	case CODED_DATA8: return cursor_read_bytes(cursor, 8);
	case CODED_ULEB128: cursor->is_over |= is_signed; return cursor_read_uleb(cursor);
	case CODED_DATA2:
		return is_signed ? extend(cursor_read_bytes(cursor, 2), 2)
				 : cursor_read_bytes(cursor, 2);
	case CODED_DATA4:
		return is_signed ? extend(cursor_read_bytes(cursor, 4), 4)
				 : cursor_read_bytes(cursor, 4);
	default: cursor->is_over = true; return 0;
	}
}

uint64_t cursor_read_coded(struct cursor *cursor, uint8_t coded)
{
	uint64_t here = cursor->address, value = cursor_read_form(cursor, coded);

	if (!value)
		return 0;
	if ((coded & CODED_RELATIVE_TO) == CODED_RELATIVE_HERE)
		return value + here;
	cursor->is_over |= (coded & CODED_RELATIVE_TO) != 0;
	return value;
}
