/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/shell.h"

#include <string.h>

#include "common/visible.h"

static const char safe_chars[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				 "_-+./:,@%^";

void shell_add_word(struct strbuf *text, const char *word)
{
	/* "=" is not safe: at the beginning of a command it would make an assignment. */
	if (*word && !word[strspn(word, safe_chars)]) {
		strbuf_adds(text, word);
		return;
	}
	strbuf_addc(text, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			strbuf_adds(text, "'\\''");
		else
			strbuf_addc(text, *word);
	}
	strbuf_addc(text, '\'');
}

char *shell_quote(const char *word)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	shell_add_word(&text, word);
	return strbuf_take(&text);
}

char *shell_quote_visible(const char *word)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (visible_is_plain(word)) {
		shell_add_word(&text, word);
	} else {
		strbuf_addc(&text, '$');
		visible_add_quoted(&text, word, '\'');
	}
	return strbuf_take(&text);
}

static void add_words(struct strbuf *text, char *const *words)
{
	for (size_t i = 0; words && words[i]; i++) {
		if (text->length)
			strbuf_addc(text, ' ');
		shell_add_word(text, words[i]);
	}
}

char *shell_quote_argv(char *const *argv)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	add_words(&text, argv);
	return strbuf_take(&text);
}

char *shell_command(const char *directory, char *const *env, char *const *argv)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };

	if (directory) {
		/* "--" as a directory may be called "-". */
		strbuf_adds(&text, directory[0] == '-' ? "cd -- " : "cd ");
		shell_add_word(&text, directory);
		strbuf_adds(&text, " &&");
	}
	if (env && env[0]) {
		strbuf_adds(&text, text.length ? " env" : "env");
		add_words(&text, env);
	}
	add_words(&text, argv);
	return strbuf_take(&text);
}
