/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Builds paths without stdio. END is the last byte of the buffer: what does not fit before it is cut
 * off, and the NUL may lie there.
 */
#ifndef RUNTIME_RT_TEXT_H
#define RUNTIME_RT_TEXT_H

#include <stdint.h>

/* Appends TEXT at AT; returns the new end. */
static inline char *rt_put_text(char *at, const char *end, const char *text)
{
	while (*text && at < end)
		*at++ = *text++;
	*at = 0;
	return at;
}

static inline char *rt_put_number(char *at, const char *end, uint32_t number)
{
	char digits[11];
	char *digit = digits + sizeof(digits) - 1;

	*digit = 0;
	do {
		*--digit = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	return rt_put_text(at, end, digit);
}

#endif
