/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/html.h"

#include <inttypes.h>
#include <string.h>

#include "common/print.h"
#include "common/utf8.h"
#include "common/visible.h"

/* Adds a character that is shown, of LENGTH bytes at TEXT. */
static void add_shown(struct strbuf *html, const char *text, size_t length)
{
	switch (text[0]) {
	case '&': strbuf_adds(html, "&amp;"); break;
	case '<': strbuf_adds(html, "&lt;"); break;
	case '>': strbuf_adds(html, "&gt;"); break;
	case '"': strbuf_adds(html, "&quot;"); break;
	case '\'': strbuf_adds(html, "&#39;"); break;
	default: strbuf_add(html, text, length);
	}
}

void html_add(struct strbuf *html, const char *text, size_t size)
{
	size_t length;
	uint32_t c;

	for (size_t i = 0; i < size; i += length) {
		length = utf8_decode(text + i, size - i, &c);
		if (length == 1 && (c == UTF8_REPLACEMENT || c == '\r'))
			strbuf_addf(html, "<i>\\x%02x</i>", (unsigned char)text[i]);
		else if (c == '\n' || c == '\t' || !visible_is_hidden(c))
			add_shown(html, text + i, length);
		else if (c < 0x80)
			strbuf_addf(html, "<i>\\x%02" PRIx32 "</i>", c);
		else
			strbuf_addf(html, "<i>\\u%04" PRIx32 "</i>", c);
	}
}

void html_adds(struct strbuf *html, const char *text)
{
	html_add(html, text, strlen(text));
}

void html_add_plain(struct strbuf *html, const char *text)
{
	_cleanup_strbuf_ struct strbuf visible = { 0 };

	visible_add(&visible, text, strlen(text));
	html_adds(html, strbuf_get(&visible));
}

void html_write(struct strbuf *html, FILE *out)
{
	print_exactly(out, strbuf_get(html), html->length);
	strbuf_truncate(html, 0);
}
