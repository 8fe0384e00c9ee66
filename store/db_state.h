/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A connection, private to db.c and to db_error.c, which makes errors of SQLite's result codes. */
#ifndef STORE_DB_STATE_H
#define STORE_DB_STATE_H

#include <sys/types.h>

#include "common/vec.h"
#include "store/db.h"

struct kept {
	const char *sql;
	sqlite3_stmt *statement;
};

struct db {
	sqlite3 *handle;
	char *path;
	bool in_transaction;
	char *damage;  /* what was found damaged first; NULL: nothing */
	char *failure; /* text of the first failed write; NULL: none */
	VEC(struct kept) kept;
	dev_t device; /* device and inode of the file when it was opened */
	ino_t inode;
	struct db *next;
};

/* Makes the error of the last call on DB, which did WHAT ("reading") and returned CODE. */
struct error *db_error(struct db *db, int code, const char *what) MUST_CHECK;
/* Makes the error that DB is damaged, and remembers in DB what is. */
struct error *db_error_damage(struct db *db, int code) MUST_CHECK;

#endif
