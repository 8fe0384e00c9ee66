/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies the rows of a database into an empty one of the same format. The schema tells tables and
 * columns. A table with a column "run" has rows of runs; every other table except "run" itself is
 * shared by all runs. A column refers to a shared table if it has that table's name; declared
 * references count, too.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "store/db.h"

/* Copies everything, with tables and format, inside a transaction of TO. */
struct error *copy_all(struct db *from, struct db *to) MUST_CHECK;
/*
 * Copies what can be trusted of a damaged store, as salvage_rest() describes, inside a transaction
 * of TO. Adds to LOST in words what is lost.
 */
struct error *copy_runs(struct db *from, struct db *to, struct strbuf *lost) MUST_CHECK;

#endif
