/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that grows; only its digest is kept in the end. */
#ifndef PLUGIN_TEXT_H
#define PLUGIN_TEXT_H

#include "gcc.h"

struct text {
	auto_vec<char, 256> bytes;

	void add(const char *piece, size_t length)
	{
		unsigned at = bytes.length();

		bytes.safe_grow(at + length);
		memcpy(bytes.address() + at, piece, length);
	}

	void add(const char *piece)
	{
		add(piece, strlen(piece));
	}

	void add(char c)
	{
		bytes.safe_push(c);
	}

	/* In hexadecimal, with a mark that it ends. */
	void add_number(unsigned HOST_WIDE_INT n)
	{
		char digits[20], *p = digits + sizeof(digits);

		*--p = ' ';
		do
			*--p = "0123456789abcdef"[n % 16];
		while (n /= 16);
		add(p, digits + sizeof(digits) - p);
	}

	unsigned length() const
	{
		return bytes.length();
	}

	unsigned long long hash() const;
};

#endif
