/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replaces characters that a terminal or a service would obey by escapes (common/visible.h),
 * character by character from a table of hidden ranges. Characters that take no column, or two, are
 * not known: each counts as one.
 */
#include "common/visible.h"

#include <inttypes.h>
#include <string.h>

#include "common/attr.h"
#include "common/utf8.h"

bool visible_is_hidden(uint32_t character)
{
	static const struct {
		uint32_t first, last;
	} hidden[] = {
		{ 0, 0x1f },	    /* C0 */
		{ 0x7f, 0x9f },	    /* DEL, C1 */
		{ 0x61c, 0x61c },   /* mark of direction: ALM */
		{ 0x200e, 0x200f }, /* marks of direction: LRM, RLM */
		{ 0x2028, 0x202e }, /* separators of lines and paragraphs, overrides of direction */
		{ 0x2066, 0x2069 }, /* isolates of direction */
	};

	for (size_t i = 0; i < ARRAY_SIZE(hidden); i++) {
		if (character >= hidden[i].first && character <= hidden[i].last)
			return true;
	}
	return false;
}

/* "##[error]", "##vso[…]", "##teamcity[…]" */
bool visible_is_command(const char *text, size_t size)
{
	size_t i = 2;

	if (size < 3 || text[0] != '#' || text[1] != '#')
		return false;
	while (i < size && text[i] >= 'a' && text[i] <= 'z')
		i++;
	return i < size && text[i] == '[';
}

static void add_byte(struct strbuf *buffer, char byte)
{
	strbuf_addf(buffer, "\\x%02x", (unsigned char)byte);
}

static void add_hidden(struct strbuf *buffer, uint32_t character)
{
	if (character == '\n')
		strbuf_adds(buffer, "\\n");
	else if (character == '\r')
		strbuf_adds(buffer, "\\r");
	else if (character == '\t')
		strbuf_adds(buffer, "\\t");
	else if (character < 0x80)
		add_byte(buffer, (char)character);
	else
		strbuf_addf(buffer, "\\u%04" PRIx32, character);
}

/* True for what services skip at the beginning of a line. */
static bool is_blank(uint32_t c)
{
	return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
	       c == 0x202f || c == 0x205f || c == 0x3000;
}

/*
 * Adds the character at TEXT, of SIZE bytes, and returns its length. KEPT are hidden characters that stay. *IS_BEGIN: only
 * blanks of the line were in front of it.
 */
static size_t add_character(struct strbuf *buffer, const char *text, size_t size, bool *is_begin,
			    const char *kept)
{
	bool is_mark = *is_begin && size > 1 && memcmp(text, "::", 2) == 0;
	uint32_t c;
	size_t length = utf8_decode(text, size, &c);

	*is_begin = *is_begin && is_blank(c);
	if (is_mark || visible_is_command(text, size) || (length == 1 && c == UTF8_REPLACEMENT))
		add_byte(buffer, text[0]);
	else if (visible_is_hidden(c) && !(c && c < 0x80 && strchr(kept, (int)c)))
		add_hidden(buffer, c);
	else
		strbuf_add(buffer, text, length);
	return length;
}

/* Adds one line or a part of one. */
static void add_line(struct strbuf *buffer, const char *text, size_t size, const char *kept)
{
	bool is_begin = true;

	for (size_t i = 0; i < size;)
		i += add_character(buffer, text + i, size - i, &is_begin, kept);
}

void visible_add(struct strbuf *buffer, const char *text, size_t size)
{
	add_line(buffer, text, size, "");
}

void visible_add_lines(struct strbuf *buffer, const char *text, size_t size)
{
	while (size) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) + 1 : size;

		add_line(buffer, text, length, "\n\t");
		text += length;
		size -= length;
	}
}

bool visible_is_plain(const char *text)
{
	_cleanup_strbuf_ struct strbuf visible = { 0 };

	visible_add(&visible, text, strlen(text));
	return strcmp(strbuf_get(&visible), text) == 0;
}

bool visible_is_text(const char *text, size_t size, const char *kept)
{
	size_t length;
	uint32_t c;

	for (size_t i = 0; i < size; i += length) {
		length = utf8_decode(text + i, size - i, &c);
		if ((length == 1 && c == UTF8_REPLACEMENT) ||
		    (visible_is_hidden(c) && !(c && c < 0x80 && strchr(kept, (int)c))))
			return false;
	}
	return true;
}

void visible_add_quoted(struct strbuf *buffer, const char *text, char quote)
{
	size_t size = strlen(text), length;
	uint32_t c;

	strbuf_addc(buffer, quote);
	for (size_t i = 0; i < size; i += length) {
		length = utf8_decode(text + i, size - i, &c);
		if (c == '\n' || c == '\r' || c == '\t')
			add_hidden(buffer, c);
		else if (c == '\\' || c == (unsigned char)quote)
			strbuf_addf(buffer, "\\%c", text[i]);
		else if (visible_is_hidden(c) || (length == 1 && c == UTF8_REPLACEMENT))
			for (size_t k = i; k < i + length; k++)
				strbuf_addf(buffer, "\\%03o", (unsigned char)text[k]);
		else
			strbuf_add(buffer, text + i, length);
	}
	strbuf_addc(buffer, quote);
}

/* Returns the columns of what was escaped. */
static size_t count_columns(const struct strbuf *visible)
{
	size_t columns = 0;

	for (size_t i = 0; i < visible->length; i++)
		columns += (visible->data[i] & 0xc0) != 0x80;
	return columns;
}

int visible_width(const char *text)
{
	_cleanup_strbuf_ struct strbuf visible = { 0 };

	visible_add(&visible, text, strlen(text));
	return (int)count_columns(&visible);
}

size_t visible_fit(const char *text, size_t size, size_t columns)
{
	_cleanup_strbuf_ struct strbuf visible = { 0 };
	bool is_begin = true;
	size_t i = 0;

	while (i < size) {
		size_t length = add_character(&visible, text + i, size - i, &is_begin, "");

		if (count_columns(&visible) > columns)
			break;
		columns -= count_columns(&visible);
		strbuf_truncate(&visible, 0);
		i += length;
	}
	return i;
}
