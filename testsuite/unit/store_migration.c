/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores of older formats get the format of today. */
#include "unit.h"

#include "common/attr.h"
#include "common/cleanup.h"
#include "common/error.h"
#include "common/xalloc.h"
#include "store/migrate.h"
#include "store/store.h"
#include "store_sample.h"

enum { LATER = STORE_FORMAT + 2 };

static const struct migration two_later[] = {
	{ STORE_FORMAT, "ALTER TABLE cell ADD COLUMN note TEXT NOT NULL DEFAULT 'old'" },
	{ STORE_FORMAT + 1,
	  "CREATE TABLE more (x INTEGER) STRICT; INSERT INTO more SELECT count(*) FROM cell" },
	{ 0, NULL },
};

/* The store's, up to LATER by these migrations. */
static struct error *migrate(struct db *db, enum db_mode mode, const struct migration *list)
{
	struct layout layout = store_layout;

	layout.format = LATER;
	layout.migrations = list;
	return migrate_to(db, mode, &layout);
}

static int64_t get(struct db *db, const char *sql)
{
	int64_t value;

	CHECK_OK(db_get_integer(db, sql, &value));
	return value;
}

TEST(older_store_is_migrated_step_by_step_with_its_content)
{
	struct db *db;

	store_sample_fill(100);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_INT(get(db, "PRAGMA user_version"), ==, STORE_FORMAT);
	CHECK_ERROR(migrate(db, DB_READ, two_later), ERROR_UNUSABLE, "has the older format 10");
	CHECK_INT(get(db, "PRAGMA user_version"), ==, STORE_FORMAT);
	CHECK_OK(migrate(db, DB_WRITE, two_later));
	CHECK_INT(get(db, "PRAGMA user_version"), ==, LATER);
	CHECK_INT(get(db, "PRAGMA application_id"), ==, STORE_APPLICATION_ID);
	CHECK_INT(get(db, "SELECT count(*) FROM cell WHERE note = 'old'"), ==, 100);
	CHECK_INT(get(db, "SELECT x FROM more"), ==, 100);
	CHECK_OK(migrate(db, DB_WRITE, two_later));
	db_close(db);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_INT(get(db, "PRAGMA user_version"), ==, LATER);
	db_close(db);
}

/* Columns of the table TABLE that are called NAME. */
static int64_t count_columns(struct db *db, const char *table, const char *name)
{
	_cleanup_free_ char *sql = xasprintf(
		"SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'", table, name);

	return get(db, sql);
}

/* Some of those that format 1 does not have. */
static const struct {
	const char *table, *name;
} columns[] = {
	{ "run_test", "changes" },
	{ "cover", "is_changing" },
	{ "run", "oracle" },
	{ "run_test", "oracle" },
	{ "run_test", "output_hash" },
	{ "unit", "content" },
	{ "run_unit", "source" },
	{ "run_link", "is_library" },
	{ "run_test", "nr_processes" },
	{ "run_test", "has_trace" },
	{ "run_test", "limits" },
	{ "cell", "origin" },
	{ "cell", "extra" },
	{ "cell", "shared" },
	{ "extra", "content" },
	{ "proof", "kind" },
	{ "run_test_input", "state" },
	{ "run_test_module", "module" },
	{ "run_module", "linkage" },
	{ "run_module", "resolution" },
	{ "run_reach", "content" },
	{ "input", "path" },
};

TEST(store_of_format_1_gets_the_columns_of_today)
{
	struct store *store;
	struct db *db;

	store_sample_fill(100);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(
		db, "ALTER TABLE run_test DROP COLUMN changes;"
		    "ALTER TABLE cover DROP COLUMN is_changing;"
		    "ALTER TABLE run DROP COLUMN oracle;"
		    "ALTER TABLE run_test DROP COLUMN oracle;"
		    "ALTER TABLE run_test DROP COLUMN output_hash;"
		    "ALTER TABLE run_test DROP COLUMN nr_processes;"
		    "ALTER TABLE run_test DROP COLUMN was_killed;"
		    "ALTER TABLE run_test DROP COLUMN has_trace;"
		    "ALTER TABLE run_test DROP COLUMN refusal;"
		    "ALTER TABLE cell DROP COLUMN origin;"
		    "ALTER TABLE cell DROP COLUMN entered;"
		    "ALTER TABLE run_test DROP COLUMN entered;"
		    "ALTER TABLE run_test DROP COLUMN limits;"
		    "DROP TABLE entered;"
		    "ALTER TABLE cell DROP COLUMN shared; ALTER TABLE cell DROP COLUMN extra;"
		    "DROP TABLE extra;"
		    "DROP TABLE proof;"
		    "DROP TABLE run_module;"
		    "DROP TABLE run_test_input;"
		    "DROP TABLE run_test_module;"
		    "DROP TABLE run_reach;"
		    "DROP TABLE run_stamp;"
		    "DROP TABLE input;"
		    "DROP TABLE run_unit;"
		    "DROP TABLE run_link;"
		    "DROP TABLE unit;"
		    "PRAGMA user_version = 1"));
	db_close(db);
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	store_close(store);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_READ, &db));
	CHECK_INT(get(db, "PRAGMA user_version"), ==, STORE_FORMAT);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		CHECK_INT(count_columns(db, columns[i].table, columns[i].name), ==, 1);
	CHECK_INT(get(db, "SELECT count(*) FROM cell"), ==, 100);
	CHECK_INT(get(db, "SELECT oracle FROM run"), ==, STORE_ORACLE_TEST);
	db_close(db);
}

TEST(failed_migration_leaves_the_last_good_format)
{
	static const struct migration broken[] = {
		{ STORE_FORMAT, "CREATE TABLE one (x INTEGER) STRICT" },
		{ STORE_FORMAT + 1, "CREATE TABLE two (x INTEGER) STRICT; DROP TABLE missing" },
		{ 0, NULL },
	};
	struct db *db;

	store_sample_fill(100);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_ERROR(migrate(db, DB_WRITE, broken), ERROR_UNUSABLE,
		    "is damaged (no such table: missing)");
	db_close(db);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_READ, &db));
	CHECK_INT(get(db, "PRAGMA user_version"), ==, STORE_FORMAT + 1);
	CHECK_INT(get(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'one'"), ==, 1);
	CHECK_INT(get(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'two'"), ==, 0);
	db_close(db);
}

TEST(format_without_a_migration_is_an_error)
{
	struct db *db;

	store_sample_fill(1);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_ERROR(migrate(db, DB_WRITE, store_layout.migrations), ERROR_INTERNAL,
		    "can't be migrated");
	db_close(db);
}
