/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of one database put into another one of the same format, which is empty.  Tables and
 * columns are those that the schema has.  A table with a column "run" holds rows of runs, any other
 * but "run" itself is shared by all; a column with the name of a shared table refers to it,
 * as the declared references do.
 */
#ifndef STORE_COPY_H
#define STORE_COPY_H

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "store/db.h"

/* Both make the tables, and set the format, inside a transaction of TO. */
struct error *copy_all(struct db *from, struct db *to) MUST_CHECK;
/* Of a damaged store, as salvage_rest() does.  Adds to LOST what is lost, in words. */
struct error *copy_runs(struct db *from, struct db *to, struct strbuf *lost) MUST_CHECK;

#endif
