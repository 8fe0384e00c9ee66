/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing text of which only the digest is kept in the end. */
#ifndef PLUGIN_BASE_TEXT_H
#define PLUGIN_BASE_TEXT_H

#include "plugin/base/gcc.h"

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

	/* Appends N in hexadecimal and a mark that ends it. */
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

/* The digests of a text_pair. */
struct text_hashes {
	unsigned long long exact, neutral;
};

/*
 * A text in two forms: exact, and neutral, which is the text that a build in another directory
 * would give (origin.h). The neutral form is stored only from the first difference on.
 */
struct text_pair {
	text exact;
	text other; /* the neutral form; empty unless is_parted, when both forms are still equal */
	bool is_parted = false;

	template <typename... T> void add(T... piece)
	{
		exact.add(piece...);
		if (is_parted)
			other.add(piece...);
	}

	void add_number(unsigned HOST_WIDE_INT n)
	{
		exact.add_number(n);
		if (is_parted)
			other.add_number(n);
	}

	/*
	 * Returns the neutral form to append to it alone. Later additions to the pair go to both.
	 */
	text *part()
	{
		if (!is_parted)
			other.add(exact.length() ? exact.bytes.address() : "", exact.length());
		is_parted = true;
		return &other;
	}

	/* Stands for what this release of the plugin can't read, called NAME: no other compilation has
	 * the same text, so that nobody takes two such things for equal. */
	void add_unknown(const char *name);

	void add_hashes(const text_hashes &h)
	{
		if (h.exact != h.neutral)
			part();
		exact.add_number(h.exact);
		if (is_parted)
			other.add_number(h.neutral);
	}

	bool is_empty() const
	{
		return !exact.length();
	}

	text_hashes hashes() const
	{
		unsigned long long hash = exact.hash();

		return { hash, is_parted ? other.hash() : hash };
	}
};

#endif
