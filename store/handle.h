/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open store, shared by the files of store/ and by nobody else. */
#ifndef STORE_HANDLE_H
#define STORE_HANDLE_H

#include "store/db.h"
#include "store/store.h"

struct store {
	struct db *db;
	int lock_fd;		  /* -1: reader */
	int64_t run;		  /* key of the current run; 0: none yet */
	char *damage;		  /* see store_damage() */
	struct store_run run_row; /* its texts, owned, handed out by store_get_run() */
};

/* ERROR_UNUSABLE unless there is a current run. */
struct error *store_need_run(struct store *store) MUST_CHECK;

/* What a column says, in a store that may be damaged. */
static inline enum store_oracle store_oracle(int64_t value)
{
	return value == STORE_ORACLE_OUTPUT ? STORE_ORACLE_OUTPUT : STORE_ORACLE_TEST;
}

/* Frees the texts of RUN, which must be owned. */
void store_free_run(struct store_run *run);

/* Gives a statement's current row to the user's callback. */
typedef struct error *store_row_fn(sqlite3_stmt *statement, void *arg);

/* Calls ROW for each row of SQL, whose parameters are the run and, if it has a second, MUTANT. */
struct error *store_each_row(struct store *store, const char *sql, int64_t mutant,
			     store_row_fn *row, void *arg) MUST_CHECK;

/*
 * Finds by the query SELECT the key of IDENTITY, or makes it by the statement
 * INSERT; both literals with one parameter.
 */
struct error *store_identity_key(struct store *store, const char *select, const char *insert,
				 const char *identity, int64_t *ret) MUST_CHECK;
/* Of the file with that name. */
struct error *store_input_key(struct store *store, const char *path, int64_t *ret) MUST_CHECK;

#endif
