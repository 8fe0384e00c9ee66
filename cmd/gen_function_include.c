/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_function_include.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "caller/program.h"
#include "cmd/compiler.h"
#include "cmd/gen_function_shell.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* What a header has to declare is not guessed. */
#define STRICT " -Werror=implicit-function-declaration -Werror=implicit-int"

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

/* Returns TO as a path from the directory FROM; both are absolute. The caller frees. */
static char *path_from(const char *from, const char *to)
{
	struct strbuf ret = { 0 };
	size_t common = 0;

	for (size_t i = 0;; i++) {
		bool ends_from = !from[i] || from[i] == '/', ends_to = !to[i] || to[i] == '/';

		if (ends_from && ends_to)
			common = i;
		if (!from[i] || !to[i] || from[i] != to[i])
			break;
	}
	for (const char *c = from + common; *c; c++) {
		if (*c == '/' && c[1])
			strbuf_adds(&ret, "../");
	}
	strbuf_adds(&ret, to + common + (to[common] == '/'));
	return strbuf_take(&ret);
}

/* What is tried. */
struct attempt {
	struct gen_function_check *check;
	const char *source;    /* of the unit */
	const char *directory; /* of the source */
	const char *name;      /* that is included */
	bool is_unit;
	enum test_style style;
};

/* Returns the command that compiles FILE as NAME; the caller frees. COMPILER is its beginning. */
static char *make_command(const struct attempt *attempt, const char *compiler, const char *file,
			  const char *name, const char *source)
{
	const struct gen_function_run *run = attempt->check->run;
	const char *libs = style_libs(attempt->style);
	struct program_options options = run->harness;
	_cleanup_free_ char *quoted_file = shell_quote(file), *quoted_name = shell_quote(name),
			    *quoted_source = shell_quote(source),
			    *quoted_directory = shell_quote(attempt->directory), *files = NULL,
			    *flags = NULL, *all_libs = NULL, *rest = NULL;

	files = attempt->is_unit ? xstrdup(quoted_file)
				 : xasprintf("%s %s", quoted_file, quoted_source);
	flags = attempt->is_unit ? xstrdup(options.cflags)
				 : xasprintf("%s%s-I%s", options.cflags, *options.cflags ? " " : "",
					     quoted_directory);
	all_libs = xasprintf("%s%s%s", options.libs, *options.libs && *libs ? " " : "", libs);
	options.file = files;
	options.name = quoted_name;
	options.cflags = flags;
	options.libs = all_libs;
	rest = program_command(run->entries, run->entry, &options);
	return xasprintf("%s%s", compiler, rest + strlen("gcc"));
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
	compiler = xasprintf("%s%s", compiler_default(), attempt->is_unit ? " -w" : STRICT);
	command = make_command(attempt, compiler, file, program, attempt->source);
	return gen_function_check_command(attempt->check, command, program, ret, ret_output);
}

/* Says if the framework is missing. */
static struct error *try_style(struct attempt *attempt)
{
	_cleanup_free_ char *output = NULL, *shortened = NULL;
	enum test_style style = attempt->check->run->args->style;
	bool passes;
	struct error *err;

	if (style == STYLE_ASSERT)
		return NULL;
	attempt->style = style;
	err = try_it(attempt, &passes, &output);
	if (err || passes)
		return err;
	if (!output)
		return error_create(ERROR_UNUSABLE, "they do not pass in the style of %s",
				    style_name(style));
	shortened = gen_function_shorten(output);
	if (!strstr(output, style_header(style)))
		return error_create(ERROR_UNUSABLE, "they can't be compiled in the style of %s: %s",
				    style_name(style), shortened);
	print("the tests were tried in the style of assert, not in that of %s: <%s> is missing%s%s\n",
	      style_name(style), style_header(style), *style_package(style) ? ", package " : "",
	      style_package(style));
	return NULL;
}

/* Compiles the tests with all mutants, in the form that is tried, and forgets the kills that are not seen then. */
static struct error *confirm(const struct attempt *attempt, size_t *ret_lost)
{
	const struct gen_function_run *run = attempt->check->run;
	_cleanup_free_ char *file = path_join(run->scratch, "confirmed.c"),
			    *program = path_join(run->scratch, "confirmed"), *command = NULL,
			    *compiler = xasprintf("%s -w", run->compiler), *output = NULL,
			    *shortened = NULL;
	const struct cases_form form = { .include =
						 attempt->is_unit ? attempt->source : attempt->name,
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
	command = make_command(attempt, compiler, file, program, attempt->source);
	if (gen_function_shell(run, command, &output) == 0)
		return gen_function_check_confirm(attempt->check, program, ret_lost);
	shortened = gen_function_shorten(output);
	return error_create(ERROR_UNUSABLE, "they can't be compiled with mutants: %s", shortened);
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
			    *directory = path_dirname(source), *absolute = NULL, *place = NULL,
			    *output = NULL, *program = NULL, *from = NULL, *shortened = NULL;
	_cleanup_strv_ char **headers = NULL;
	struct attempt attempt = {
		.check = check, .source = source, .directory = directory, .style = STYLE_ASSERT
	};
	bool passes;
	struct error *err;

	if (run->entry->flags & DEBUG_IS_EXTERNAL)
		headers = find_headers(source);
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
	absolute = path_absolute(run->directory, path);
	place = path_dirname(absolute);
	from = path_from(place, source);
	attempt.style = run->args->style;
	ret->is_unit = attempt.is_unit;
	ret->name = xstrdup(attempt.is_unit ? from : attempt.name);
	program = xstrndup(path_basename(path), strcspn(path_basename(path), "."));
	ret->command = make_command(&attempt, "gcc", path_basename(path), program, from);
	return NULL;
}
