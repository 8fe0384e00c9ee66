/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/test/patches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/text_diff.h"
#include "common/c_string.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/vec.h"

void gen_patches_close(struct gen_patches *patches)
{
	vec_deinit(&patches->written);
	new_directory_close(&patches->directory);
}

/* A file with literals that a command changes. */
struct patching {
	const struct gen_patches_opts *opts;
	const struct command *command;
	const struct source *source;
	size_t end;	  /* of the bytes that are not copied yet, from their end on */
	char *text;	  /* what comes behind them; owned */
	bool has_no_diff; /* diff can't be run */
};

/* Puts the literal INDEX in place, which lies before all that were. */
static bool put_literal(struct patching *patching, size_t index)
{
	const struct ir_literal *place = patching->opts->literals->items.items[index].place;
	const char *value = patching->command->literals[index].value;
	_cleanup_strbuf_ struct strbuf read = { 0 }, text = { 0 };
	const char *behind;
	size_t at;

	if (!source_find(patching->source, place->line, place->column, &at))
		return false;
	behind = c_string_read(patching->source->text + at, &read);
	if (!behind || strcmp(strbuf_get(&read), place->text) != 0)
		return false;
	c_string_add(&text, value, strlen(value));
	strbuf_add(&text, behind, patching->end - (size_t)(behind - patching->source->text));
	strbuf_adds(&text, patching->text);
	free(patching->text);
	patching->text = strbuf_take(&text);
	patching->end = at;
	return true;
}

static bool is_changed(const struct patching *patching, size_t index)
{
	return strcmp(patching->opts->literals->items.items[index].place->text,
		      patching->command->literals[index].value) != 0;
}

/* Adds the difference of the file to PATCH; false: diff can't be run. */
static bool add_file(struct patching *patching, const char *path, struct strbuf *patch)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	_cleanup_free_ char *name = path_normalise(path), *lines = NULL;
	const char *shown = name + strspn(name, "/");

	strbuf_add(&text, patching->source->text, patching->end);
	strbuf_adds(&text, patching->text);
	lines = text_diff_patch(shown, patching->source->text, strbuf_get(&text));
	strbuf_adds(patch, lines ? lines : "");
	patching->has_no_diff = !lines;
	return lines;
}

/* Returns the source of a literal; NULL: it is not what was compiled, or is no text. */
static const struct source *find_source(const struct patching *patching,
					const struct ir_literal *place)
{
	const struct gen_source *file =
		gen_source_find(patching->opts->sources, 1, place->uid, place->file);

	return file->state == GEN_SOURCE_FOUND && strlen(file->text.text) == file->text.size
		       ? &file->text
		       : NULL;
}

/* Adds the patch of the literals in the file of the one before END; *END gets where that file begins among them. */
static bool patch_file(struct patching *patching, size_t *end, struct strbuf *patch)
{
	const struct gen_literal *items = patching->opts->literals->items.items;
	const char *path = items[*end - 1].place->file;
	bool done = true, has_any = false;

	patching->source = NULL;
	patching->text = calloc(1, 1);
	for (; *end && done && strcmp(items[*end - 1].place->file, path) == 0; --*end) {
		if (!is_changed(patching, *end - 1))
			continue;
		if (!has_any)
			patching->source = find_source(patching, items[*end - 1].place);
		if (!has_any && patching->source)
			patching->end = patching->source->size;
		has_any = true;
		done = patching->source && put_literal(patching, *end - 1);
	}
	if (has_any && done)
		done = add_file(patching, path, patch);
	free(patching->text);
	return done;
}

/* *RET: there is a patch. ERROR_INTERNAL: diff can't be run. */
static struct error *make_patch(const struct gen_patches_opts *opts, const struct command *command,
				struct strbuf *patch, bool *ret)
{
	struct patching patching = { .opts = opts, .command = command };
	bool done = true;

	for (size_t end = command->nr_literals; end && done;)
		done = patch_file(&patching, &end, patch);
	*ret = done && patch->length;
	return patching.has_no_diff ? error_create(ERROR_INTERNAL, "diff can't be run") : NULL;
}

static struct error *write_patch(struct gen_patches *patches, const struct gen_patches_opts *opts,
				 const struct search *search, size_t index)
{
	struct search_difference found = search_difference(search, index);
	struct command *command = explorer_command(found.explorer);
	_cleanup_strbuf_ struct strbuf patch = { 0 };
	char name[32];
	bool is_made;
	struct error *err;

	command_set(command, opts->name, found.difference->inputs);
	err = make_patch(opts, command, &patch, &is_made);
	if (err)
		return err;
	vec_push(&patches->written, is_made);
	patches->nr_written += is_made;
	snprintf(name, sizeof(name), "%zu.patch", index + 1);
	return is_made ? fs_write_file(name, strbuf_get(&patch), patch.length) : NULL;
}

struct error *gen_patches_write(struct gen_patches *patches, const struct gen_patches_opts *opts,
				const struct search *search)
{
	struct error *err = NULL;

	/* The path itself may lead into a view by now. */
	if (fchdir(patches->directory.fd) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "the directory");
	for (size_t i = 0; i < search_nr_differences(search) && !err; i++)
		err = write_patch(patches, opts, search, i);
	patches->is_complete = !err;
	return error_wrap(err, "patches in %s", patches->directory.path);
}
