/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a source with the tests that are added to it. */
#include <stdlib.h>
#include <string.h>

#include "caller/insertion.h"
#include "caller/source_blocks.h"
#include "caller/source_words.h"
#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"

bool insertion_includes(const struct insertion *insertion, const char *name)
{
	_cleanup_strv_ char **lines = strv_split(insertion->text, '\n');

	for (char **line = lines; *line; line++) {
		_cleanup_free_ char *included = source_blocks_included(*line, NULL);

		if (included && strcmp(path_basename(included), path_basename(name)) == 0)
			return true;
	}
	return false;
}

/* ---- the text */

/* Adds the line that includes NAME, unless the source or RET has it. */
static void add_include(const struct insertion *insertion, const char *name, bool is_system,
			struct strbuf *ret)
{
	_cleanup_free_ char *line =
		xasprintf(is_system ? "#include <%s>\n" : "#include \"%s\"\n", name);

	if (!insertion_includes(insertion, name) && !strstr(strbuf_get(ret), line))
		strbuf_adds(ret, line);
}

/* True if the source includes a header of C that defines NULL and size_t. */
static bool includes_null(const struct insertion *insertion)
{
	static const char *const names[] = { "stddef.h", "stdio.h", "stdlib.h", "string.h",
					     "time.h" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (insertion_includes(insertion, names[i]))
			return true;
	}
	return false;
}

static void add_includes(const struct insertion *insertion, const struct cases_form *form,
			 const struct test_piece *pieces, size_t nr_pieces, struct strbuf *ret)
{
	bool uses_strings = false, uses_stdio = false, uses_null = false;

	for (size_t i = 0; i < nr_pieces; i++) {
		uses_null |= source_words_find(strbuf_get(&pieces[i].tests), "NULL") ||
			     source_words_find(strbuf_get(&pieces[i].tests), "size_t");
		uses_strings |= pieces[i].uses_strings;
		uses_stdio |= strstr(strbuf_get(&pieces[i].tests), "snprintf(") != NULL;
		if (pieces[i].include)
			add_include(insertion, pieces[i].include, false, ret);
	}
	if (!form->includes_unit)
		add_include(insertion, form->include, false, ret);
	if (form->style == STYLE_ASSERT)
		add_include(insertion, "assert.h", true, ret);
	if (uses_null && !includes_null(insertion))
		add_include(insertion, "stddef.h", true, ret);
	if (uses_stdio)
		add_include(insertion, "stdio.h", true, ret);
	if (uses_strings)
		add_include(insertion, "string.h", true, ret);
}

/* ---- the line that runs a test */

/* True if the literal of LENGTH characters at START stands in TEXT once only. */
static bool is_only(const char *text, const char *start, size_t length)
{
	_cleanup_free_ char *literal = xstrndup(start, length);
	const char *first = strstr(text, literal);

	return first && !strstr(first + 1, literal);
}

/* Returns the end of the string that begins at C. */
static const char *end_of_string(const char *c)
{
	for (c++; *c && *c != '"'; c++)
		c += *c == '\\' && c[1];
	return *c ? c + 1 : c;
}

/* Adds the string from START to END of a line that runs OLD: what describes that test becomes NEW. */
static void add_string(const struct insertion *insertion, const char *start, const char *end,
		       const char *new, struct strbuf *ret)
{
	_cleanup_free_ char *string = xstrndup(start, (size_t)(end - start));
	const char *slash = strrchr(string, '/');

	if (source_words_find(string, insertion->test))
		source_words_rename(ret, string, insertion->test, new);
	else if (is_only(insertion->text, start, (size_t)(end - start)))
		strbuf_addf(ret, "%.*s%s\"", slash ? (int)(slash - string) + 1 : 1, string, new);
	else
		strbuf_adds(ret, string);
}

/* Adds the line that runs the test NAME. */
static void add_line(const struct insertion *insertion, const char *name, bool is_direct,
		     struct strbuf *ret)
{
	const char *line = is_direct && insertion->direct ? insertion->direct : insertion->call;

	while (*line) {
		const char *end = *line == '"' ? end_of_string(line) : line + strcspn(line, "\"");
		_cleanup_free_ char *code = xstrndup(line, (size_t)(end - line));

		if (*line == '"')
			add_string(insertion, line, end, name, ret);
		else
			source_words_rename(ret, code, insertion->test, name);
		line = end;
	}
	strbuf_addc(ret, '\n');
}

/* ---- names */

/* Returns the names that PIECE defines: its tests and their helpers; the caller frees. */
static char **find_names(const struct test_piece *piece)
{
	_cleanup_strv_ char **lines = strv_split(strbuf_get(&piece->tests), '\n');
	char **ret = piece->names ? strv_copy(piece->names) : NULL;

	for (char **line = lines; *line; line++) {
		size_t end = strcspn(*line, "(;["), start;
		_cleanup_free_ char *name = NULL;

		if (strncmp(*line, "static ", 7) != 0)
			continue;
		for (start = end; start && source_words_is((*line)[start - 1]); start--)
			;
		name = xstrndup(*line + start, end - start);
		if (*name)
			strv_append_once(&ret, name);
	}
	return ret;
}

/* Returns NAME, or what no word of the source is, and no name of TAKEN or OWN; the caller frees. */
static char *find_name(const struct insertion *insertion, const char *name, char *const *taken,
		       char *const *own)
{
	char *ret = xstrdup(name);

	for (unsigned i = 2;
	     source_words_find(insertion->text, ret) || (taken && strv_contains(taken, ret)) ||
	     (i > 2 && strv_contains(own, ret));
	     i++) {
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

/* Adds the tests of PIECE to TESTS, and the lines that run them to CALLS. No name is one of TAKEN, which gets more. */
static void add_piece(const struct insertion *insertion, const struct test_piece *piece,
		      bool is_direct, char ***taken, struct strbuf *tests, struct strbuf *calls)
{
	_cleanup_strv_ char **names = find_names(piece);
	char *text = xstrdup(strbuf_get(&piece->tests));

	for (char **name = names; name && *name; name++) {
		char *other = find_name(insertion, *name, *taken, names);
		struct strbuf renamed = { 0 };

		source_words_rename(&renamed, text, *name, other);
		free(text);
		text = strbuf_take(&renamed);
		if (strv_contains(piece->names, *name))
			add_line(insertion, other, is_direct, calls);
		strv_append_take(taken, other);
	}
	add_indented(tests, text, insertion->indent);
	free(text);
}

/* Adds TEXT with the ends of lines that the source has. */
static void add_lines(const struct insertion *insertion, const char *text, struct strbuf *ret)
{
	size_t first = strcspn(insertion->text, "\n");
	bool has_return = first && insertion->text[first] && insertion->text[first - 1] == '\r';

	for (const char *c = text; *c; c++) {
		if (*c == '\n' && has_return)
			strbuf_addc(ret, '\r');
		strbuf_addc(ret, *c);
	}
}

void insertion_write(const struct insertion *insertion, const struct cases_form *form,
		     const struct test_piece *pieces, size_t nr_pieces, struct strbuf *ret)
{
	_cleanup_strbuf_ struct strbuf includes = { 0 }, tests = { 0 }, calls = { 0 };
	_cleanup_strv_ char **taken = NULL;
	const char *text = insertion->text;

	test_file_types(&tests, pieces, nr_pieces);
	for (size_t i = 0; i < nr_pieces; i++)
		add_piece(insertion, &pieces[i], form->calls_directly, &taken, &tests, &calls);
	if (!strchr("\r\n", text[insertion->tests]))
		strbuf_addc(&tests, '\n');
	add_includes(insertion, form, pieces, nr_pieces, &includes);
	strbuf_add(ret, text, insertion->includes);
	add_lines(insertion, strbuf_get(&includes), ret);
	strbuf_add(ret, text + insertion->includes, insertion->tests - insertion->includes);
	add_lines(insertion, strbuf_get(&tests), ret);
	strbuf_add(ret, text + insertion->tests, insertion->calls - insertion->tests);
	add_lines(insertion, strbuf_get(&calls), ret);
	strbuf_adds(ret, text + insertion->calls);
}
