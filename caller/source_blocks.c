/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/source_blocks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"

/* ---- what is no code */

/* Puts blanks in place of the characters from START to END of TEXT, but for ends of lines. */
static void blank(char *text, size_t start, size_t end)
{
	for (size_t i = start; i < end && text[i]; i++)
		text[i] = text[i] == '\n' ? '\n' : ' ';
}

/* Returns the end of the literal that begins at START. */
static size_t end_of_literal(const char *text, size_t start)
{
	size_t i = start + 1;

	while (text[i] && text[i] != text[start] && text[i] != '\n')
		i += text[i] == '\\' && text[i + 1] ? 2 : 1;
	return text[i] == text[start] ? i + 1 : i;
}

static size_t end_of_comment(const char *text, size_t start)
{
	const char *end = strstr(text + start + 2, "*/");

	return end ? (size_t)(end - text) + 2 : strlen(text);
}

/* Returns the end of the line that begins at START and goes on behind backslashes. */
static size_t end_of_line(const char *text, size_t start)
{
	size_t i = start;

	while (text[i] && (text[i] != '\n' || (i > start && text[i - 1] == '\\')))
		i++;
	return i;
}

static char *mask(const char *text)
{
	char *ret = xstrdup(text);
	bool is_begin = true; /* of a line */

	for (size_t i = 0, end; ret[i]; i = end) {
		end = i + 1;
		if (text[i] == '/' && text[i + 1] == '*')
			end = end_of_comment(text, i);
		else if (text[i] == '/' && text[i + 1] == '/')
			end = end_of_line(text, i);
		else if (text[i] == '"' || text[i] == '\'')
			end = end_of_literal(text, i);
		else if (text[i] == '#' && is_begin)
			end = end_of_line(text, i);
		is_begin = text[i] == '\n' ||
			   (is_begin && (end > i + 1 || isspace((unsigned char)text[i])));
		if (end > i + 1)
			blank(ret, i, end);
	}
	return ret;
}

/* ---- directives */

/* Returns what stands behind the # of a directive, or NULL. */
static const char *directive(const char *line)
{
	const char *c = line + strspn(line, " \t");

	return *c == '#' ? c + 1 + strspn(c + 1, " \t") : NULL;
}

char *source_blocks_included(const char *line)
{
	const char *word = directive(line), *name;

	if (!word || strncmp(word, "include", 7) != 0)
		return NULL;
	name = word + 7 + strspn(word + 7, " \t");
	if (*name != '<' && *name != '"')
		return NULL;
	return xstrndup(name + 1, strcspn(name + 1, ">\"\n"));
}

/* Finds the end of the last #include that no condition guards. Lines of MASKED that are not blank are no directives. */
static size_t find_includes(const char *text, const char *masked)
{
	size_t ret = 0;
	int depth = 0;

	for (size_t start = 0, end; text[start]; start = end) {
		const char *word = directive(text + start);
		_cleanup_free_ char *name = source_blocks_included(text + start);

		end = start + strcspn(text + start, "\n");
		end += text[end] == '\n';
		if (!word || masked[start + strspn(masked + start, " \t")] != '\n')
			continue;
		depth += strncmp(word, "if", 2) == 0;
		depth -= strncmp(word, "endif", 5) == 0;
		if (name && depth == 0)
			ret = end;
	}
	return ret;
}

/* ---- blocks */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns the end of the text before AT without blanks. */
static size_t trim(const char *masked, size_t start, size_t at)
{
	while (at > start && isspace((unsigned char)masked[at - 1]))
		at--;
	return at;
}

/* Returns where the word begins that ends at AT. */
static size_t word_begin(const char *masked, size_t start, size_t at)
{
	while (at > start && is_word(masked[at - 1]))
		at--;
	return at;
}

/* Returns the parenthesis that the one before END closes, or END. */
static size_t find_open(const char *masked, size_t start, size_t end)
{
	int depth = 0;

	for (size_t i = end; i-- > start;) {
		depth += masked[i] == ')';
		depth -= masked[i] == '(';
		if (depth == 0)
			return i;
	}
	return end;
}

/* True if the parameters between OPEN and CLOSE are none, or what a framework hands over: one pointer to a pointer. */
static bool is_simple(const char *masked, size_t open, size_t close)
{
	size_t first = open + 1 + strspn(masked + open + 1, " \t\n"),
	       last = trim(masked, first, close);
	_cleanup_free_ char *text = xstrndup(masked + first, last > first ? last - first : 0);

	return !*text || strcmp(text, "void") == 0 ||
	       (strncmp(text, "void", 4) == 0 && strstr(text, "**") && !strchr(text, ','));
}

/* Names BLOCK by its head, from START on, if it is a function, or a macro that makes one. */
static void name_block(const char *masked, size_t start, struct source_block *block)
{
	size_t close = trim(masked, start, block->open), open, end, begin;

	if (close == start || masked[close - 1] != ')')
		return;
	open = find_open(masked, start, close);
	if (open == close)
		return;
	end = trim(masked, start, open);
	begin = word_begin(masked, start, end);
	if (begin == end)
		return;
	block->is_simple = is_simple(masked, open, close - 1);
	if (trim(masked, start, begin) == start) {
		/* Nothing in front, as in TEST(name) { */
		begin = open + 1 + strspn(masked + open + 1, " \t\n");
		end = begin;
		while (is_word(masked[end]))
			end++;
		block->is_simple = block->is_macro = true;
	}
	if (end > begin)
		block->name = xstrndup(masked + begin, end - begin);
}

/* Returns what is behind a macro that ends a block, such as END_TEST: a line with one word in capitals; or START. */
static size_t skip_macro(const char *masked, size_t start)
{
	size_t begin = start + strspn(masked + start, " \t\n"),
	       end = begin + strspn(masked + begin, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");

	return end > begin && masked[end + strspn(masked + end, " \t\r")] == '\n' ? end : start;
}

static void find_blocks(struct source_blocks *blocks)
{
	const char *masked = blocks->masked;
	size_t start = 0; /* behind what ended last */
	int depth = 0;

	for (size_t i = 0; masked[i]; i++) {
		if (masked[i] == '{' && depth++ == 0) {
			struct source_block *block = vec_add(&blocks->items);

			*block = (struct source_block){ .start = start, .open = i, .end = i };
			name_block(masked, start, block);
		} else if (masked[i] == '}' && depth && --depth == 0) {
			blocks->items.items[blocks->items.count - 1].end = i;
			start = skip_macro(masked, i + 1);
		} else if (masked[i] == ';' && depth == 0) {
			start = i + 1;
		}
	}
}

/* Has blocks start with a line of their own, behind what stands before them and behind directives. */
static void find_starts(struct source_blocks *blocks, const char *text)
{
	for (size_t i = 0; i < blocks->items.count; i++) {
		struct source_block *block = &blocks->items.items[i];
		size_t start = block->start;

		if (start)
			start += strcspn(text + start, "\n");
		start += text[start] == '\n' && start;
		block->start = start < block->open ? start : block->open;
		/* Directives stay in front. */
		for (size_t at = start; at < block->open;) {
			size_t end = at + strcspn(text + at, "\n");

			end += text[end] == '\n';
			if (directive(text + at) && end <= block->open)
				block->start = end;
			at = end > at ? end : at + 1;
		}
	}
}

void source_blocks_init(struct source_blocks *blocks, const char *text)
{
	*blocks = (struct source_blocks){ .masked = mask(text) };
	blocks->includes_end = find_includes(text, blocks->masked);
	find_blocks(blocks);
	find_starts(blocks, text);
}

void source_blocks_deinit(struct source_blocks *blocks)
{
	for (size_t i = 0; i < blocks->items.count; i++)
		free(blocks->items.items[i].name);
	vec_deinit(&blocks->items);
	free(blocks->masked);
}
