/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/utf8.h"

/*
 * Takes well-formed sequences only (Unicode, table 3-7): the range of the second byte depends on
 * the first.
 */
size_t utf8_decode(const char *text, size_t size, uint32_t *ret)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf;
	size_t length;
	uint32_t c;

	*ret = UTF8_REPLACEMENT;
	if (p[0] < 0x80) {
		*ret = p[0];
		return 1;
	}
	if (p[0] >= 0xc2 && p[0] <= 0xdf) {
		length = 2;
		c = p[0] & 0x1f;
	} else if (p[0] >= 0xe0 && p[0] <= 0xef) {
		length = 3;
		c = p[0] & 0x0f;
		low = p[0] == 0xe0 ? 0xa0 : 0x80;
		high = p[0] == 0xed ? 0x9f : 0xbf;
	} else if (p[0] >= 0xf0 && p[0] <= 0xf4) {
		length = 4;
		c = p[0] & 0x07;
		low = p[0] == 0xf0 ? 0x90 : 0x80;
		high = p[0] == 0xf4 ? 0x8f : 0xbf;
	} else {
		return 1;
	}
	if (length > size)
		return 1;
	for (size_t i = 1; i < length; i++) {
		if (p[i] < low || p[i] > high)
			return 1;
		c = c << 6 | (p[i] & 0x3f);
		low = 0x80;
		high = 0xbf;
	}
	*ret = c;
	return length;
}

void utf8_add(struct strbuf *buffer, const char *text, size_t size)
{
	size_t length;
	uint32_t c;

	for (size_t i = 0; i < size; i += length) {
		length = utf8_decode(text + i, size - i, &c);
		if (length == 1 && c == UTF8_REPLACEMENT)
			strbuf_adds(buffer, "\xef\xbf\xbd");
		else
			strbuf_add(buffer, text + i, length);
	}
}
