/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What texts are made of that functions are called with: constants of changed code, and string literals of the project's
 * tests, which its functions are given there. Literals are found as tokens: no more of C is understood.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/gen/changed/changed.h"
#include "cmd/gen/input/test_sources.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "paths/change.h"

enum { MAX_SOURCE = 1 << 20 }; /* bytes of a source that is looked at */

/* Returns the character that stands behind a backslash at *TEXT, and goes behind it. */
static char read_escape(const char **text)
{
	static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
	const char *found;
	char *end;
	long number;

	if (**text == 'x' || (**text >= '0' && **text <= '7')) {
		char digits[4] = { 0 };
		bool is_hex = **text == 'x';

		memcpy(digits, *text + is_hex, strnlen(*text + is_hex, is_hex ? 2 : 3));
		number = strtol(digits, &end, is_hex ? 16 : 8);
		*text += is_hex + (end - digits);
		return (char)number;
	}
	found = **text ? strchr(letters, **text) : NULL;
	*text += **text != '\0';
	return found ? values[found - letters] : (*text)[-1];
}

/* Reads the literal behind the quote at *TEXT, and goes behind it; the caller frees what RET has. */
static void read_literal(const char **text, struct strbuf *ret)
{
	++*text;
	while (**text && **text != '"' && **text != '\n') {
		if (**text == '\\' && (*text)[1] != '\n') {
			++*text;
			strbuf_addc(ret, read_escape(text));
		} else {
			strbuf_addc(ret, *(*text)++);
		}
	}
	*text += **text == '"';
}

/* Goes behind a comment or the constant of a character at TEXT; returns where it began if there is none. */
static const char *skip_others(const char *text)
{
	const char *end = NULL;

	if (strncmp(text, "/*", 2) == 0)
		end = strstr(text + 2, "*/");
	else if (strncmp(text, "//", 2) == 0)
		return text + strcspn(text, "\n");
	else if (text[0] == '\'' && text[1] == '\\' && text[2] && text[3] == '\'')
		return text + 4;
	else if (text[0] == '\'' && text[1] && text[2] == '\'')
		return text + 3;
	return end ? end + 2 : text;
}

static void look_at(void *arg, const char *path)
{
	struct words *words = arg;
	_cleanup_free_ char *text = NULL;
	size_t size = 0;
	struct error *err = fs_read_file(path, &text, &size);

	for (const char *c = err || size > MAX_SOURCE ? "" : text; *c;) {
		const char *behind = skip_others(c);
		_cleanup_strbuf_ struct strbuf literal = { 0 };

		if (behind != c) {
			c = behind;
			continue;
		}
		if (*c != '"') {
			c++;
			continue;
		}
		read_literal(&c, &literal);
		if (!literal.length)
			continue;
		words_add(words, WORDS_LINES, strbuf_get(&literal), literal.length);
		words_add_text(words, strbuf_get(&literal), literal.length);
	}
	error_destroy(err);
}

/* Looks at sources of tests that lie in the project's directory ROOT itself: "test.c", "foo_tests.c". */
static void look_beside(struct words *words, const char *root)
{
	struct dirent **names = NULL;
	int number = scandir(root, &names, NULL, alphasort);

	for (int i = 0; i < number; i++) {
		_cleanup_free_ char *path = path_join(root, names[i]->d_name);

		if (names[i]->d_type == DT_REG && gen_test_source_is(names[i]->d_name) &&
		    strstr(names[i]->d_name, "test"))
			look_at(words, path);
		free(names[i]);
	}
	free(names);
}

struct words *gen_changed_words(const struct gen_functions *functions, const char *const paths[2])
{
	struct words *words = words_create();
	const char *root = functions->program.mutants.inventory.root;
	struct change *change = NULL;
	struct error *err = change_find(paths, &change);

	if (!err)
		change_add_words(change, words);
	error_destroy(err);
	change_destroy(change);
	if (root) {
		look_beside(words, root);
		gen_test_sources_each(root, look_at, words);
	}
	return words;
}
