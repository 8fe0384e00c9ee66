/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "caller/test_file.h"

#include <stdlib.h>
#include <string.h>

#include "caller/source_words.h"
#include "common/strv.h"

void test_piece_deinit(struct test_piece *piece)
{
	strbuf_deinit(&piece->types);
	strbuf_deinit(&piece->tests);
	strv_destroy(piece->names);
	*piece = (struct test_piece){ 0 };
}

void test_piece_trap(const struct test_piece *piece, struct test_piece *ret)
{
	const char *text = strbuf_get(&piece->tests),
		   *test = source_words_find(text, piece->names[strv_count(piece->names) - 1]),
		   *body = test ? strstr(test, "{\n") : NULL;

	*ret = (struct test_piece){ 0 };
	if (!body)
		return;
	strbuf_add(&ret->tests, text, (size_t)(body - text) + 2);
	strbuf_adds(&ret->tests, "\t__builtin_trap();\n");
	strbuf_adds(&ret->tests, body + 2);
}

void test_file_include(struct strbuf *text, const struct cases_form *form)
{
	bool renames = form->includes_unit && form->has_main;

	strbuf_adds(text, renames ? "#define main main_of_program\n" : "");
	strbuf_addf(text, "#include \"%s\"\n", form->include);
	strbuf_adds(text, renames ? "#undef main\n" : "");
}

void test_file_types(struct strbuf *text, const struct test_piece *pieces, size_t nr_pieces)
{
	_cleanup_strv_ char **lines = NULL;

	for (size_t i = 0; i < nr_pieces; i++) {
		_cleanup_strv_ char **more = strv_split(strbuf_get(&pieces[i].types), '\n');

		for (char **line = more; *line; line++) {
			if (**line)
				strv_append_once(&lines, *line);
		}
	}
	strbuf_adds(text, lines ? "\n" : "");
	for (char **line = lines; line && *line; line++)
		strbuf_addf(text, "%s\n", *line);
}

void test_file_begin(struct strbuf *text, const struct cases_form *form,
		     const struct test_piece *pieces, size_t nr_pieces)
{
	bool uses_strings = false, uses_stdio = false;

	for (size_t i = 0; i < nr_pieces; i++) {
		uses_strings |= pieces[i].uses_strings;
		uses_stdio |= strstr(strbuf_get(&pieces[i].tests), "snprintf(") != NULL;
	}
	strbuf_addf(text, "/*\n%s */\n", form->about);
	test_file_include(text, form);
	strbuf_adds(text, form->is_checked ? "\n/* remt-off */\n" : "\n");
	style_begin(text, form->style);
	strbuf_addf(text, "#include <stddef.h>\n%s%s%s", uses_stdio ? "#include <stdio.h>\n" : "",
		    form->is_checked ? "#include <stdlib.h>\n" : "",
		    uses_strings ? "#include <string.h>\n" : "");
	test_file_types(text, pieces, nr_pieces);
	for (size_t i = 0; i < nr_pieces; i++)
		strbuf_add(text, strbuf_get(&pieces[i].tests), pieces[i].tests.length);
}

void test_file_end(struct strbuf *text, const struct cases_form *form,
		   const struct test_piece *pieces, size_t nr_pieces, const char *subject)
{
	_cleanup_strv_ char **names = NULL;

	for (size_t i = 0; i < nr_pieces; i++)
		strv_extend(&names, pieces[i].names);
	strbuf_addc(text, '\n');
	style_end(text, form->style, (const char *const *)names, subject);
}
