/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/insertion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/source_blocks.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* ---- words */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Returns where NAME stands in TEXT as a whole word; NULL: it does not. */
static const char *find_word(const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
		if ((at == text || !is_word(at[-1])) && !is_word(at[length]))
			return at;
	}
	return NULL;
}

/* Adds TEXT with NEW in place of each word OLD. */
static void add_renamed(struct strbuf *ret, const char *text, const char *old, const char *new)
{
	const char *at;

	while ((at = find_word(text, old))) {
		strbuf_add(ret, text, (size_t)(at - text));
		strbuf_adds(ret, new);
		text = at + strlen(old);
		/* The word behind may begin here; a word can't, as this one has ended. */
	}
	strbuf_adds(ret, text);
}

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
	size_t line;	 /* the beginning of the last such line */
	const char *test;
};

/* Looks in BLOCK for TEST, which is defined elsewhere. */
static void look_for(const struct source_blocks *blocks, const struct source_block *block,
		     const char *test, struct runner *runner)
{
	const char *masked = blocks->masked;
	bool is_found = false;

	for (const char *at = find_word(masked + block->open, test);
	     at && (size_t)(at - masked) < block->end; at = find_word(at + 1, test)) {
		size_t start = this_line(masked, (size_t)(at - masked)),
		       end = next_line(masked, start);

		if (start <= block->open || !is_whole(masked, start, end))
			continue;
		is_found = true;
		if (start >= runner->line) {
			runner->line = start;
			runner->test = test;
		}
	}
	runner->nr_tests += is_found;
}

/* Looks in BLOCK for all other blocks that are IS_TEST. */
static struct runner look_for_all(const struct source_blocks *blocks,
				  const struct source_block *block, const bool *is_test)
{
	struct runner ret = { 0 };

	for (size_t i = 0; i < blocks->items.count; i++) {
		const struct source_block *other = &blocks->items.items[i];

		if (is_test[i] && !(block->name && strcmp(block->name, other->name) == 0))
			look_for(blocks, block, other->name, &ret);
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
static bool *find_tests(const struct source_blocks *blocks)
{
	size_t number = blocks->items.count;
	_cleanup_free_ bool *simple = xcalloc(number + 1, sizeof(*simple));
	bool *ret = xcalloc(number + 1, sizeof(*ret)), has_called = false;

	for (size_t i = 0; i < number; i++) {
		const struct source_block *block = &blocks->items.items[i];

		simple[i] = block->name && block->is_simple && strcmp(block->name, "main") != 0;
		has_called |= simple[i] && is_called_test(block);
	}
	for (size_t i = 0; i < number && has_called; i++)
		simple[i] = simple[i] && is_called_test(&blocks->items.items[i]);
	for (size_t i = 0; i < number; i++)
		ret[i] = simple[i] &&
			 !look_for_all(blocks, &blocks->items.items[i], simple).nr_tests;
	return ret;
}

/* Finds the block that runs most tests, the last one of several. */
static const struct source_block *find_runner(const struct source_blocks *blocks,
					      struct runner *ret)
{
	_cleanup_free_ bool *is_test = find_tests(blocks);
	const struct source_block *found = NULL;

	for (size_t i = 0; i < blocks->items.count; i++) {
		struct runner runner = look_for_all(blocks, &blocks->items.items[i], is_test);

		if (runner.nr_tests && runner.nr_tests >= ret->nr_tests) {
			*ret = runner;
			found = &blocks->items.items[i];
		}
	}
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

/* Returns where main() has its last return that no condition guards, or its end. */
static size_t find_return(const struct source_blocks *blocks, const struct source_block *block)
{
	const char *masked = blocks->masked;
	size_t ret = this_line(masked, block->end);
	int depth = 0;

	for (size_t i = block->open; i < block->end; i++) {
		depth += masked[i] == '{';
		depth -= masked[i] == '}';
		if (depth == 1 && strncmp(masked + i, "return", 6) == 0 &&
		    !is_word(masked[i + 6]) && !is_word(masked[i - 1]))
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

struct error *insertion_find(const char *text, enum test_style style, struct insertion *ret)
{
	struct source_blocks blocks;
	struct runner runner = { 0 };
	const struct source_block *block;
	_cleanup_strbuf_ struct strbuf call = { 0 };

	*ret = (struct insertion){ .text = text };
	source_blocks_init(&blocks, text);
	ret->includes = blocks.includes_end;
	ret->indent = find_indent(&blocks);
	block = find_runner(&blocks, &runner);
	if (block) {
		_cleanup_free_ char *line =
			xstrndup(text + runner.line, strcspn(text + runner.line, "\r\n"));

		add_renamed(&call, line, runner.test, "@");
		ret->calls = next_line(text, runner.line);
	} else if (style == STYLE_ASSERT && (block = find_main(&blocks))) {
		strbuf_addf(&call, "%s@();", ret->indent);
		ret->calls = find_return(&blocks, block);
	}
	if (block) {
		ret->tests = block->start;
		ret->call = strbuf_take(&call);
	}
	source_blocks_deinit(&blocks);
	return block ? NULL : error_create(ERROR_UNUSABLE, "nothing in it runs tests");
}

void insertion_deinit(struct insertion *insertion)
{
	free(insertion->call);
	free(insertion->indent);
}

bool insertion_includes(const struct insertion *insertion, const char *name)
{
	_cleanup_strv_ char **lines = strv_split(insertion->text, '\n');

	for (char **line = lines; *line; line++) {
		_cleanup_free_ char *included = source_blocks_included(*line);

		if (included && strcmp(path_basename(included), path_basename(name)) == 0)
			return true;
	}
	return false;
}

/* ---- the text */

static void add_include(const struct insertion *insertion, const char *name, bool is_system,
			struct strbuf *ret)
{
	if (!insertion_includes(insertion, name))
		strbuf_addf(ret, is_system ? "#include <%s>\n" : "#include \"%s\"\n", name);
}

static void add_includes(const struct insertion *insertion, const struct cases_form *form,
			 const struct test_piece *pieces, size_t nr_pieces, struct strbuf *ret)
{
	bool uses_strings = false, uses_stdio = false, uses_null = false;

	for (size_t i = 0; i < nr_pieces; i++) {
		uses_null |= find_word(strbuf_get(&pieces[i].tests), "NULL") ||
			     find_word(strbuf_get(&pieces[i].tests), "size_t");
		uses_strings |= pieces[i].uses_strings;
		uses_stdio |= strstr(strbuf_get(&pieces[i].tests), "snprintf(") != NULL;
	}
	if (!form->includes_unit)
		add_include(insertion, form->include, false, ret);
	if (form->style == STYLE_ASSERT)
		add_include(insertion, "assert.h", true, ret);
	if (uses_null)
		add_include(insertion, "stddef.h", true, ret);
	if (uses_stdio)
		add_include(insertion, "stdio.h", true, ret);
	if (uses_strings)
		add_include(insertion, "string.h", true, ret);
}

/* Returns NAME, or what no word of the source is; the caller frees. */
static char *find_name(const struct insertion *insertion, const char *name)
{
	char *ret = xstrdup(name);

	for (unsigned i = 2; find_word(insertion->text, ret); i++) {
		free(ret);
		ret = xasprintf("%s_%u", name, i);
	}
	return ret;
}

/* Adds TEXT with INDENT in place of each tab that a line begins with. */
static void add_indented(struct strbuf *ret, const char *text, const char *indent)
{
	bool is_begin = true;

	for (const char *c = text; *c; c++) {
		if (is_begin && *c == '\t') {
			strbuf_adds(ret, indent);
			continue;
		}
		is_begin = *c == '\n';
		strbuf_addc(ret, *c);
	}
}

/* Adds the tests of PIECE to TESTS, and the lines that run them to CALLS. */
static void add_piece(const struct insertion *insertion, const struct test_piece *piece,
		      struct strbuf *tests, struct strbuf *calls)
{
	char *text = xstrdup(strbuf_get(&piece->tests));

	for (char **name = piece->names; name && *name; name++) {
		_cleanup_free_ char *other = find_name(insertion, *name);
		struct strbuf renamed = { 0 };

		add_renamed(&renamed, text, *name, other);
		free(text);
		text = strbuf_take(&renamed);
		for (const char *c = insertion->call; *c; c++) {
			if (*c == '@')
				strbuf_adds(calls, other);
			else
				strbuf_addc(calls, *c);
		}
		strbuf_addc(calls, '\n');
	}
	add_indented(tests, text, insertion->indent);
	free(text);
}

void insertion_write(const struct insertion *insertion, const struct cases_form *form,
		     const struct test_piece *pieces, size_t nr_pieces, struct strbuf *ret)
{
	_cleanup_strbuf_ struct strbuf tests = { 0 }, calls = { 0 };
	const char *text = insertion->text;

	test_file_types(&tests, pieces, nr_pieces);
	for (size_t i = 0; i < nr_pieces; i++)
		add_piece(insertion, &pieces[i], &tests, &calls);
	strbuf_add(ret, text, insertion->includes);
	add_includes(insertion, form, pieces, nr_pieces, ret);
	strbuf_add(ret, text + insertion->includes, insertion->tests - insertion->includes);
	strbuf_adds(ret, strbuf_get(&tests));
	strbuf_adds(ret, text[insertion->tests] == '\n' ? "" : "\n");
	strbuf_add(ret, text + insertion->tests, insertion->calls - insertion->tests);
	strbuf_adds(ret, strbuf_get(&calls));
	strbuf_adds(ret, text + insertion->calls);
}
