/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes in the making: numbers in LEB128, as remt/ir.h says. */
#ifndef PLUGIN_IR_STREAM_H
#define PLUGIN_IR_STREAM_H

#include "plugin/base/gcc.h"

struct stream {
	auto_vec<char, 64> bytes;

	void raw(const void *from, size_t length)
	{
		unsigned at = bytes.length();

		if (!length)
			return;
		bytes.safe_grow(at + length);
		memcpy(bytes.address() + at, from, length);
	}

	void number(unsigned HOST_WIDE_INT n)
	{
		for (; n >= 0x80; n >>= 7)
			bytes.safe_push((char)(n | 0x80));
		bytes.safe_push((char)n);
	}

	/* A number with a sign. */
	void difference(HOST_WIDE_INT n)
	{
		for (; n < -0x40 || n >= 0x40; n >>= 7)
			bytes.safe_push((char)(n | 0x80));
		bytes.safe_push((char)(n & 0x7f));
	}

	/* The length of OTHER, and its bytes. */
	void nested(const stream &other)
	{
		number(other.bytes.length());
		append(other);
	}

	void append(const stream &other)
	{
		raw(other.bytes.is_empty() ? NULL : &other.bytes[0], other.bytes.length());
	}
};

#endif
