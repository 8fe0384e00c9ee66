/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of earlier formats, which are copied: what somebody else has put into them. */
#include "unit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/error.h"
#include "common/fs.h"
#include "store/db.h"
#include "store/store.h"

#define DIRECTORY "dir/.remt"
#define DATABASE  DIRECTORY "/remt.db"

/* A store of format 6, of which SCRIPT has made something else. */
static void make_old(const char *script)
{
	struct store *store;
	sqlite3 *handle;

	CHECK_OK(store_open(DIRECTORY, STORE_WRITE, &store));
	store_close(store);
	CHECK(sqlite3_open(DATABASE, &handle) == SQLITE_OK);
	CHECK(sqlite3_exec(
		      handle,
		      "ALTER TABLE cell DROP COLUMN shared; ALTER TABLE cell DROP COLUMN extra; DROP TABLE extra; DROP TABLE proof;"
		      "PRAGMA user_version = 6; VACUUM INTO 'old.db'",
		      NULL, NULL, NULL) == SQLITE_OK);
	CHECK(sqlite3_close(handle) == SQLITE_OK);
	CHECK(rename("old.db", DATABASE) == 0);
	CHECK(sqlite3_open(DATABASE, &handle) == SQLITE_OK);
	CHECK(sqlite3_exec(handle, script, NULL, NULL, NULL) == SQLITE_OK);
	CHECK(sqlite3_close(handle) == SQLITE_OK);
}

TEST(statements_behind_a_table_of_a_hostile_store_are_not_run)
{
	struct store *store;

	make_old("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql ||"
		 " '; COMMIT; ATTACH ''outside.db'' AS o; CREATE TABLE o.t (x); BEGIN'"
		 " WHERE name = 'run'");
	CHECK_OK(store_open(DIRECTORY, STORE_WRITE, &store));
	store_close(store);
	CHECK(!fs_exists("outside.db"));
}

TEST(tables_of_sqlite_itself_are_no_obstacle)
{
	struct store *store;

	make_old("ANALYZE");
	CHECK_OK(store_open(DIRECTORY, STORE_WRITE, &store));
	store_close(store);
}

TEST(copied_store_can_be_read_by_the_same_users)
{
	struct store *store;
	struct stat st;

	umask(022);
	make_old("");
	CHECK(chmod(DATABASE, 0600) == 0);
	CHECK_OK(store_open(DIRECTORY, STORE_WRITE, &store));
	store_close(store);
	CHECK(stat(DATABASE, &st) == 0);
	CHECK_UINT(st.st_mode & 07777, ==, 0600);
}
