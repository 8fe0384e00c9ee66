/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/source/seam.h"

/* How many characters on each side of a seam decide whether two tokens are read as one. */
enum { REACH = 3 };

/* True if the token FIRST is read otherwise when REST follows it. */
static bool pastes(const char *first, size_t size, const char *rest, const char *end)
{
	size_t more = MIN((size_t)(end - rest), (size_t)REACH);
	char *text = xasprintf("%.*s%.*s", (int)size, first, (int)more, rest);
	const char *stop;
	bool opens_comment = size == 1 && *first == '/' && more && (*rest == '/' || *rest == '*');

	token_scan(text, text + size + more, &stop);
	bool result = opens_comment || stop != text + size;

	free(text);
	return result;
}

/*
 * Finds the last token of TEXT. False: TEXT ends in nothing that could become one token with what
 * follows.
 */
static bool find_last(const char *text, const char **token, size_t *size)
{
	const char *end = text + strlen(text), *stop;

	if (text == end || end[-1] == ')' || end[-1] == ';' || ISSPACE(end[-1]))
		return false;
	for (; text < end; text = stop) {
		stop = text + 1;
		if (ISSPACE(*text))
			continue;
		token_scan(text, end, &stop);
		*token = text;
		*size = stop - text;
	}
	return true;
}

static bool pastes_before(const extent *where, const char *text)
{
	const token &first = where->file->tokens[where->first];

	if (!where->first)
		return false;
	const token &before = where->file->tokens[where->first - 1];
	const char *end = before.text + before.length;

	return source_skip_joints(where->file, end) == first.text &&
	       pastes(before.text, before.length, text, text + strlen(text));
}

static bool pastes_behind(const extent *where, const char *text)
{
	const token &last = where->file->tokens[where->last];
	const char *rest = source_skip_joints(where->file, last.text + last.length), *token = NULL;
	size_t size = 0;

	return find_last(text, &token, &size) &&
	       pastes(token, size, rest, where->file->text + where->file->size);
}

char *seam_close(const extent *where, char *text)
{
	bool before = pastes_before(where, text), behind = pastes_behind(where, text);
	char *closed;

	if (!before && !behind)
		return text;
	closed = xasprintf("%s%s%s", before ? " " : "", text, behind ? " " : "");
	free(text);
	return closed;
}

bool seam_is_whole(const extent *where)
{
	static const char *const opening[] = { "if", "ifdef", "ifndef" };
	static const char *const middle[] = { "else", "elif", "elifdef", "elifndef" };
	int depth = 0;

	for (int i = where->first; i < where->last; i++) {
		const token &t = where->file->tokens[i], &name = where->file->tokens[i + 1];

		if (!t.directive || !token_is(t, "#"))
			continue;
		for (const char *word : opening)
			depth += token_is(name, word);
		for (const char *word : middle)
			if (token_is(name, word) && !depth)
				return false;
		if (token_is(name, "endif") && depth-- == 0)
			return false;
	}
	return !depth;
}
