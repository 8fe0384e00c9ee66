/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/seeds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wordexp.h>

#include "common/fs.h"
#include "common/plural.h"
#include "common/strv.h"
#include "common/xalloc.h"

/* What commands are made of: standard input, which each command has for itself, and the files. */
struct making {
	const struct gen_seeds_opts *opts;
	VEC(struct command_file) files;
	struct gen_seeds *seeds;
};

static struct error *read_file(const char *path, struct command_file *ret)
{
	char *bytes = NULL;
	struct error *err = path ? fs_read_file(path, &bytes, &ret->size) : NULL;

	ret->bytes = (unsigned char *)bytes;
	return err;
}

bool gen_seeds_keep(const uint64_t *kept, size_t nr_kept, uint64_t number)
{
	for (size_t i = 0; i < nr_kept; i++) {
		if (kept[i] == number)
			return true;
	}
	return false;
}

/* True if ARGUMENT, which has that NUMBER from 1 on, is no input. */
static bool is_kept(const struct gen_seeds_opts *opts, const char *argument, uint64_t number)
{
	if (gen_seeds_keep(opts->kept, opts->nr_kept, number))
		return true;
	for (size_t i = 0; i < opts->nr_files; i++) {
		if (strcmp(opts->files[i], argument) == 0)
			return true;
	}
	return false;
}

/* Adds the command of ARGUMENTS with the file INPUT, or nothing, as its standard input. */
static struct error *add_command(struct making *making, char *const *arguments, const char *input)
{
	size_t number = strv_count(arguments);
	_cleanup_free_ bool *kept = xcalloc(number + 1, sizeof(*kept));
	struct command_file *own = &making->files.items[0];
	struct error *err = read_file(input, own);

	for (size_t i = 0; i < number; i++)
		kept[i] = is_kept(making->opts, arguments[i], i + 1);
	for (size_t i = 0; i < making->opts->nr_kept && !err; i++) {
		if (making->opts->kept[i] > number)
			err = error_create(ERROR_USAGE,
					   "--keep=%" PRIu64 ": the programs get %zu argument%s",
					   making->opts->kept[i], number, plural(number));
	}
	if (!err) {
		struct command *command = vec_add(&making->seeds->commands);

		command_init(command, arguments, kept, making->files.items, making->files.count);
		gen_variables_add(making->opts->variables, NULL, command);
	}
	free(own->bytes);
	*own = (struct command_file){ 0 };
	return err;
}

static struct error *read_files(struct making *making)
{
	const struct gen_seeds_opts *opts = making->opts;
	struct error *err = NULL;

	vec_push(&making->files, ((struct command_file){ 0 })); /* standard input */
	for (size_t i = 0; i < opts->nr_files && !err; i++) {
		struct command_file *file = vec_add(&making->files);

		file->name = opts->files[i];
		err = strchr(file->name, '\n')
			      ? error_create(ERROR_USAGE, "a name of a file with a line's end: %s",
					     file->name)
			      : read_file(file->name, file);
	}
	return err;
}

const char *gen_seeds_own(struct gen_seeds *seeds, const char *name)
{
	size_t number = strv_count(seeds->names);

	strv_append(&seeds->names, name);
	return seeds->names[number];
}

/* ---- the list */

/* Returns the first `<` of LINE that stands in no quotes; NULL: there is none. */
static char *find_redirection(char *line)
{
	char quote = 0;

	for (; *line; line++) {
		if (*line == '\\' && quote != '\'' && line[1])
			line++;
		else if (quote)
			quote = *line == quote ? 0 : quote;
		else if (*line == '\'' || *line == '"')
			quote = *line;
		else if (*line == '<')
			return line;
	}
	return NULL;
}

/* Reads TEXT as a shell reads words, but for commands; false: it makes no sense. */
static bool read_words(const char *text, wordexp_t *ret)
{
	if (wordexp(text, ret, WRDE_NOCMD | WRDE_UNDEF) == 0)
		return true;
	*ret = (wordexp_t){ 0 };
	return false;
}

static struct error *add_line(struct making *making, char *line, bool *is_read)
{
	char *redirection = find_redirection(line);
	wordexp_t words = { 0 }, input = { 0 };
	struct error *err = NULL;

	if (redirection)
		*redirection++ = '\0';
	*is_read = read_words(line, &words) &&
		   (!redirection || (read_words(redirection, &input) && input.we_wordc == 1));
	if (*is_read)
		err = add_command(making, words.we_wordv, redirection ? input.we_wordv[0] : NULL);
	wordfree(&words);
	wordfree(&input);
	return err;
}

static struct error *read_list(struct making *making)
{
	const char *path = making->opts->list;
	_cleanup_free_ char *text = NULL;
	_cleanup_strv_ char **lines = NULL;
	size_t size;
	struct error *err = fs_read_file(path, &text, &size);

	if (err)
		return err;
	if (strlen(text) != size)
		return error_create(ERROR_UNUSABLE, "%s: this is no text", path);
	lines = strv_split(text, '\n');
	for (size_t i = 0; lines[i] && !err; i++) {
		const char *first = lines[i] + strspn(lines[i], " \t");
		bool is_read;

		if (!*first || *first == '#')
			continue;
		err = add_line(making, lines[i], &is_read);
		if (err)
			return error_wrap(err, "%s:%zu", path, i + 1);
		if (!is_read)
			return error_create(ERROR_UNUSABLE, "%s:%zu: no words of a command", path,
					    i + 1);
	}
	return err;
}

struct error *gen_seeds_read(const struct gen_seeds_opts *opts, struct gen_seeds *ret)
{
	struct making making = { .opts = opts, .seeds = ret };
	struct error *err = read_files(&making);

	if (!err && (opts->arguments[0] || opts->input || !(opts->list || opts->has_others)))
		err = add_command(&making, opts->arguments, opts->input);
	if (!err && opts->list)
		err = read_list(&making);
	if (!err && !ret->commands.count && !opts->has_others)
		err = error_create(ERROR_UNUSABLE, "%s has no commands", opts->list);
	for (size_t i = 0; i < making.files.count; i++)
		free(making.files.items[i].bytes);
	vec_deinit(&making.files);
	return err;
}

void gen_seeds_deinit(struct gen_seeds *seeds)
{
	for (size_t i = 0; i < seeds->commands.count; i++)
		command_deinit(&seeds->commands.items[i]);
	vec_deinit(&seeds->commands);
	strv_destroy(seeds->names);
}
