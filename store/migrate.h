/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a database to the format of this remt, or says why that is impossible. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "store/db.h"

#define STORE_APPLICATION_ID 0x72656d74 /* "remt" */
#define STORE_FORMAT	     8		/* PRAGMA user_version */

/* A script that changes format `from` to format `from` + 1. */
struct migration {
	int from;
	const char *sql; /* NULL ends a list */
};

/* A kind of database. */
struct layout {
	int application_id; /* PRAGMA application_id */
	int format;	    /* PRAGMA user_version */
	int sealed_since;   /* the first format whose pages have sums (store/vfs.h) */
	const char *schema; /* script that makes that format */
	bool has_runs;	    /* in a table "run": each one stands for itself */
	const struct migration *migrations; /* numbered from 1 on without gaps up to `format` - 1 */
};

/* The layout of the store. */
extern const struct layout store_layout;

/*
 * Checks that DB is of the layout and, in write mode, creates or migrates it, each
 * step in one transaction.  Refuses foreign databases and newer formats, those that have lost their
 * sums, and in read mode older ones.
 */
struct error *migrate_to(struct db *db, enum db_mode mode, const struct layout *layout) MUST_CHECK;

/* *RET: DB is of an older format of the layout, and must be copied to get sums first. */
struct error *migrate_lacks_sums(struct db *db, const struct layout *layout, bool *ret) MUST_CHECK;

#endif
