/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a database to this remt's format, or says why that is impossible. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "store/db.h"

#define STORE_APPLICATION_ID 0x72656d74 /* "remt" */
#define STORE_FORMAT	     10		/* PRAGMA user_version */

/* A script that changes format `from` to format `from` + 1. */
struct migration {
	int from;
	const char *sql; /* NULL ends a list */
};

/* A kind of database. */
struct layout {
	int application_id; /* PRAGMA application_id */
	int format;	    /* PRAGMA user_version */
	int sealed_since;   /* first format whose pages have sums (store/vfs.h) */
	const char *schema; /* script that makes the tables of `format` */
	bool has_runs;	    /* the table "run" has runs that are independent of each other */
	const struct migration *migrations; /* one for each format from 1 to `format` - 1 */
};

extern const struct layout store_layout;

/*
 * Checks that DB is of the layout. In write mode it also creates or migrates DB, each step in one
 * transaction. Refuses foreign databases, newer formats, databases that have lost their sums, and
 * in read mode older formats.
 */
struct error *migrate_to(struct db *db, enum db_mode mode, const struct layout *layout) MUST_CHECK;

/*
 * *RET becomes true if DB has an older format without sums, and must be copied first to get them.
 */
struct error *migrate_lacks_sums(struct db *db, const struct layout *layout, bool *ret) MUST_CHECK;

#endif
