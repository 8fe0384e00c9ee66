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

struct error *gen_functions_into_patch(const struct gen_functions_into *into, const char *text,
				       const char *path)
{
	_cleanup_free_ char *name = path_normalise(into->path),
			    *lines = text_diff(into->text, text, UINT32_MAX - 2), *patch = NULL;
	const char *shown = name + strspn(name, "/");

	patch = xasprintf("--- a/%s\n+++ b/%s\n%s", shown, shown, lines);
	return destination_write(path, patch, strlen(patch), 0);
}
