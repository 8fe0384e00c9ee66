/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies a database row by row into a new one with sums, which takes its place. This gives sums to
 * a store of an earlier remt, and keeps what can be trusted of a damaged one.
 */
#ifndef STORE_SALVAGE_H
#define STORE_SALVAGE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"

/* Copies the whole database PATH, which nobody has open and which is not damaged. */
struct error *salvage_all(const char *path) MUST_CHECK;
/*
 * Copies what can be trusted of the damaged database PATH: the runs that are whole, and the last
 * run without its lost cells if it is unfinished and has lost nothing else. If it has no runs,
 * nothing is copied. The damaged database is renamed to PATH with SALVAGE_SUFFIX. *RET, which the
 * caller frees, tells what is lost.
 */
struct error *salvage_rest(const char *path, bool has_runs, char **ret) MUST_CHECK;
/* Renames the database PATH and its log to the names of a damaged one. */
struct error *salvage_set_aside(const char *path) MUST_CHECK;

#define SALVAGE_SUFFIX ".damaged"

#endif
