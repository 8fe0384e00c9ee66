/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/c_string.h"

#include <string.h>

/* Escapes with a letter, and their bytes. */
static const char letters[] = "abfnrtv\"\\'?", bytes_of[] = "\a\b\f\n\r\t\v\"\\'?";

static void add_byte(struct strbuf *text, unsigned char byte)
{
	const char *at = byte ? strchr(bytes_of, byte) : NULL;

	if (at && byte != '\'')
		strbuf_addf(text, "\\%c", letters[at - bytes_of]);
	else if (byte < ' ' || byte > '~')
		strbuf_addf(text, "\\%03o", byte);
	else
		strbuf_addc(text, (char)byte);
}

void c_string_add(struct strbuf *text, const char *bytes, size_t size)
{
	strbuf_addc(text, '"');
	for (size_t i = 0; i < size; i++)
		add_byte(text, (unsigned char)bytes[i]);
	strbuf_addc(text, '"');
}

static int digit_of(char c, unsigned base)
{
	static const char digits[] = "0123456789abcdefABCDEF";
	const char *at = c ? strchr(digits, c) : NULL;
	int value = at ? (int)(at - digits) : 16;

	if (at && value > 15)
		value -= 6;
	return value < (int)base ? value : -1;
}

/* Reads at most MAX digits at TEXT; NULL: there are none, or the number is no byte. */
static const char *read_number(const char *text, unsigned base, unsigned max, struct strbuf *ret)
{
	unsigned value = 0, number = 0;

	for (; number < max && digit_of(*text, base) >= 0 && value < 256; number++)
		value = value * base + (unsigned)digit_of(*text++, base);
	if (!number || value > 255)
		return NULL;
	strbuf_addc(ret, (char)value);
	return text;
}

/* Reads what stands behind a backslash. */
static const char *read_escape(const char *text, struct strbuf *ret)
{
	const char *at = *text ? strchr(letters, *text) : NULL;

	if (at) {
		strbuf_addc(ret, bytes_of[at - letters]);
		return text + 1;
	}
	if (*text == 'x')
		return read_number(text + 1, 16, ~0u, ret);
	return read_number(text, 8, 3, ret);
}

const char *c_string_read(const char *text, struct strbuf *ret)
{
	if (*text++ != '"')
		return NULL;
	while (text && *text != '"') {
		if (!*text || *text == '\n')
			return NULL;
		if (*text == '\\')
			text = read_escape(text + 1, ret);
		else
			strbuf_addc(ret, *text++);
	}
	return text ? text + 1 : NULL;
}
