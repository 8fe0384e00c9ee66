/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds out whether anything has changed since the last run. If nothing has, all verdicts of that
 * run hold.
 */
#ifndef REUSE_UNCHANGED_H
#define REUSE_UNCHANGED_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct unchanged {
	bool is_unchanged;
	uint64_t nr_cells; /* number of cells that have a verdict, if is_unchanged */
	char *started;	   /* when the last run was started; NULL unless is_unchanged; owned */
};

/*
 * Compares the present with the last run in the store DIRECTORY, which must have finished. REQUEST
 * is the hash of all that is asked for now. A store that can't be read makes is_unchanged false,
 * and is no error here. The caller gives the result to unchanged_deinit().
 */
struct unchanged unchanged_find(const char *directory, const char *request) MUST_CHECK;
void unchanged_deinit(struct unchanged *unchanged);

#endif
