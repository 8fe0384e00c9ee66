/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Opens and closes the store, and finds the current run. The tables are in files of their own:
 * run.c, inventory.c, cells.c, traces.c, units.c, entered.c, stamps.c, proofs.c.
 */
#include "store/store.h"

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "store/handle.h"
#include "store/lock.h"
#include "store/migrate.h"
#include "store/sound.h"

static const char DATABASE[] = "remt.db";

bool store_is_at(const char *directory)
{
	_cleanup_free_ char *path = path_join(directory, DATABASE);

	return fs_exists(path);
}

/*
 * Begins the transaction in which a reader sees one state of the store until it closes it: that of
 * one file and its log, also while a writer replaces both.
 */
static struct error *begin_reading(struct store *store)
{
	int64_t unused;
	struct error *err = db_execute(store->db, "BEGIN");

	if (!err)
		err = db_get_integer(store->db, "PRAGMA schema_version", &unused);
	if (!err && db_is_moved(store->db))
		err = error_create(ERROR_UNUSABLE, "%s was replaced while it was opened; try again",
				   db_path(store->db));
	return err;
}

static struct error *open_db(struct store *store, const char *directory, enum db_mode mode)
{
	_cleanup_free_ char *path = path_join(directory, DATABASE);
	struct error *err = sound_open(path, mode, &store_layout, &store->db, &store->damage);

	if (!err && mode == DB_READ)
		err = begin_reading(store);
	if (!err)
		err = db_get_integer(store->db, "SELECT max(key) FROM run", &store->run);
	return err;
}

struct error *store_open(const char *directory, enum store_mode mode, struct store **ret)
{
	struct store *store = xcalloc(1, sizeof(*store));
	struct error *err = NULL;

	store->lock_fd = -1;
	if (mode == STORE_WRITE) {
		err = fs_make_directories(directory, 0777);
		if (!err)
			err = lock_acquire(directory, &store->lock_fd);
	}
	if (!err)
		err = open_db(store, directory, mode == STORE_WRITE ? DB_WRITE : DB_READ);
	if (err) {
		store_close(store);
		return err;
	}
	*ret = store;
	return NULL;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	db_close(store->db);
	if (store->lock_fd >= 0)
		close(store->lock_fd);
	store_free_run(&store->run_row);
	free(store->damage);
	free(store);
}

const char *store_damage(const struct store *store)
{
	return store->damage;
}

struct error *store_check(struct store *store)
{
	return db_check(store->db);
}

struct error *store_flush(struct store *store)
{
	return db_commit(store->db);
}

struct error *store_need_run(struct store *store)
{
	if (!store->run)
		return error_create(ERROR_UNUSABLE, "%s holds no run", db_path(store->db));
	return NULL;
}

struct error *store_each_row(struct store *store, const char *sql, int64_t mutant,
			     store_row_fn *row, void *arg)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_prepare(store->db, sql, &statement);
	if (err)
		return err;
	db_bind(statement, sqlite3_bind_parameter_count(statement) > 1 ? "ii" : "i", store->run,
		mutant);
	for (;;) {
		bool has_row = false;

		err = db_step(store->db, statement, &has_row);
		if (err || !has_row)
			return err;
		err = row(statement, arg);
		if (err)
			return err;
	}
}

struct error *store_identity_key(struct store *store, const char *select, const char *insert,
				 const char *identity, int64_t *ret)
{
	for (int attempt = 0; attempt < 2; attempt++) {
		sqlite3_stmt *statement;
		bool has_row = false;
		struct error *err = db_kept(store->db, select, &statement);
		if (err)
			return err;
		db_bind(statement, "s", identity);
		err = db_step(store->db, statement, &has_row);
		if (!err && has_row)
			*ret = sqlite3_column_int64(statement, 0);
		sqlite3_reset(statement);
		if (err || has_row)
			return err;

		err = db_kept(store->db, insert, &statement);
		if (err)
			return err;
		db_bind(statement, "s", identity);
		err = db_write(store->db, statement);
		if (err)
			return err;
	}
	return error_create(ERROR_INTERNAL, "%s does not keep \"%s\"", db_path(store->db),
			    identity);
}

struct error *store_input_key(struct store *store, const char *path, int64_t *ret)
{
	return store_identity_key(store, "SELECT key FROM input WHERE path = ?",
				  "INSERT INTO input (path) VALUES (?)", path, ret);
}
