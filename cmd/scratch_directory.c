/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/scratch_directory.h"

#include <stdlib.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/xalloc.h"

struct error *scratch_directory_make(const char *parent, const char *name, const char *root,
				     struct scratch *ret)
{
	_cleanup_free_ char *directory = NULL, *below = NULL, *prefix = NULL;
	struct error *err;

	if (!parent)
		parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	err = path_resolve(parent, &directory);
	if (err)
		return err;
	below = root ? path_below(root, directory) : NULL;
	if (below)
		return error_create(ERROR_USAGE, "--scratch must lie outside the project (%s)",
				    root);
	prefix = xasprintf("remt-%s-", name);
	return scratch_create_in(directory, prefix, ret);
}
