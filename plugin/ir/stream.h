/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes in the making: numbers in LEB128, as remt/ir.h says. */
#ifndef PLUGIN_IR_STREAM_H
#define PLUGIN_IR_STREAM_H

#include "plugin/base/text.h"

struct stream : text {
	void number(unsigned HOST_WIDE_INT n)
	{
		for (; n >= 0x80; n >>= 7)
			add((char)(n | 0x80));
		add((char)n);
	}

	/* A number with a sign. */
	void difference(HOST_WIDE_INT n)
	{
		for (; n < -0x40 || n >= 0x40; n >>= 7)
			add((char)(n | 0x80));
		add((char)(n & 0x7f));
	}

	void append(const stream &other)
	{
		if (other.length())
			add(&other.bytes[0], (size_t)other.length());
	}

	/* The length of OTHER, and its bytes. */
	void nested(const stream &other)
	{
		number(other.length());
		append(other);
	}
};

#endif
