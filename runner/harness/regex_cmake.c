/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/harness/regex_cmake.h"

#include <stdbool.h>
#include <string.h>

#include "common/strbuf.h"

static void add_literal(struct strbuf *text, char c)
{
	if (strchr(".[]\\()*+?{}|^$", c))
		strbuf_addc(text, '\\');
	strbuf_addc(text, c);
}

/* Copies the bracket expression at REGEX and returns what follows it. */
static const char *add_bracket(struct strbuf *text, const char *regex)
{
	bool has_open = false;
	const char *at = regex + 1;

	strbuf_addc(text, '[');
	if (*at == '^')
		strbuf_addc(text, *at++);
	if (*at == ']' || *at == '-')
		strbuf_addc(text, *at++);
	for (; *at && *at != ']'; at++) {
		/* POSIX gives "[:", "[." and "[=" a meaning, so a plain "[" is moved to the end. */
		if (*at == '[' && at[1] && strchr(":.=", at[1]))
			has_open = true;
		else
			strbuf_addc(text, *at);
	}
	if (has_open)
		strbuf_addc(text, '[');
	strbuf_addc(text, ']');
	return *at ? at + 1 : at;
}

char *regex_from_cmake(const char *regex)
{
	struct strbuf text = { 0 };

	while (*regex) {
		if (*regex == '[') {
			regex = add_bracket(&text, regex);
		} else if (*regex == '\\' && regex[1]) {
			add_literal(&text, regex[1]);
			regex += 2;
		} else if (*regex == '{' || *regex == '}' || *regex == '\\') {
			add_literal(&text, *regex++);
		} else {
			strbuf_addc(&text, *regex++);
		}
	}
	return strbuf_take(&text);
}
