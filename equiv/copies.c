/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equiv/copies.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"

static int compare(const void *a, const void *b)
{
	const struct equiv_copy *x = a, *y = b;

	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return x->alternative < y->alternative ? -1 : x->alternative > y->alternative;
}

static bool read_line(const char *line, struct equiv_copy *ret)
{
	unsigned is_same;
	char rest;

	if (sscanf(line, "%" SCNu32 " %" SCNu32 " %" SCNu32 " %" SCNu64 " %" SCNu64 " %u%c",
		   &ret->site, &ret->alternative, &ret->function, &ret->early, &ret->late, &is_same,
		   &rest) != 6)
		return false;
	ret->is_same = is_same != 0;
	return true;
}

struct error *equiv_copies_read(const char *path, struct equiv_copies *ret)
{
	_cleanup_free_ char *text = NULL;
	char *rest, *line;
	struct error *err = fs_read_file(path, &text, NULL);

	if (err)
		return err;
	for (rest = text; (line = strsep(&rest, "\n")) && *line;) {
		if (!read_line(line, vec_add(&ret->items)))
			return error_create(ERROR_UNUSABLE, "%s does not tell of copies: %s", path,
					    line);
	}
	if (ret->items.count)
		qsort(ret->items.items, ret->items.count, sizeof(*ret->items.items), compare);
	return NULL;
}
