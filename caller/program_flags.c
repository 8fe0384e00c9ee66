/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "caller/program.h"
#include "common/cleanup.h"
#include "common/shell.h"
#include "common/strv.h"

/* Options that are of no use for another file, or for a compiler that has no plugin. */
static const char *const left_out[] = { "-fplugin", "-fpreprocessed", "-fltrans", "-fwpa",
					"-flto",    "-fresolution",   "-dump",	  "-auxbase" };

static const struct {
	const char *flag, *newer;
} old_languages[] = {
	{ "-ansi", "-std=c99 -fgnu89-inline" },
	{ "-std=c89", "-std=c99 -fgnu89-inline" },
	{ "-std=c90", "-std=c99 -fgnu89-inline" },
	{ "-std=iso9899:1990", "-std=c99 -fgnu89-inline" },
	{ "-std=gnu89", "-std=gnu99 -fgnu89-inline" },
	{ "-std=gnu90", "-std=gnu99 -fgnu89-inline" },
};

static bool is_left_out(const char *flag)
{
	for (size_t i = 0; i < sizeof(left_out) / sizeof(left_out[0]); i++) {
		if (strncmp(flag, left_out[i], strlen(left_out[i])) == 0)
			return true;
	}
	return false;
}

/*
 * Adds FLAG, quoted where that is needed. A harness has loops with declarations, which C90 has not:
 * what C99 has in common with it is taken.
 */
static void add_flag(struct strbuf *flags, const char *flag)
{
	for (size_t i = 0; i < sizeof(old_languages) / sizeof(old_languages[0]); i++) {
		if (strcmp(flag, old_languages[i].flag) == 0)
			flag = old_languages[i].newer;
	}
	if (flag[strspn(flag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
			      "-_=.,:+/ ")] == '\0')
		strbuf_adds(flags, flag);
	else
		shell_add_word(flags, flag);
}

char *program_flags(const char *producer)
{
	struct strbuf flags = { 0 };
	_cleanup_strv_ char **words = strv_split(producer ? producer : "", ' ');

	for (size_t i = 0; words[i]; i++) {
		if (words[i][0] != '-' || is_left_out(words[i]))
			continue;
		strbuf_adds(&flags, flags.length ? " " : "");
		add_flag(&flags, words[i]);
	}
	return strbuf_take(&flags);
}
