/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged stores: none gives other rows without a word. */
#include "unit.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/error.h"
#include "common/fs.h"
#include "common/hash.h"
#include "store/db.h"
#include "store/page.h"
#include "store/store.h"
#include "store_sample.h"

#define PRISTINE "pristine"

enum { STEP = 4 /* pages, where each takes long */ };

static void copy(const char *from, const char *to)
{
	char *content;
	size_t size;

	CHECK_OK(fs_read_file(from, &content, &size));
	CHECK_OK(fs_write_file(to, content, size));
	free(content);
}

static uint32_t count_pages(const char *path)
{
	struct stat st;

	CHECK(stat(path, &st) == 0);
	return (uint32_t)(st.st_size / PAGE_SIZE_BYTES);
}

static void flip(const char *path, off_t at, unsigned bit)
{
	int fd = open(path, O_RDWR);
	unsigned char byte;

	CHECK(fd >= 0);
	CHECK(pread(fd, &byte, 1, at) == 1);
	byte ^= (unsigned char)(1U << bit);
	CHECK(pwrite(fd, &byte, 1, at) == 1);
	close(fd);
}

/* The pristine store with a bit of page NUMBER changed, a different one for each NUMBER. */
static void damage(uint32_t number)
{
	off_t at = (off_t)(number - 1) * PAGE_SIZE_BYTES;

	CHECK_OK(fs_remove_tree(STORE_SAMPLE_DIRECTORY));
	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	copy(PRISTINE, STORE_SAMPLE_DATABASE);
	flip(STORE_SAMPLE_DATABASE, at + random() % PAGE_SIZE_BYTES, (unsigned)random() % 8);
}

static struct error *add_cell(void *arg, const struct store_cell *cell)
{
	hash_add_u64(arg, (uint64_t)cell->mutant);
	hash_add_u64(arg, (uint64_t)cell->test);
	hash_add_u64(arg, cell->verdict);
	hash_add_string(arg, cell->detail);
	return NULL;
}

static struct error *add_test(void *arg, const struct store_test *test)
{
	hash_add_string(arg, test->name);
	hash_add_string(arg, test->record);
	return NULL;
}

static struct error *add_mutant(void *arg, const struct store_mutant *mutant)
{
	hash_add_string(arg, mutant->id);
	hash_add_string(arg, mutant->replacement);
	hash_add_u64(arg, mutant->line);
	return NULL;
}

static struct error *add_cover(void *arg, const struct store_cover *cover)
{
	hash_add_u64(arg, (uint64_t)cover->mutant);
	hash_add_u64(arg, (uint64_t)cover->test);
	hash_add_u64(arg, cover->first);
	return NULL;
}

/* What a report would read. */
static struct error *digest(uint64_t *ret)
{
	struct hash *hash = hash_create();
	struct store *store = NULL;
	struct error *err = store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store);

	if (!err)
		err = store_each_cell(store, 0, add_cell, hash);
	if (!err)
		err = store_each_test(store, add_test, hash);
	if (!err)
		err = store_each_mutant(store, add_mutant, hash);
	if (!err)
		err = store_each_cover(store, 0, add_cover, hash);
	store_close(store);
	*ret = hash_take(hash);
	return err;
}

/* A store with a finished run, and one that is not; with pages that are free. */
static uint64_t make_pristine(void)
{
	uint64_t hash;
	struct db *db;

	store_sample_whole("first", true);
	store_sample_whole("second", false);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(db, "CREATE TABLE away (x TEXT) STRICT;"
				"INSERT INTO away VALUES (hex(zeroblob(30000)));"
				"DROP TABLE away;"
				"PRAGMA wal_checkpoint(TRUNCATE)"));
	db_close(db);
	CHECK_OK(digest(&hash));
	copy(STORE_SAMPLE_DATABASE, PRISTINE);
	return hash;
}

TEST(reader_is_never_given_other_rows)
{
	uint64_t whole = make_pristine(), hash;
	int nr_told = 0;

	srandom(1);
	for (uint32_t page = 1; page <= count_pages(PRISTINE); page++) {
		damage(page);
		struct error *err = digest(&hash);

		if (!err)
			CHECK_UINT(hash, ==, whole);
		else
			CHECK(strstr(err->message, "is damaged ("));
		nr_told += err != NULL;
		error_destroy(err);
	}
	CHECK_INT(nr_told, >, 20);
}

/* Rows of the last run, if that is the unfinished one. */
static struct error *count_cell(void *arg, const struct store_cell *cell)
{
	CHECK_INT(cell->verdict, ==, 2 + (cell->mutant + cell->test) % 2);
	++*(int *)arg;
	return NULL;
}

TEST(writer_is_told_of_each_damaged_page_and_keeps_what_is_whole)
{
	int nr_resumed = 0, nr_partly = 0;
	uint64_t hash;

	make_pristine();
	srandom(2);
	for (uint32_t page = 1; page <= count_pages(PRISTINE); page += STEP) {
		const struct store_run run = { .command = "remt run",
					       .root = "/",
					       .plan = "second" };
		struct store *store;
		bool resumed;
		int nr_cells = 0;

		damage(page);
		CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
		CHECK(store_damage(store));
		CHECK_OK(store_check(store));
		CHECK_OK(store_begin_run(store, &run, &resumed));
		CHECK_OK(store_each_cell(store, 0, count_cell, &nr_cells));
		CHECK(resumed || !nr_cells);
		CHECK(fs_exists(STORE_SAMPLE_DATABASE ".damaged"));
		nr_resumed += resumed;
		nr_partly += resumed && nr_cells < STORE_SAMPLE_MUTANTS * STORE_SAMPLE_TESTS;
		store_close(store);
		CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
		CHECK(!store_damage(store));
		store_close(store);
		CHECK_OK(digest(&hash));
	}
	CHECK_INT(nr_partly, >, 0);
	CHECK_INT(nr_resumed, >, nr_partly);
}

TEST(pages_that_are_missing_or_elsewhere_are_damaged_ones)
{
	unsigned char first[PAGE_SIZE_BYTES], second[PAGE_SIZE_BYTES];
	uint32_t last;
	uint64_t hash;
	struct store *store;

	make_pristine();
	last = count_pages(PRISTINE);
	damage(last);
	CHECK(truncate(STORE_SAMPLE_DATABASE, (off_t)(last / 2) * PAGE_SIZE_BYTES) == 0);
	CHECK_ERROR(digest(&hash), ERROR_UNUSABLE, "is damaged (");
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK(store_damage(store));
	store_close(store);

	copy(PRISTINE, STORE_SAMPLE_DATABASE);
	int fd = open(STORE_SAMPLE_DATABASE, O_RDWR);
	CHECK(pread(fd, first, sizeof(first), 20 * PAGE_SIZE_BYTES) == sizeof(first));
	CHECK(pread(fd, second, sizeof(second), 30 * PAGE_SIZE_BYTES) == sizeof(second));
	CHECK(pwrite(fd, second, sizeof(first), 20 * PAGE_SIZE_BYTES) == sizeof(first));
	CHECK(pwrite(fd, first, sizeof(second), 30 * PAGE_SIZE_BYTES) == sizeof(second));
	close(fd);
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK(strstr(store_damage(store), "2 pages"));
	store_close(store);
}

/* Leaves a store with a log, as a killed process does. */
static void make_log(void)
{
	pid_t pid = fork();

	CHECK(pid >= 0);
	if (pid == 0) {
		const struct store_run run = { .command = "c", .root = "/", .plan = "third" };
		struct store *store;
		bool resumed;

		CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
		CHECK_OK(store_begin_run(store, &run, &resumed));
		store_sample_tests(store);
		CHECK_OK(store_flush(store));
		store_sample_mutants(store);
		CHECK_OK(store_flush(store));
		store_sample_cells(store);
		CHECK_OK(store_flush(store));
		_exit(0);
	}
	CHECK(waitpid(pid, NULL, 0) == pid);
	copy(STORE_SAMPLE_DATABASE, PRISTINE);
	copy(STORE_SAMPLE_DATABASE "-wal", PRISTINE "-wal");
	copy(STORE_SAMPLE_DATABASE "-shm", PRISTINE "-shm");
}

static void restore_log(void)
{
	CHECK_OK(fs_remove_tree(STORE_SAMPLE_DIRECTORY));
	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	copy(PRISTINE, STORE_SAMPLE_DATABASE);
	copy(PRISTINE "-wal", STORE_SAMPLE_DATABASE "-wal");
	copy(PRISTINE "-shm", STORE_SAMPLE_DATABASE "-shm");
}

TEST(damaged_log_is_told_and_not_cut_in_silence)
{
	uint64_t whole, hash;
	struct stat st;

	store_sample_whole("second", false);
	make_log();
	restore_log();
	CHECK_OK(digest(&whole));
	CHECK(stat(PRISTINE "-wal", &st) == 0);
	srandom(3);
	for (int i = 0; i < 60; i++) {
		struct store *store;

		restore_log();
		if (i % 6 == 5)
			CHECK(truncate(STORE_SAMPLE_DATABASE "-wal", random() % st.st_size) == 0);
		else
			flip(STORE_SAMPLE_DATABASE "-wal", i < 4 ? 8 * i : random() % st.st_size,
			     3);
		struct error *err = digest(&hash);
		if (!err)
			CHECK_UINT(hash, ==, whole);
		else
			CHECK(strstr(err->message,
				     "-wal is damaged: what was written last is lost"));
		bool is_told = err != NULL;
		error_destroy(err);
		CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
		CHECK_INT(store_damage(store) != NULL, ==, is_told);
		store_close(store);
		CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
		CHECK(!store_damage(store));
		store_close(store);
	}
}

TEST(log_that_another_program_brings_in_is_whole)
{
	uint64_t whole, hash;
	sqlite3 *handle;

	store_sample_whole("second", false);
	make_log();
	restore_log();
	CHECK_OK(digest(&whole));
	restore_log();
	CHECK(sqlite3_open(STORE_SAMPLE_DATABASE, &handle) == SQLITE_OK);
	CHECK(sqlite3_exec(handle, "SELECT count(*) FROM cell; PRAGMA wal_checkpoint(TRUNCATE)",
			   NULL, NULL, NULL) == SQLITE_OK);
	CHECK(sqlite3_close(handle) == SQLITE_OK);
	CHECK(!fs_exists(STORE_SAMPLE_DATABASE "-wal"));
	CHECK_OK(digest(&hash));
	CHECK_UINT(hash, ==, whole);
}

/* A row in each table that has none: 1 in columns of numbers, which is a key of what there is. */
static void fill_tables(struct db *db)
{
	static const char make[] =
		"SELECT 'INSERT OR IGNORE INTO \"' || l.name || '\" VALUES (' || (SELECT"
		" group_concat(CASE type WHEN 'INTEGER' THEN '1' WHEN 'BLOB' THEN 'x''01''' ELSE"
		" '''abcdefghijkl''' END) FROM pragma_table_info(l.name)) || ')'"
		" FROM sqlite_schema l WHERE type = 'table' ORDER BY rowid";
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;

	CHECK_OK(db_prepare(db, make, &statement));
	for (;;) {
		CHECK_OK(db_step(db, statement, &has_row));
		if (!has_row)
			return;
		CHECK_OK(db_execute(db, db_text(statement, 0)));
	}
}

/* Hash of all rows of all tables, whatever there is; each has rows. */
static uint64_t hash_tables(const char *path)
{
	_cleanup_statement_ sqlite3_stmt *tables = NULL;
	struct hash *hash = hash_create();
	bool has_table = true;
	struct db *db;

	CHECK_OK(db_open(path, DB_READ, &db));
	CHECK_OK(db_prepare(db,
			    "SELECT 'SELECT * FROM \"' || name || '\" ORDER BY 1, 2' FROM"
			    " sqlite_schema WHERE type = 'table' ORDER BY name",
			    &tables));
	for (;;) {
		_cleanup_statement_ sqlite3_stmt *rows = NULL;
		bool has_row = true;

		CHECK_OK(db_step(db, tables, &has_table));
		if (!has_table)
			break;
		CHECK_OK(db_prepare(db, db_text(tables, 0), &rows));
		CHECK_OK(db_step(db, rows, &has_row));
		CHECK(has_row);
		for (; has_row; has_row = sqlite3_step(rows) == SQLITE_ROW)
			for (int i = 0; i < sqlite3_column_count(rows); i++)
				hash_add_string(hash, db_text(rows, i));
	}
	sqlite3_finalize(tables);
	tables = NULL;
	db_close(db);
	return hash_take(hash);
}

/* Takes from the database what formats have added since pages have sums. */
static void take_back_later_steps(void)
{
	struct db *db;

	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(
		db,
		"ALTER TABLE cell DROP COLUMN shared; ALTER TABLE cell DROP COLUMN extra; DROP TABLE extra; DROP TABLE proof"));
	db_close(db);
}

static unsigned nr_pauses;

/* Takes the place of libc's in this program: the waits for a page that others may be writing. */
int nanosleep(const struct timespec *time, struct timespec *rest)
{
	(void)time;
	(void)rest;
	nr_pauses++;
	return 0;
}

TEST(damaged_pages_are_not_each_waited_for)
{
	enum { NR_PAGES = 1500 };
	struct db *db;
	struct error *err;

	store_sample_whole("plan", true);
	CHECK(truncate(STORE_SAMPLE_DATABASE,
		       (off_t)(count_pages(STORE_SAMPLE_DATABASE) + NR_PAGES) * PAGE_SIZE_BYTES) ==
	      0);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	nr_pauses = 0;
	err = db_check(db);
	CHECK(err && db_damage(db));
	CHECK(nr_pauses > 0);
	CHECK_UINT(nr_pauses, <, 50);
	error_destroy(err);
	db_close(db);
}

TEST(store_without_sums_gets_them_with_all_rows_of_all_tables)
{
	struct store *store;
	struct db *db;
	uint64_t whole;
	sqlite3 *handle;

	store_sample_whole("first", true);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	fill_tables(db);
	db_close(db);
	take_back_later_steps();
	whole = hash_tables(STORE_SAMPLE_DATABASE);

	/* As earlier versions of remt made it. */
	CHECK(sqlite3_open(STORE_SAMPLE_DATABASE, &handle) == SQLITE_OK);
	CHECK(sqlite3_exec(handle, "PRAGMA user_version = 6; VACUUM INTO 'old.db'", NULL, NULL,
			   NULL) == SQLITE_OK);
	CHECK(sqlite3_close(handle) == SQLITE_OK);
	CHECK(rename("old.db", STORE_SAMPLE_DATABASE) == 0);
	CHECK_ERROR(store_open(STORE_SAMPLE_DIRECTORY, STORE_READ, &store), ERROR_UNUSABLE,
		    "has the older format 6; the next 'remt run' migrates it");
	CHECK_OK(store_open(STORE_SAMPLE_DIRECTORY, STORE_WRITE, &store));
	CHECK(!store_damage(store));
	store_close(store);
	take_back_later_steps();
	CHECK_UINT(hash_tables(STORE_SAMPLE_DATABASE), ==, whole);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_READ, &db));
	CHECK(db_is_sealed(db));
	CHECK_OK(db_check(db));
	db_close(db);
}

TEST(large_transaction_that_goes_to_the_log_twice_is_whole)
{
	struct db *db;
	int64_t count;

	CHECK_OK(fs_make_directories(STORE_SAMPLE_DIRECTORY, 0777));
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
	CHECK_OK(db_execute(db, "PRAGMA journal_mode = WAL; PRAGMA cache_size = 10;"
				"CREATE TABLE t (x INTEGER PRIMARY KEY, y TEXT)"));
	db_close(db);
	pid_t pid = fork();
	CHECK(pid >= 0);
	if (pid == 0) { /* is killed, so to say, after the commit */
		CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_WRITE, &db));
		CHECK_OK(db_execute(db, "PRAGMA cache_size = 10; PRAGMA wal_autocheckpoint = 0"));
		CHECK_OK(db_begin(db));
		CHECK_OK(db_execute(
			db, "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
			    " WHERE i < 5000) INSERT INTO t SELECT i, hex(i) || 'abcdefghijk'"
			    " FROM n; UPDATE t SET y = y || x"));
		CHECK_OK(db_commit(db));
		_exit(0);
	}
	CHECK(waitpid(pid, NULL, 0) == pid);
	CHECK_OK(db_open(STORE_SAMPLE_DATABASE, DB_READ, &db));
	CHECK_OK(db_get_integer(db, "SELECT count(*) FROM t WHERE y LIKE '%abcdefghijk' || x",
				&count));
	CHECK_INT(count, ==, 5000);
	CHECK_OK(db_check(db));
	db_close(db);
}
