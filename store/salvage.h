/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies a database, row by row, into a new one with sums, which takes its place: a store without
 * sums, as earlier versions of remt made them, or what can be trusted of a damaged one.
 */
#ifndef STORE_SALVAGE_H
#define STORE_SALVAGE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* All tables and rows of the database PATH, which nobody has open and which is not damaged. */
struct error *salvage_all(const char *path) MUST_CHECK;
/*
 * Of a damaged store: the runs that are whole; of the last run, if it is unfinished and nothing but
 * cells are lost, the others.  Of a database without runs: nothing.  PATH is then
 * a new database, and the damaged one has the name PATH and SALVAGE_SUFFIX.  *RET, owned by
 * the caller: what is lost.
 */
struct error *salvage_rest(const char *path, bool has_runs, char **ret) MUST_CHECK;
/* Gives the database PATH, with its log, the name that a damaged one has. */
struct error *salvage_set_aside(const char *path) MUST_CHECK;

#define SALVAGE_SUFFIX ".damaged"

#endif
