/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where two versions of a program differ, and how far it is from a branch of a path to there. Changed are
 * nodes that the other version does not have, and those from which an edge leads elsewhere there. All is known
 * from the graphs and the IR of the two files; of shared libraries nothing is.
 */
#ifndef PATHS_CHANGE_H
#define PATHS_CHANGE_H

#include <stddef.h>

#include "common/error.h"
#include "remt/path.h"

struct change;

/*
 * Compares PROGRAMS, the old version and the new one, which are borrowed. ERROR_UNUSABLE: one has no graph,
 * or is damaged.
 */
struct error *change_find(const char *const programs[2], struct change **ret) MUST_CHECK;

/*
 * The same, but all of the NUMBER FUNCTIONS, of either version, counts as what has changed, and nothing else.
 * ERROR_UNUSABLE also if neither version has a function of one of the names.
 */
struct error *change_take(const char *const programs[2], const char *const *functions,
			  size_t number, struct change **ret) MUST_CHECK;

/*
 * Returns the number of edges from the side that ROW, of VERSION's path, did not take to the nearest changed
 * node. If no way is known, one more than the farthest that is.
 */
uint32_t change_distance(struct change *change, unsigned version,
			 const struct remt_path_condition *row);

/* NULL is ignored. */
void change_destroy(struct change *change);

#endif
