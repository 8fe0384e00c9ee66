/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether anything has changed since the last run: if not, all its verdicts hold. */
#ifndef REUSE_UNCHANGED_H
#define REUSE_UNCHANGED_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

struct unchanged {
	bool is_unchanged;
	uint64_t nr_cells; /* that have a verdict, if so */
	char *started;	   /* of the last run; NULL unless is_unchanged; owned */
};

/*
 * Of the last run in the store DIRECTORY, which must have finished, and REQUEST, the hash of all
 * that is asked for now. A store that can't be read tells nothing, which is no error here.
 */
struct unchanged unchanged_find(const char *directory, const char *request) MUST_CHECK;
void unchanged_deinit(struct unchanged *unchanged);

#endif
