/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/source_words.h"

#include <ctype.h>
#include <string.h>

bool source_words_is(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

const char *source_words_find(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
		if ((at == text || !source_words_is(at[-1])) && !source_words_is(at[length]))
			return at;
	}
	return NULL;
}

void source_words_rename(struct strbuf *ret, const char *text, const char *old, const char *new)
{
	const char *at;

	while ((at = source_words_find(text, old))) {
		strbuf_add(ret, text, (size_t)(at - text));
		strbuf_adds(ret, new);
		text = at + strlen(old);
	}
	strbuf_adds(ret, text);
}
