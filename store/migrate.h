/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a database to the format of this remt, or says why that is impossible. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "store/db.h"

#define STORE_APPLICATION_ID 0x72656d74 /* "remt" */
#define STORE_FORMAT	     6		/* PRAGMA user_version */

/* A script that changes format `from` to format `from` + 1. */
struct migration {
	int from;
	const char *sql; /* NULL ends a list */
};

/* A kind of database. */
struct layout {
	int application_id;		    /* PRAGMA application_id */
	int format;			    /* PRAGMA user_version */
	const char *schema;		    /* script that creates the format */
	const struct migration *migrations; /* migrations from 1 to `format` - 1, without gaps */
};

/* The layout of the store. */
extern const struct layout store_layout;

/*
 * Checks that DB has the layout. In write mode creates or migrates DB, each step in one
 * transaction. Refuses databases of other programs and newer formats, and in read mode older
 * formats and empty databases.
 */
struct error *migrate_to(struct db *db, enum db_mode mode, const struct layout *layout) MUST_CHECK;

#endif
