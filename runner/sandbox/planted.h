/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that are written for a run, and the state of all that is seen then. If nothing but these was changed since,
 * the same files can be written anew, and the view need not be.
 */
#ifndef RUNNER_SANDBOX_PLANTED_H
#define RUNNER_SANDBOX_PLANTED_H

#include <stdbool.h>
#include <sys/stat.h>

#include "common/vec.h"

/* A file, or a directory that it lies in. */
struct planted_entry {
	unsigned tree;
	char *name; /* in the upper layer */
	struct stat status;
};

/* A struct of zero bytes is valid and has none. */
struct planted {
	char **paths; /* NULL: none */
	VEC(struct planted_entry) entries;
};

void planted_forget(struct planted *planted);

/* Adds the file PATH, which NAME is in the tree whose upper layer is UPPER; false: it is no file there. */
bool planted_add(struct planted *planted, unsigned tree, int upper, const char *name,
		 const char *path);

/* True if nobody has changed the entry in UPPER. */
bool planted_entry_is_same(const struct planted_entry *entry, int upper);

#endif
