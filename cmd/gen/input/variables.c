/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/variables.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* Variables that are read where no path tells of it. */
static const struct {
	const char *name;
	bool is_prefix; /* of such names */
	const char *reason;
} refused[] = {
	{ "LD_", true, "the dynamic loader reads it before the program begins" },
	{ "GLIBC_TUNABLES", false, "the C library reads it before the program begins" },
	{ "MALLOC_", true, "the C library reads it before the program begins" },
	{ "LC_", true, "it chooses a locale, which changes what functions of the C library do" },
	{ "LANG", false, "it chooses a locale, which changes what functions of the C library do" },
	{ "LANGUAGE", false, "the C library chooses translations by it" },
	{ "LOCPATH", false, "the C library finds locales by it" },
	{ "NLSPATH", false, "the C library finds messages by it" },
	{ "GCONV_PATH", false, "the C library finds character sets by it" },
	{ "ASAN_OPTIONS", false, "a sanitizer reads it before the program begins" },
	{ "LSAN_OPTIONS", false, "a sanitizer reads it before the program begins" },
	{ "TSAN_OPTIONS", false, "a sanitizer reads it before the program begins" },
	{ "UBSAN_OPTIONS", false, "a sanitizer reads it before the program begins" },
	{ "TMPDIR", false, "remt sets it itself, so that temporary files of runs are apart" },
	{ "REMT_", true, "remt sets such variables itself" },
};

/* Returns why the variable NAME can't be an input; NULL: it can. */
static const char *refusal(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		size_t length = strlen(refused[i].name) + !refused[i].is_prefix;

		if (strncmp(name, refused[i].name, length) == 0)
			return refused[i].reason;
	}
	return NULL;
}

static bool is_name(const char *text)
{
	bool ret = *text && !isdigit((unsigned char)*text);

	for (; ret && *text; text++)
		ret = isascii(*text) && (isalnum((unsigned char)*text) || *text == '_');
	return ret;
}

static bool has(const struct gen_variables *variables, const char *name)
{
	for (size_t i = 0; i < variables->items.count; i++) {
		if (strcmp(variables->items.items[i].name, name) == 0)
			return true;
	}
	return false;
}

static struct error *read_word(const char *word, struct gen_variables *ret)
{
	size_t length = strcspn(word, "=");
	_cleanup_free_ char *name = xstrndup(word, length);
	const char *value = word[length] ? word + length + 1 : getenv(name);
	const char *reason = refusal(name);
	struct command_variable *variable;

	if (!is_name(name))
		return error_create(ERROR_USAGE, "--env=%s: '%s' is no name of a variable", word,
				    name);
	if (reason)
		return error_create(ERROR_USAGE, "--env=%s can't be an input: %s", name, reason);
	if (has(ret, name))
		return error_create(ERROR_USAGE, "--env=%s is given twice", name);
	if (!value)
		return error_create(
			ERROR_USAGE,
			"--env=%s: the variable is not set; --env=%s=VALUE says what to "
			"begin with",
			name, name);
	variable = vec_add(&ret->items);
	variable->value = xstrdup(value);
	variable->name = TAKE(name);
	return NULL;
}

struct error *gen_variables_read(const char *const *words, size_t number, struct gen_variables *ret)
{
	struct error *err = NULL;

	for (size_t i = 0; i < number && !err; i++)
		err = read_word(words[i], ret);
	return err;
}

void gen_variables_add(const struct gen_variables *variables, char *const *environment,
		       struct command *command)
{
	for (size_t i = 0; i < variables->items.count; i++) {
		const struct command_variable *variable = &variables->items.items[i];
		const char *value = environment ? strv_env_get(environment, variable->name) : NULL;

		command_add_variable(command, variable->name, value ? value : variable->value);
	}
}

void gen_variables_deinit(struct gen_variables *variables)
{
	for (size_t i = 0; i < variables->items.count; i++) {
		free((char *)variables->items.items[i].name);
		free(variables->items.items[i].value);
	}
	vec_deinit(&variables->items);
}
