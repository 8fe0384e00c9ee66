/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text from outside as content of an HTML page: whatever it holds, a browser shows it and obeys none of
 * it. It also fits between double quotes of an attribute.
 */
#ifndef CMD_HTML_H
#define CMD_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "common/strbuf.h"

/*
 * Adds SIZE bytes of TEXT. Tabs and ends of lines stay; the other characters that common/visible.h hides,
 * and bytes that are no UTF-8, become escapes such as \x1b in an element <i>.
 */
void html_add(struct strbuf *html, const char *text, size_t size);
/* Adds a string, without elements: for titles. */
void html_add_plain(struct strbuf *html, const char *text);
/* As html_add(), of a string. */
void html_adds(struct strbuf *html, const char *text);

/* Writes what was added, and empties HTML. */
void html_write(struct strbuf *html, FILE *out);

#endif
