/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/functions/into.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/gen/test/style.h"
#include "cmd/text_diff.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"

struct error *gen_functions_into_open(const char *path, struct gen_functions_into *ret)
{
	size_t size;
	struct error *err = fs_read_file(path, &ret->text, &size);

	if (!err && strlen(ret->text) != size)
		err = error_create(ERROR_UNUSABLE, "%s is no text", path);
	if (err)
		return error_wrap(err, "--into");
	ret->path = path;
	ret->style = gen_style_of(path);
	err = insertion_find(ret->text, ret->style, &ret->place);
	return error_wrap(err, "--into: %s", path);
}

void gen_functions_into_close(struct gen_functions_into *into)
{
	insertion_deinit(&into->place);
	gen_functions_unit_deinit(&into->all);
	free(into->text);
}

char *gen_functions_into_compiler(const struct gen_functions_into *into, const char *compiler)
{
	_cleanup_free_ char *directory = path_dirname(into->path), *quoted = shell_quote(directory);

	return xasprintf("%s -iquote %s", compiler, quoted);
}

char *gen_functions_into_name(const struct gen_functions_into *into, const char *directory)
{
	_cleanup_free_ char *name = xasprintf("%s.patch", path_basename(into->path));

	return path_join(directory, name);
}

void gen_functions_into_write(const struct gen_functions_into *into, const struct cases_form *form,
			      const struct gen_functions_item *const *items, size_t nr_items,
			      struct test_piece *pieces, bool is_trap, struct strbuf *ret)
{
	struct test_piece trap = { 0 };

	for (size_t i = 0; i < nr_items; i++)
		pieces[i].include =
			insertion_includes(&into->place, items[i]->file) ? NULL : items[i]->include;
	if (is_trap) {
		test_piece_trap(&pieces[nr_items - 1], &trap);
		pieces[nr_items - 1].tests = trap.tests;
	}
	insertion_write(&into->place, form, pieces, nr_items, ret);
	test_piece_deinit(&trap);
}

char *gen_functions_into_explain(const struct gen_functions_into *into, const char *why)
{
	if (!why)
		return xasprintf("they need the unit, which %s does not include", into->path);
	return xasprintf("in %s: %s", into->path, why);
}

/* Returns how the patch names the source: from the working directory, or from the root; the caller frees. */
static struct error *find_shown(const char *path, char **ret)
{
	_cleanup_free_ char *directory = NULL, *real = NULL, *below = NULL;
	struct error *err = path_working_directory(&directory);

	if (!err)
		err = path_resolve(path, &real);
	if (err)
		return err;
	below = path_below(directory, real);
	*ret = below && *below ? TAKE(below) : xstrdup(real + strspn(real, "/"));
	return NULL;
}

struct error *gen_functions_into_patch(const struct gen_functions_into *into, const char *text,
				       const char *path)
{
	_cleanup_free_ char *shown = NULL, *patch = NULL;
	struct error *err = find_shown(into->path, &shown);

	if (!err)
		patch = text_diff_patch(shown, into->text, text);
	if (!err && !patch)
		err = error_create(ERROR_INTERNAL, "diff can't be run");
	if (err)
		return error_wrap(err, "writing %s", path);
	return destination_write(path, patch, strlen(patch), 0);
}
