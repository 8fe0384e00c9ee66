/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/source_blocks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/source_words.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* ---- what is no code */

enum { DIRECTIVE = '\f' }; /* a blank in the masked text that stands for the # of a directive */

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

/* True if the line that ends at END goes on in the next one. */
static bool is_continued(const char *text, size_t start, size_t end)
{
	end -= end > start && text[end - 1] == '\r';
	return end > start && text[end - 1] == '\\';
}

/* Returns the end of the line that begins at START and goes on behind backslashes. */
static size_t end_of_line(const char *text, size_t start)
{
	size_t i = start;

	while (text[i] && (text[i] != '\n' || is_continued(text, start, i)))
		i++;
	return i;
}

static char *mask_words(const char *text)
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
		if (end > i + 1 && text[i] == '#')
			ret[i] = DIRECTIVE;
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

char *source_blocks_included(const char *line, bool *ret_system)
{
	const char *word = directive(line), *name;

	if (!word || strncmp(word, "include", 7) != 0)
		return NULL;
	name = word + 7 + strspn(word + 7, " \t");
	if (*name != '<' && *name != '"')
		return NULL;
	if (ret_system)
		*ret_system = *name == '<';
	return xstrndup(name + 1, strcspn(name + 1, ">\"\n"));
}

const char *source_blocks_directive(const char *text, const char *masked, size_t start)
{
	size_t first = start + strspn(masked + start, " \t");

	return masked[first] == DIRECTIVE ? directive(text + start) : NULL;
}

/* Returns the beginning of the line behind the one that begins at START. */
static size_t next_line(const char *text, size_t start)
{
	size_t end = start + strcspn(text + start, "\n");

	return end + (text[end] == '\n');
}

/* Returns where the first line is that is neither blank nor a comment. */
static size_t find_first(const char *text, const char *masked)
{
	size_t start = 0;

	while (text[start] && masked[start + strspn(masked + start, " \t\r")] == '\n')
		start = next_line(text, start);
	return start;
}

size_t source_blocks_includes_end(const struct source_blocks *blocks, const char *text,
				  size_t limit)
{
	size_t ret = find_first(text, blocks->masked), end;
	int conditions = 0, braces = 0;

	for (size_t start = 0; text[start] && start < limit; start = end) {
		const char *word = source_blocks_directive(text, blocks->masked, start);
		_cleanup_free_ char *name =
			word ? source_blocks_included(text + start, NULL) : NULL;

		end = next_line(text, start);
		for (size_t i = start; i < end; i++) {
			braces += blocks->masked[i] == '{';
			braces -= blocks->masked[i] == '}';
		}
		conditions += word && strncmp(word, "if", 2) == 0;
		conditions -= word && strncmp(word, "endif", 5) == 0;
		if (name && conditions == 0 && braces == 0)
			ret = end;
	}
	return ret < limit ? ret : limit;
}

/* ---- alternatives */

/* The lines from an #if to its #endif. */
struct condition_group {
	size_t branch; /* where the current branch begins */
	bool is_dead;  /* the current branch is for no C compiler: #if 0, #ifdef __cplusplus */
	size_t start, length; /* of the longest branch up to here */
};

/* True if WORD, behind the # of an #if, says that what follows is for no C compiler. */
static bool is_never(const char *word)
{
	word += strcspn(word, " \t\n");
	word += strspn(word, " \t");
	return (word[0] == '0' && !source_words_is(word[1])) ||
	       strncmp(word, "__cplusplus", 11) == 0 ||
	       strncmp(word, "defined(__cplusplus", 19) == 0;
}

/* Ends the current branch of GROUP at END, and blanks the shorter one of it and the longest one before. */
static void end_branch(char *masked, struct condition_group *group, size_t end)
{
	size_t length = end - group->branch;

	if (group->is_dead || length <= group->length) {
		blank(masked, group->branch, end);
	} else {
		blank(masked, group->start, group->start + group->length);
		group->start = group->branch;
		group->length = length;
	}
}

/* Of the alternatives that conditions choose from, the longest one stays: all together their braces need not match. */
static void mask_alternatives(const char *text, char *masked)
{
	VEC(struct condition_group) groups = { 0 };

	for (size_t start = 0, end; text[start]; start = end) {
		const char *word = source_blocks_directive(text, masked, start);
		struct condition_group *last =
			groups.count ? &groups.items[groups.count - 1] : NULL;

		end = next_line(text, start);
		if (word && strncmp(word, "if", 2) == 0) {
			vec_push(&groups, ((struct condition_group){ .branch = end,
								     .is_dead = is_never(word) }));
		} else if (word && last && strncmp(word, "el", 2) == 0) {
			end_branch(masked, last, start);
			last->branch = end;
			last->is_dead = false;
		} else if (word && last && strncmp(word, "endif", 5) == 0) {
			end_branch(masked, last, start);
			groups.count--;
		}
	}
	vec_deinit(&groups);
}

/* ---- blocks */

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
	while (at > start && source_words_is(masked[at - 1]))
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
	size_t first = open + 1 + strspn(masked + open + 1, " \t\r\n"),
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
		begin = open + 1 + strspn(masked + open + 1, " \t\r\n");
		end = begin;
		while (source_words_is(masked[end]))
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
			if (source_blocks_directive(text, blocks->masked, at) && end <= block->open)
				block->start = end;
			at = end > at ? end : at + 1;
		}
	}
}

void source_blocks_init(struct source_blocks *blocks, const char *text)
{
	*blocks = (struct source_blocks){ .masked = mask_words(text) };
	mask_alternatives(text, blocks->masked);
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
