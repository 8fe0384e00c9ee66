/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has become of each function between two versions of a program, by their graphs (graph/difference.h). */
#ifndef CMD_GEN_CHANGED_CHANGES_H
#define CMD_GEN_CHANGED_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/* A function of the new version. */
struct gen_changes_row {
	char *file, *name; /* as users see them; owned */
	/* by version: the source of its unit, as on the command line; NULL: the old version has no such function; owned */
	char *inputs[2];
	bool is_changed;
	bool is_written; /* and so has its text: not only what types or macros make of it */
	char *callee;	 /* a changed function that it calls; NULL: none; owned */
};

struct gen_changes {
	VEC(struct gen_changes_row) rows; /* in the order of the program */
	size_t nr_removed;		  /* functions that the old version alone has */
};

/* Compares the files PATHS, old and new. RET is for gen_changes_deinit() in any case. */
struct error *gen_changes_find(const char *const paths[2], struct gen_changes *ret) MUST_CHECK;
void gen_changes_deinit(struct gen_changes *changes);

#endif
