/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/insertion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/source_blocks.h"
#include "caller/source_words.h"
#include "common/cleanup.h"
#include "common/xalloc.h"

/* ---- what runs tests */

/* Returns the beginning of the line behind AT, or the end of TEXT. */
static size_t next_line(const char *text, size_t at)
{
	const char *end = strchr(text + at, '\n');

	return end ? (size_t)(end - text) + 1 : strlen(text);
}

static size_t this_line(const char *text, size_t at)
{
	while (at && text[at - 1] != '\n')
		at--;
	return at;
}

/* True if the line at START to END of the masked text is a whole statement, or a whole element of a table. */
static bool is_whole(const char *masked, size_t start, size_t end)
{
	int depth = 0;
	char last = 0;

	for (size_t i = start; i < end; i++) {
		depth += masked[i] == '(' || masked[i] == '{';
		depth -= masked[i] == ')' || masked[i] == '}';
		if (depth < 0)
			return false;
		last = isspace((unsigned char)masked[i]) ? last : masked[i];
	}
	return depth == 0 && (last == ';' || last == ',');
}

/* How a block runs tests. */
struct runner {
	size_t nr_tests; /* that it names in whole lines of their own */
	size_t line;	 /* the beginning of the last such line of those that the least guards */
	int depth;	 /* how many braces and conditions guard it */
	const char *test;
};

/* The blocks that may be tests, by name. */
struct tests {
	const struct source_block **items; /* sorted; owned */
	size_t count;
	size_t *seen; /* by item: the last block that was found to run it, and 1; owned */
};

static int compare_blocks(const void *a, const void *b)
{
	const struct source_block *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static struct tests sort_tests(const struct source_blocks *blocks, const bool *is_test)
{
	struct tests ret = {
		.items = xcalloc(blocks->items.count + 1, sizeof(const struct source_block *)),
		.seen = xcalloc(blocks->items.count + 1, sizeof(size_t)),
	};

	for (size_t i = 0; i < blocks->items.count; i++) {
		if (is_test[i])
			ret.items[ret.count++] = &blocks->items.items[i];
	}
	qsort(ret.items, ret.count, sizeof(const struct source_block *), compare_blocks);
	return ret;
}

static void free_tests(struct tests *tests)
{
	free(tests->items);
	free(tests->seen);
}

/* Returns the number of the test that the LENGTH characters at WORD name, or the number of tests. */
static size_t find_test(const struct tests *tests, const char *word, size_t length)
{
	_cleanup_free_ char *name = xstrndup(word, length);
	const struct source_block key = { .name = name }, *wanted = &key;
	const struct source_block **found =
		bsearch(&wanted, tests->items, tests->count, sizeof(const struct source_block *),
			compare_blocks);

	return found ? (size_t)(found - tests->items) : tests->count;
}

/* Notes that the line at START, which DEPTH guards, runs the test NAME. */
static void note_line(struct runner *runner, size_t start, int depth, const char *name)
{
	if (runner->test && depth > runner->depth)
		return;
	runner->line = start;
	runner->depth = depth;
	runner->test = name;
}

/* Looks in block NUMBER for TESTS. */
static struct runner look_for_all(const struct source_blocks *blocks, const char *text,
				  size_t number, struct tests *tests)
{
	const struct source_block *block = &blocks->items.items[number];
	const char *masked = blocks->masked;
	struct runner ret = { 0 };
	int depth = 0;

	for (size_t start = this_line(masked, block->open), end; start < block->end; start = end) {
		const char *word = source_blocks_directive(text, masked, start);
		bool is_line =
			start > block->open && is_whole(masked, start, next_line(masked, start));

		end = next_line(masked, start);
		depth += word && strncmp(word, "if", 2) == 0;
		depth -= word && strncmp(word, "endif", 5) == 0;
		for (size_t i = start, length; i < end && i < block->end;
		     i += length ? length : 1) {
			size_t test;

			length = 0;
			while (source_words_is(masked[i + length]))
				length++;
			depth += masked[i] == '{';
			depth -= masked[i] == '}';
			test = is_line && length ? find_test(tests, masked + i, length)
						 : tests->count;
			if (test == tests->count ||
			    (block->name && strcmp(block->name, tests->items[test]->name) == 0))
				continue;
			ret.nr_tests += tests->seen[test] != number + 1;
			tests->seen[test] = number + 1;
			note_line(&ret, start, depth, tests->items[test]->name);
		}
	}
	return ret;
}

/* True if BLOCK is called as tests mostly are. */
static bool is_called_test(const struct source_block *block)
{
	return block->is_macro || strcasestr(block->name, "test");
}

/*
 * Returns which blocks are tests: simple functions, of these those that are called so, if any are; but none that runs others
 * of them. The caller frees.
 */
static bool *find_tests(const struct source_blocks *blocks, const char *text)
{
	size_t number = blocks->items.count;
	_cleanup_free_ bool *simple = xcalloc(number + 1, sizeof(*simple));
	bool *ret = xcalloc(number + 1, sizeof(*ret)), has_called = false;
	struct tests tests;

	for (size_t i = 0; i < number; i++) {
		const struct source_block *block = &blocks->items.items[i];

		simple[i] = block->name && block->is_simple && strcmp(block->name, "main") != 0;
		has_called |= simple[i] && is_called_test(block);
	}
	for (size_t i = 0; i < number && has_called; i++)
		simple[i] = simple[i] && is_called_test(&blocks->items.items[i]);
	tests = sort_tests(blocks, simple);
	for (size_t i = 0; i < number; i++)
		ret[i] = simple[i] && !look_for_all(blocks, text, i, &tests).nr_tests;
	free_tests(&tests);
	return ret;
}

/* Finds the block that runs most tests, the last one of several. */
static const struct source_block *find_runner(const struct source_blocks *blocks, const char *text,
					      struct runner *ret)
{
	_cleanup_free_ bool *is_test = find_tests(blocks, text);
	struct tests tests = sort_tests(blocks, is_test);
	const struct source_block *found = NULL;

	for (size_t i = 0; i < blocks->items.count; i++) {
		struct runner runner = look_for_all(blocks, text, i, &tests);

		if (runner.nr_tests && runner.nr_tests >= ret->nr_tests) {
			*ret = runner;
			found = &blocks->items.items[i];
		}
	}
	free_tests(&tests);
	return found;
}

static const struct source_block *find_main(const struct source_blocks *blocks)
{
	for (size_t i = 0; i < blocks->items.count; i++) {
		const char *name = blocks->items.items[i].name;

		if (name && strcmp(name, "main") == 0)
			return &blocks->items.items[i];
	}
	return NULL;
}

/* True if the word at AT is return, or exit, and begins a statement that no condition guards. */
static bool is_end(const char *masked, size_t open, size_t at)
{
	bool is_exit = strncmp(masked + at, "exit", 4) == 0;
	size_t before = at;

	if ((!is_exit && strncmp(masked + at, "return", 6) != 0) ||
	    source_words_is(masked[at + (is_exit ? 4 : 6)]) || source_words_is(masked[at - 1]))
		return false;
	while (before > open && isspace((unsigned char)masked[before - 1]))
		before--;
	return strchr(";{}", masked[before - 1]) != NULL;
}

/* Returns where main() has its last return that no condition guards, or its end. */
static size_t find_return(const struct source_blocks *blocks, const struct source_block *block)
{
	const char *masked = blocks->masked;
	size_t ret = this_line(masked, block->end);
	int depth = 0;

	for (size_t i = block->open; i < block->end; i++) {
		depth += masked[i] == '{';
		depth -= masked[i] == '}';
		if (depth == 1 && is_end(masked, block->open, i))
			ret = this_line(masked, i);
	}
	return ret;
}

/* Returns what the first line of the first function begins with that begins with blanks, or a tab; the caller frees. */
static char *find_indent(const struct source_blocks *blocks)
{
	for (size_t i = 0; i < blocks->items.count; i++) {
		const struct source_block *block = &blocks->items.items[i];
		size_t start = next_line(blocks->masked, block->open);
		size_t length = strspn(blocks->masked + start, " \t");

		if (block->name && length && start + length < block->end &&
		    blocks->masked[start + length] != '\n')
			return xstrndup(blocks->masked + start, length);
	}
	return xstrdup("\t");
}

/* Has RET run tests as RUNNER does. A comment behind the line is not about others. */
static void follow(const struct source_blocks *blocks, const char *text,
		   const struct source_block *block, const struct runner *runner,
		   struct insertion *ret)
{
	size_t end = next_line(text, runner->line);

	ret->calls = end;
	while (end > runner->line && isspace((unsigned char)blocks->masked[end - 1]))
		end--;
	ret->call = xstrndup(text + runner->line, end - runner->line);
	ret->test = xstrdup(runner->test);
	if (block->name && blocks->masked[end - 1] == ';')
		ret->direct =
			xasprintf("%.*s%s();", (int)strspn(ret->call, " \t"), ret->call, ret->test);
	if (ret->direct && strcmp(ret->direct, ret->call) == 0) {
		free(ret->direct);
		ret->direct = NULL;
	}
}

/* True if tests can stand in front of BLOCK: it begins a line, and what it does has lines of its own. */
static bool has_place(const char *text, const struct source_block *block, size_t calls)
{
	return (!block->start || text[block->start - 1] == '\n') && block->start < block->open &&
	       calls > block->open && calls <= block->end && text[calls - 1] == '\n';
}

struct error *insertion_find(const char *text, enum test_style style, struct insertion *ret)
{
	struct source_blocks blocks;
	struct runner runner = { 0 };
	const struct source_block *block;
	bool is_found;

	*ret = (struct insertion){ .text = text };
	source_blocks_init(&blocks, text);
	ret->indent = find_indent(&blocks);
	block = find_runner(&blocks, text, &runner);
	if (block) {
		follow(&blocks, text, block, &runner, ret);
	} else if (style == STYLE_ASSERT && (block = find_main(&blocks))) {
		ret->call = xasprintf("%s%s();", ret->indent, "main");
		ret->test = xstrdup("main");
		ret->calls = find_return(&blocks, block);
	}
	is_found = block && has_place(text, block, ret->calls);
	if (is_found) {
		ret->tests = block->start;
		ret->includes = source_blocks_includes_end(&blocks, text, ret->tests);
	}
	source_blocks_deinit(&blocks);
	return is_found ? NULL : error_create(ERROR_UNUSABLE, "nothing in it runs tests");
}

void insertion_deinit(struct insertion *insertion)
{
	free(insertion->call);
	free(insertion->direct);
	free(insertion->test);
	free(insertion->indent);
}
