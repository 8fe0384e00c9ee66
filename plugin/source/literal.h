/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numeric and character literals as the source spells them. */
#ifndef PLUGIN_SOURCE_LITERAL_H
#define PLUGIN_SOURCE_LITERAL_H

#include "plugin/source/extent.h"

struct literal {
	bool is_float;
	bool is_character;
	bool negative;		      /* a minus sign stands before the literal */
	unsigned HOST_WIDE_INT value; /* magnitude of an integer or character, without the sign */
	bool is_unsigned, is_long;    /* type of an integer by C's rules for its suffix and size */
	/* suffix that a constant of the same type needs: "", "u", "L", "UL", "f" … */
	const char *suffix;
};

/*
 * Reads the extent as one literal, perhaps with a minus sign and in parentheses. False: it is
 * something else.
 */
bool literal_read(const extent *ext, literal *ret);

/* Adds OFFSET to an integer literal, in the literal's own type. */
HOST_WIDE_INT literal_value(const literal *lit, HOST_WIDE_INT offset);

#endif
