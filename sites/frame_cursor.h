/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads bytes of a section one after the other, as .eh_frame and .gcc_except_table code them (Linux
 * Standard Base, "Exception Frames"). Reading beyond the end gives 0, and is_over tells of it.
 */
#ifndef SITES_FRAME_CURSOR_H
#define SITES_FRAME_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
	const uint8_t *at, *end;
	uint64_t address; /* of the byte at AT */
	bool is_over;	  /* reading went beyond the end, or met something unknown */
};

enum { CURSOR_CODED_NOT = 0xff }; /* DW_EH_PE_omit: the number is not there */

/* Reads a number of SIZE bytes, at most 8. */
uint64_t cursor_read_bytes(struct cursor *cursor, size_t size);
uint64_t cursor_read_uleb(struct cursor *cursor);
/* Reads a text with its 0. Returns NULL if it does not end. */
const char *cursor_read_text(struct cursor *cursor);
/* Reads a number of the form that CODED says (DW_EH_PE_…), and does not add its place. */
uint64_t cursor_read_form(struct cursor *cursor, uint8_t coded);
/*
 * Reads a number that is coded as CODED says and may be relative to its place. A pointer to the
 * number is not followed.
 */
uint64_t cursor_read_coded(struct cursor *cursor, uint8_t coded);

#endif
