/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The programs and libraries of a test: which they are in both versions, and what of them no graph
 * tells. */
#ifndef REUSE_MODULES_H
#define REUSE_MODULES_H

#include "reuse/judge.h"

/* The file PATH as TEST loads it; NULL: it does not. */
const struct snapshot_module *modules_find(const struct snapshot *snapshot,
					   const struct snapshot_test *test, const char *path);

/* True if BASE and OTHER load the same modules and other libraries. */
bool modules_are_alike(const struct snapshot_test *base, const struct snapshot_test *other);

/* True for a shared library that was built without remt. */
bool modules_is_plain_library(const struct snapshot_input *input);

/* Files are the same, and so is what was built without remt; NULL: they are; else why not, owned by
 * the caller. */
char *modules_compare(const struct judge *judge, const struct snapshot_test *old,
		      const struct snapshot_test *new);

#endif
