/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One connection to SQLite: statements, one write transaction, errors. The module knows nothing of
 * remt's tables.
 *
 *   db_open()
 *   db_kept(), db_bind(), db_step()    read
 *   db_kept(), db_bind(), db_write()   write, inside a transaction
 *   db_commit()
 *   db_close()
 *
 * Once a write of db_write() or db_commit() has failed, all further ones fail with the same text:
 * SQLite may have rolled back, and a later commit must not look like success.
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/error.h"

struct db;

enum db_mode {
	/*
	 * The database must exist, and its file is never written. SQLite may make -wal and -shm
	 * beside it.
	 */
	DB_READ,
	DB_WRITE, /* the database is created if it is missing */
};

/*
 * Opens PATH. Refuses a file that is no SQLite database and leaves it alone. The caller ends *RET
 * with db_close().
 */
struct error *db_open(const char *path, enum db_mode mode, struct db **ret) MUST_CHECK;
/*
 * As db_open(). *RET_DAMAGE is always set: the damage that was found, or NULL; the caller frees it.
 */
struct error *db_try(const char *path, enum db_mode mode, struct db **ret,
		     char **ret_damage) MUST_CHECK;
/* True if this process has the file PATH open. */
bool db_is_open(const char *path);
/* True if the pages have sums (store/vfs.h). Those of new databases always do. */
bool db_is_sealed(struct db *db);
/*
 * Returns what was found damaged since the database was opened; NULL: nothing. A database without
 * sums shows no damage.
 */
const char *db_damage(const struct db *db);
/* True if another file has taken the place of the opened one. */
bool db_is_moved(struct db *db);
/* Copies the log into the database. If IS_WHOLE, a part that can't be copied is an error. */
struct error *db_checkpoint(struct db *db, bool is_whole) MUST_CHECK;
/*
 * Reads all pages of a database with sums, except those in the log. The error names the damaged
 * ones.
 */
struct error *db_check(struct db *db) MUST_CHECK;
/* Rolls back what was not committed. NULL is allowed. */
void db_close(struct db *db);
const char *db_path(const struct db *db);

/* Runs a script of statements without results. */
struct error *db_execute(struct db *db, const char *sql) MUST_CHECK;
/* Reads the first column of the first row of a query. *RET is 0 if there is no row. */
struct error *db_get_integer(struct db *db, const char *sql, int64_t *ret) MUST_CHECK;

/* Begins a transaction unless one is open. */
struct error *db_begin(struct db *db) MUST_CHECK;
/* Commits the open transaction, if there is one. */
struct error *db_commit(struct db *db) MUST_CHECK;

/* Prepares a new statement, which the caller finalises (_cleanup_statement_). */
struct error *db_prepare(struct db *db, const char *sql, sqlite3_stmt **ret) MUST_CHECK;
DEFINE_CLEANUP(statement, sqlite3_stmt *, sqlite3_finalize)
#define _cleanup_statement_ _cleanup_(cleanup_statement)

/*
 * Returns a prepared statement that the connection keeps for SQL, reset, for statements that run
 * often. SQL is a literal, whose address is the key. A loop over its rows must not run the same
 * statement in its body.
 */
struct error *db_kept(struct db *db, const char *sql, sqlite3_stmt **ret) MUST_CHECK;

/*
 * Binds the arguments to the parameters from 1 on. A letter of FORMAT stands for each parameter:
 * 'i' for int64_t (cast!), 's' for const char * (NULL is ""), 'b' for const void * and size_t.
 * Texts and bytes must stay valid until the last step.
 */
void db_bind(sqlite3_stmt *statement, const char *format, ...);

/* Steps once. *RET tells whether there is a row. */
struct error *db_step(struct db *db, sqlite3_stmt *statement, bool *ret) MUST_CHECK;
/* Runs a write inside the transaction, which is begun if necessary, and resets the statement. */
struct error *db_write(struct db *db, sqlite3_stmt *statement) MUST_CHECK;

/* Returns a column as text, never NULL. The text is valid until the next step. */
const char *db_text(sqlite3_stmt *statement, int column) RETURNS_NONNULL;

#endif
