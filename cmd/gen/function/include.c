/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/include.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/compiler.h"
#include "cmd/gen/function/shell.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

void gen_function_include_deinit(struct gen_function_include *include)
{
	free(include->name);
	free(include->command);
	*include = (struct gen_function_include){ 0 };
}

/* Returns the headers that the unit SOURCE includes by "…", in their order; the caller frees. */
static char **find_headers(const char *source)
{
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	char **ret = NULL;
	size_t size;
	struct error *err = fs_read_file(source, &text, &size);

	if (err) {
		error_destroy(err);
		return NULL;
	}
	lines = strv_split(text, '\n');
	for (char **line = lines; *line; line++) {
		const char *c = *line + strspn(*line, " \t");
		_cleanup_free_ char *name = NULL;

		if (*c++ != '#')
			continue;
		c += strspn(c, " \t");
		if (strncmp(c, "include", 7) != 0)
			continue;
		c += 7 + strspn(c + 7, " \t");
		if (*c++ != '"')
			continue;
		name = xstrndup(c, strcspn(c, "\""));
		/* No source that is included in others. */
		if (name[0] && strcmp(name + strlen(name) - 1, "h") == 0)
			strv_append(&ret, name);
	}
	return ret;
}

/* True if the file PATH has the word NAME. */
static bool has_word(const char *path, const char *name)
{
	_cleanup_free_ char *text = NULL;
	struct error *err = fs_read_file(path, &text, NULL);
	size_t length = strlen(name);

	error_destroy(err);
	for (const char *c = err ? NULL : text; c && (c = strstr(c, name)); c += length) {
		bool begins = c == text || !(isalnum((unsigned char)c[-1]) || c[-1] == '_');

		if (begins && !isalnum((unsigned char)c[length]) && c[length] != '_')
			return true;
	}
	return false;
}

/* Puts those of HEADERS first that speak of the function NAME; they are looked for in DIRECTORY. Returns them. */
static char **sort_headers(char **headers, const char *directory, const char *name)
{
	char **ret = NULL;

	for (unsigned has_name = 2; has_name-- > 0;) {
		for (char **header = headers; header && *header; header++) {
			_cleanup_free_ char *path = path_join(directory, *header);

			if (has_word(path, name) == has_name)
				strv_append(&ret, *header);
		}
	}
	strv_destroy(headers);
	return ret;
}

/* What is tried. */
struct attempt {
	struct gen_function_check *check;
	const char *source; /* of the unit */
	const char *name;   /* that is included */
	bool is_unit;
	enum test_style style;
};

/* Takes options out of COMMAND that compilers have anyway. */
static void drop_defaults(char *command)
{
	static const char *const defaults[] = { " -mtune=generic", " -march=x86-64",
						" -fasynchronous-unwind-tables" };

	for (size_t i = 0; i < ARRAY_SIZE(defaults); i++) {
		char *found = strstr(command, defaults[i]);
		size_t length = strlen(defaults[i]);

		if (found && found[length] == ' ')
			memmove(found, found + length, strlen(found + length) + 1);
	}
}

/* Fills in what RUN's unit is compiled and linked with for people, who have no archive of ours. Both are owned by the caller. */
static void find_shown(const struct gen_function_run *run, const char *source, const char *path,
		       char **ret_cflags, char **ret_libs)
{
	const struct program_options *asked = &run->args->harness;
	_cleanup_free_ char *flags =
		gen_function_build_flags(run->build, source, run->directory, path);

	*ret_cflags =
		xasprintf("%s%s%s", flags, *flags && *asked->cflags ? " " : "", asked->cflags);
	*ret_libs = *asked->libs
			    ? xstrdup(asked->libs)
			    : gen_function_build_sources(run->build, run->linked ? run->linked : "",
							 run->directory, path);
}

/* True if FLAGS has OPTION as a whole word. */
static bool has_option(const char *flags, const char *option)
{
	_cleanup_strv_ char **words = strv_split(flags, ' ');

	return strv_contains(words, option);
}

char *gen_function_include_command(const struct gen_function_run *run, enum test_style style,
				   bool is_unit, const char *compiler, const char *file,
				   const char *name, const char *source, const char *shown)
{
	_cleanup_free_ char *whole = program_source(run->entries, run->entry),
			    *directory = shown ? path_dirname(source) : path_dirname(whole);
	const char *libs = style_libs(style);
	struct program_options options = run->harness;
	_cleanup_free_ char *quoted_file = shell_quote(file), *quoted_name = shell_quote(name),
			    *quoted_source = shell_quote(source),
			    *quoted_directory = shell_quote(directory), *files = NULL,
			    *flags = NULL, *all_libs = NULL, *rest = NULL, *shown_cflags = NULL,
			    *shown_libs = NULL, *include = NULL;

	if (shown) {
		find_shown(run, whole, shown, &shown_cflags, &shown_libs);
		options.cflags = shown_cflags;
		options.libs = shown_libs;
	}
	files = is_unit ? xstrdup(quoted_file) : xasprintf("%s %s", quoted_file, quoted_source);
	include = xasprintf("-I%s", quoted_directory);
	flags = is_unit || has_option(options.cflags, include)
			? xstrdup(options.cflags)
			: xasprintf("%s%s-I%s", options.cflags, *options.cflags ? " " : "",
				    quoted_directory);
	all_libs = xasprintf("%s%s%s", options.libs, *options.libs && *libs ? " " : "", libs);
	options.file = files;
	options.name = quoted_name;
	options.cflags = flags;
	options.libs = all_libs;
	rest = program_command(run->entries, run->entry, &options);
	if (shown)
		drop_defaults(rest);
	return xasprintf("%s%s", compiler, rest + strlen("gcc"));
}

/* The same for what is tried, as RUN's version is compiled. */
static char *make_command(const struct attempt *attempt, const struct gen_function_run *run,
			  const char *compiler, const char *file, const char *name,
			  const char *source, const char *shown)
{
	return gen_function_include_command(run, attempt->style, attempt->is_unit, compiler, file,
					    name, source, shown);
}

/* Compiles the tests as they are shown, and runs them; *RET: they pass. *RET_OUTPUT: why they don't compile. */
static struct error *try_it(const struct attempt *attempt, bool *ret, char **ret_output)
{
	const struct gen_function_run *run = attempt->check->run;
	_cleanup_free_ char *file = path_join(run->scratch, "shown.c"),
			    *program = path_join(run->scratch, "shown"), *command = NULL,
			    *compiler = NULL;
	const struct cases_form form = { .style = attempt->style,
					 .include =
						 attempt->is_unit ? attempt->source : attempt->name,
					 .includes_unit = attempt->is_unit,
					 .about = "" };
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	*ret = false;
	*ret_output = NULL;
	cases_write(attempt->check->cases, &form, &text);
	err = fs_write_file(file, strbuf_get(&text), text.length);
	if (err)
		return err;
	/* With -w nothing is an error that is only warned of. */
	compiler = xasprintf("%s%s", compiler_default(),
			     attempt->is_unit ? " -w" : GEN_FUNCTION_STRICT);
	command = make_command(attempt, run, compiler, file, program, attempt->source, NULL);
	return gen_function_check_command(run, command, program, ret, ret_output);
}

struct error *gen_function_include_has_style(const struct gen_function_run *run,
					     enum test_style style, bool *ret)
{
	_cleanup_free_ char *file = path_join(run->scratch, "style.c"), *quoted = shell_quote(file),
			    *command = NULL, *output = NULL;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	style_begin(&text, style);
	err = fs_write_file(file, strbuf_get(&text), text.length);
	if (err)
		return err;
	command = xasprintf("%s %s -E %s", compiler_default(), run->args->harness.cflags, quoted);
	*ret = gen_function_shell(run, command, &output) == 0;
	return NULL;
}

/* Says if the framework is missing. */
static struct error *try_style(struct attempt *attempt)
{
	_cleanup_free_ char *output = NULL, *shortened = NULL;
	const struct gen_function_run *run = attempt->check->run;
	enum test_style style = run->style;
	bool passes, is_there;
	struct error *err;

	if (style == STYLE_ASSERT)
		return NULL;
	err = gen_function_include_has_style(run, style, &is_there);
	if (err)
		return err;
	if (!is_there) {
		print("the tests were tried in the style of assert, not in that of %s: <%s> is missing%s%s\n",
		      style_name(style), style_header(style),
		      *style_package(style) ? ", package " : "", style_package(style));
		return NULL;
	}
	attempt->style = style;
	err = try_it(attempt, &passes, &output);
	if (err || passes)
		return err;
	shortened = gen_function_shorten(output ? output : "");
	return error_create(ERROR_UNUSABLE, "they %s in the style of %s%s%s",
			    output ? "can't be compiled" : "do not pass", style_name(style),
			    output ? ": " : "", shortened);
}

/*
 * Compiles the tests with all mutants, or with the old version, in the form that is tried, and forgets the kills that are not
 * seen then.
 */
static struct error *confirm(const struct attempt *attempt, size_t *ret_lost)
{
	const struct gen_function_run *new = attempt->check->run, *run = new->old ? new->old : new;
	_cleanup_free_ char *file = path_join(run->scratch, "confirmed.c"),
			    *program = path_join(run->scratch, "confirmed"), *command = NULL,
			    *compiler = xasprintf("%s -w", run->compiler), *output = NULL,
			    *shortened = NULL, *source = program_source(run->entries, run->entry);
	const struct cases_form form = { .include = attempt->is_unit ? source : attempt->name,
					 .includes_unit = attempt->is_unit,
					 .about = "",
					 .is_checked = true };
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	*ret_lost = 0;
	if (!cases_write(attempt->check->cases, &form, &text))
		return NULL;
	err = fs_write_file(file, strbuf_get(&text), text.length);
	if (err)
		return err;
	command = make_command(attempt, run, compiler, file, program, source, NULL);
	if (gen_function_shell(run, command, &output) == 0)
		return gen_function_check_confirm(attempt->check, program, ret_lost);
	shortened = gen_function_shorten(output);
	return error_create(ERROR_UNUSABLE, "they can't be compiled with %s: %s",
			    new->old ? "the old version" : "mutants", shortened);
}

/* Tries the header or unit at hand; *RET: the tests pass, and kill what they are said to kill. */
static struct error *try_include(struct attempt *attempt, bool *ret, char **ret_output)
{
	struct gen_function_check *check = attempt->check;
	size_t size = check->run->wanted.count * check->cases->tests.count;
	_cleanup_free_ bool *before = xmemdup(check->kills, size + 1);
	size_t nr_lost = 0;
	struct error *err;

	free(*ret_output);
	err = try_it(attempt, ret, ret_output);
	if (!err && *ret)
		err = confirm(attempt, &nr_lost);
	/* A header may have a macro of the function's name; of the unit the rest is true. */
	if (err || !nr_lost || attempt->is_unit)
		return err;
	memcpy(check->kills, before, size);
	*ret = false;
	return NULL;
}

static struct error *find(struct attempt *attempt, char *const *headers, bool *ret_passes,
			  char **ret_output)
{
	struct error *err = NULL;

	*ret_passes = false;
	attempt->is_unit = false;
	for (; headers && *headers && !err && !*ret_passes; headers++) {
		attempt->name = *headers;
		err = try_include(attempt, ret_passes, ret_output);
	}
	if (err || *ret_passes)
		return err;
	attempt->is_unit = true;
	err = try_include(attempt, ret_passes, ret_output);
	/* Without those that kill nothing, others begin in another state. */
	while (!err && *ret_passes && gen_function_check_drop(attempt->check))
		err = try_include(attempt, ret_passes, ret_output);
	return err;
}

struct error *gen_function_include_find(struct gen_function_check *check, const char *path,
					struct gen_function_include *ret)
{
	const struct gen_function_run *run = check->run;
	_cleanup_free_ char *source = program_source(run->entries, run->entry),
			    *directory = path_dirname(source), *output = NULL, *program = NULL,
			    *from = NULL, *shortened = NULL;
	_cleanup_strv_ char **headers = NULL;
	struct attempt attempt = { .check = check, .source = source, .style = STYLE_ASSERT };
	bool passes;
	struct error *err;

	if (run->entry->flags & DEBUG_IS_EXTERNAL || run->sequences)
		headers = sort_headers(find_headers(source), directory, run->name);
	err = find(&attempt, headers, &passes, &output);
	shortened = gen_function_shorten(output ? output : "");
	if (!err && !passes)
		err = error_create(ERROR_UNUSABLE, "the tests %s%s",
				   output ? "can't be compiled: " : "do not pass together",
				   shortened);
	if (!err)
		err = try_style(&attempt);
	if (err)
		return err;
	from = gen_function_build_path(run->directory, path, source);
	attempt.style = run->style;
	ret->is_unit = attempt.is_unit;
	ret->name = xstrdup(attempt.is_unit ? from : attempt.name);
	program = xstrndup(path_basename(path), strcspn(path_basename(path), "."));
	ret->command = make_command(&attempt, run, "gcc", path_basename(path), program, from, path);
	return NULL;
}
