/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The forms of options. GCC reads "@file" anywhere in its arguments as options from that file, so that no argument is
 * ever a word of its own: each is joined to its option.
 */
#include "equiv/command.h"

#include <ctype.h>
#include <string.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* Options with an argument, which may follow as a word of its own. GCC reads both ways. */
static const char *const with_argument[] = {
	"-A",		"-D",	    "-I",      "-U",	    "-idirafter", "-imacros",
	"-include",	"-iprefix", "-iquote", "-isysroot", "-isystem",	  "-iwithprefixbefore",
	"-iwithprefix",
};

/* Options without an argument. */
static const char *const alone[] = {
	"-ansi",	"-nostdinc",	    "-p",	  "-pg",    "-remap",
	"-traditional", "-traditional-cpp", "-trigraphs", "-undef",
};

/* Beginnings of options that write files, read profiles, load code, or change what the input or the output is. */
static const char *const refused[] = {
	"-fada-spec",
	"-fauto-profile",
	"-fbranch-probabilities",
	"-fcallgraph-info",
	"-fcompare-debug",
	"-fdbg",
	"-fdeps",
	"-fdirectives-only",
	"-fdump",
	"-ffat-lto",
	"-flinker",
	"-fmodule",
	"-fopt-info",
	"-fpch",
	"-fplugin",
	"-fpreprocessed",
	"-fprofile",
	"-fsave-optimization-",
	"-fself-test",
	"-fsyntax-only",
	"-fstack-usage",
	"-ftest-coverage",
	"-fuse-ld",
	"-fwhole-program",
	"-fwpa",
	"-fltrans",
	"-fresolution",
	"-fvpt",
	"-foffload",
	"-fcondition-coverage",
	"-fpath-coverage",
	"-ftime-report",
	"-fdiagnostics",
	"-fgo",
	"-frepo",
	"-fmem-report",
};

static bool begins(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

static bool is_among(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(word, list[i]) == 0)
			return true;
	}
	return false;
}

static bool begins_with_one(const char *word, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (begins(word, list[i]))
			return true;
	}
	return false;
}

/* True if all characters of the name of an option, which ends at "=", are usual ones. */
static bool has_sound_name(const char *word)
{
	for (const char *c = word; *c && *c != '='; c++) {
		if (!isalnum((unsigned char)*c) && !strchr("-+._", *c))
			return false;
	}
	return true;
}

/* True if VALUE is a number, a name or a list of such: no path of a file. */
static bool is_sound_value(const char *value)
{
	for (; *value; value++) {
		if (!isalnum((unsigned char)*value) && !strchr("-+._,:=", *value))
			return false;
	}
	return true;
}

/* Options whose values are paths that only become text of the program. */
static const char *const with_text[] = { "-ffile-prefix-map=", "-fmacro-prefix-map=" };

static bool is_passed_on(const char *word)
{
	const char *value = strchr(word, '=');

	if (is_among(word, alone, ARRAY_SIZE(alone)) ||
	    begins_with_one(word, with_text, ARRAY_SIZE(with_text)))
		return true;
	if (!has_sound_name(word) || (value && !is_sound_value(value + 1)))
		return false;
	if (begins(word, "-f"))
		return !begins_with_one(word, refused, ARRAY_SIZE(refused));
	return begins(word, "-m") || begins(word, "-O") || begins(word, "-std=") ||
	       begins(word, "--param=");
}

/* Notes what WORD means for what may be claimed. */
static void note(struct equiv_command *command, const char *word)
{
	if (begins(word, "-flto"))
		command->is_lto = true;
	if (strcmp(word, "-fno-lto") == 0)
		command->is_lto = false;
}

/* Takes the option at LINES, and its argument. *RET: how many lines it has. */
static struct error *take(struct equiv_command *command, char *const *lines, size_t *ret)
{
	const char *word = lines[0], *name = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(with_argument) && !name; i++) {
		if (begins(word, with_argument[i]))
			name = with_argument[i];
	}
	*ret = 1;
	if (begins(word, "-fplugin-arg-remt-")) {
		strv_append(&command->plugins, word);
		return NULL;
	}
	if (strcmp(word, "--param") == 0)
		name = "--param";
	if (name && strcmp(word, name) == 0) {
		if (!lines[1] || !lines[1][0])
			return error_create(ERROR_UNUSABLE, "the option %s has no argument", word);
		*ret = 2;
		if (strcmp(name, "--param") == 0 && !is_sound_value(lines[1]))
			return error_create(ERROR_UNUSABLE, "the option %s is not passed on", word);
		strv_appendf(&command->words, "%s%s%s", name,
			     strcmp(name, "--param") == 0 ? "=" : "", lines[1]);
		return NULL;
	}
	if (!name && !is_passed_on(word))
		return error_create(ERROR_UNUSABLE, "the option %s is not passed on", word);
	note(command, word);
	strv_append(&command->words, word);
	return NULL;
}

struct error *equiv_command_read(const char *text, struct equiv_command *ret)
{
	struct equiv_command command = { .words = xcalloc(1, sizeof(char *)),
					 .plugins = xcalloc(1, sizeof(char *)) };
	_cleanup_strv_ char **lines = strv_split(text, '\n');
	struct error *err = NULL;
	size_t step;

	if (strcmp(lines[0], "c") != 0)
		err = error_create(ERROR_UNUSABLE, "the object does not tell how it was compiled");
	/* The last newline is followed by an empty string. */
	for (size_t i = 1; !err && lines[i] && (lines[i][0] || lines[i + 1]); i += step)
		err = take(&command, lines + i, &step);
	if (err)
		equiv_command_deinit(&command);
	else
		*ret = command;
	return err;
}

/* True if each of WORDS is among OTHERS or MORE. */
static bool are_among(char *const *words, char *const *others, const char *const *more)
{
	for (; *words; words++) {
		const char *const *extra = more;

		while (*extra && strcmp(*extra, *words) != 0)
			extra++;
		if (!*extra && !strv_contains(others, *words))
			return false;
	}
	return true;
}

bool equiv_command_is_like(const struct equiv_command *command, const struct equiv_command *other,
			   const char *const *more)
{
	static const char *const none[] = { NULL };

	return are_among(command->words, other->words, more) &&
	       are_among(other->words, command->words, none) &&
	       are_among(command->plugins, other->plugins, none) &&
	       are_among(other->plugins, command->plugins, none);
}

void equiv_command_deinit(struct equiv_command *command)
{
	strv_destroy(command->words);
	strv_destroy(command->plugins);
	*command = (struct equiv_command){ 0 };
}

struct error *equiv_command_check_input(const char *input)
{
	if (!input[0] || input[0] == '-' || input[0] == '@')
		return error_create(ERROR_UNUSABLE, "the source's name, '%s', is not passed on",
				    input);
	return NULL;
}
