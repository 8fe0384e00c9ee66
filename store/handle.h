/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open store. Only the files of store/ include this header. */
#ifndef STORE_HANDLE_H
#define STORE_HANDLE_H

#include "store/db.h"
#include "store/store.h"

struct store {
	struct db *db;
	int lock_fd;  /* -1: reader */
	int64_t run;  /* key of the current run; 0: none yet */
	char *damage; /* what was found damaged at the opening; NULL: nothing */
	/* The run that store_get_run() has returned, with texts owned here. */
	struct store_run run_row;
};

/* Returns ERROR_UNUSABLE if there is no current run. */
struct error *store_need_run(struct store *store) MUST_CHECK;

/* Returns what a column says. A value that a damaged store contains counts as STORE_ORACLE_TEST. */
static inline enum store_oracle store_oracle(int64_t value)
{
	return value == STORE_ORACLE_OUTPUT ? STORE_ORACLE_OUTPUT : STORE_ORACLE_TEST;
}

/* Frees the texts of RUN, which must be owned. */
void store_free_run(struct store_run *run);

/* Passes the current row of a statement to the user's callback. */
typedef struct error *store_row_fn(sqlite3_stmt *statement, void *arg);

/*
 * Calls ROW for each row of SQL. The first parameter of SQL is the run; the second one, if there is
 * one, is MUTANT.
 */
struct error *store_each_row(struct store *store, const char *sql, int64_t mutant,
			     store_row_fn *row, void *arg) MUST_CHECK;

/*
 * Finds the key of IDENTITY by the query SELECT, or creates it by the statement INSERT. Both are
 * literals with one parameter.
 */
struct error *store_identity_key(struct store *store, const char *select, const char *insert,
				 const char *identity, int64_t *ret) MUST_CHECK;
/* Finds or creates the key of the input file PATH. */
struct error *store_input_key(struct store *store, const char *path, int64_t *ret) MUST_CHECK;

#endif
