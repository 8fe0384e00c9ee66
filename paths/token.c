/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/token.h"

#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Bytes of names; those that are not ASCII belong to characters of several bytes. */
static bool is_of_name(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       (unsigned char)c >= 0x80;
}

/* Numbers as C spells them: 1e-5 and 0x1F are one. */
static bool is_of_number(const char *text, size_t i)
{
	if (text[i] == '+' || text[i] == '-')
		return text[i - 1] == 'e' || text[i - 1] == 'E';
	return is_of_name(text[i]) || text[i] == '.';
}

static size_t end_of(const char *text, size_t size, size_t at)
{
	size_t end = at + 1;

	if (is_digit(text[at])) {
		while (end < size && is_of_number(text, end))
			end++;
	} else if (is_of_name(text[at])) {
		while (end < size && is_of_name(text[end]))
			end++;
	} else if (token_is_blank(text[at])) {
		while (end < size && token_is_blank(text[end]))
			end++;
	}
	return end;
}

void tokens_find(const char *text, size_t size, struct tokens *ret)
{
	ret->items.count = 0;
	for (size_t at = 0; at < size;) {
		size_t end = end_of(text, size, at);

		vec_push(&ret->items, ((struct token){ at, end - at }));
		at = end;
	}
}

void tokens_deinit(struct tokens *tokens)
{
	vec_deinit(&tokens->items);
}
