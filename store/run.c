/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes and reads runs and their named values, and finds the runs from which verdicts can be
 * taken.
 */
#include <string.h>
#include <time.h>

#include "common/xalloc.h"
#include "store/handle.h"

static const char insert_run[] =
	"INSERT INTO run (command, root, preset, compiler, plan, started, finished, is_full,"
	" oracle) VALUES (?, ?, ?, ?, ?, ?, '', ?, ?)";

#define NOW_SIZE 32

const char *store_oracle_name(enum store_oracle oracle)
{
	return oracle == STORE_ORACLE_OUTPUT ? "output" : "test";
}

/* Writes the time as ISO 8601 in UTC. */
static void now(char ret[NOW_SIZE])
{
	time_t seconds = time(NULL);
	struct tm parts;

	gmtime_r(&seconds, &parts);
	strftime(ret, NOW_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

static struct error *can_resume(struct store *store, const char *plan, bool *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err = db_prepare(store->db,
				       "SELECT 1 FROM run"
				       " WHERE key = ? AND plan = ? AND finished = ''",
				       &statement);
	if (err)
		return err;
	db_bind(statement, "is", store->run, plan);
	return db_step(store->db, statement, ret);
}

struct error *store_begin_run(struct store *store, const struct store_run *run, bool *resumed)
{
	bool is_same = false;
	struct error *err = can_resume(store, run->plan, &is_same);
	if (err)
		return err;
	if (is_same) {
		*resumed = true;
		return NULL;
	}

	char started[NOW_SIZE];
	sqlite3_stmt *statement;
	now(started);
	err = db_kept(store->db, insert_run, &statement);
	if (err)
		return err;
	db_bind(statement, "ssssssii", run->command, run->root, run->preset, run->compiler,
		run->plan, run->started && run->started[0] ? run->started : started,
		(int64_t)run->full, (int64_t)run->oracle);
	err = db_write(store->db, statement);
	if (!err)
		err = db_commit(store->db);
	if (!err)
		err = db_get_integer(store->db, "SELECT max(key) FROM run", &store->run);
	if (!err)
		*resumed = false;
	return err;
}

struct error *store_finish_run(struct store *store)
{
	char finished[NOW_SIZE];
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db, "UPDATE run SET finished = ? WHERE key = ?", &statement);
	if (err)
		return err;
	now(finished);
	db_bind(statement, "si", finished, store->run);
	err = db_write(store->db, statement);
	return err ? err : db_commit(store->db);
}

struct error *store_give_up_run(struct store *store)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db, "UPDATE run SET plan = '' WHERE key = ?", &statement);
	if (err)
		return err;
	db_bind(statement, "i", store->run);
	return db_write(store->db, statement);
}

struct error *store_choose(struct store *store, int64_t key)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = false;
	struct error *err = db_prepare(store->db, "SELECT 1 FROM run WHERE key = ?", &statement);

	if (err)
		return err;
	db_bind(statement, "i", key);
	err = db_step(store->db, statement, &has_row);
	if (!err && !has_row)
		err = error_create(ERROR_UNUSABLE, "%s has no run %lld any more",
				   db_path(store->db), (long long)key);
	if (!err)
		store->run = key;
	return err;
}

struct error *store_each_base(struct store *store, int64_t before, const char *commit,
			      struct error *(*each)(void *arg, int64_t key), void *arg)
{
	static const char sql[] =
		"WITH candidate AS (SELECT key, finished FROM run WHERE key < ?1 AND (?2 = ''"
		" OR ?2 = (SELECT value FROM run_meta m WHERE m.run = run.key"
		" AND m.key = '" STORE_META_COMMIT "')))"
		" SELECT key FROM candidate WHERE key >= coalesce((SELECT max(key)"
		" FROM candidate WHERE finished != ''), 0) ORDER BY key DESC";
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;
	struct error *err = db_prepare(store->db, sql, &statement);

	if (err)
		return err;
	db_bind(statement, "is", before ? before : INT64_MAX, commit);
	while (!err && has_row) {
		err = db_step(store->db, statement, &has_row);
		if (!err && has_row)
			err = each(arg, sqlite3_column_int64(statement, 0));
	}
	return err;
}

void store_free_run(struct store_run *run)
{
	free((char *)run->command);
	free((char *)run->root);
	free((char *)run->preset);
	free((char *)run->compiler);
	free((char *)run->plan);
	free((char *)run->started);
	free((char *)run->finished);
	*run = (struct store_run){ 0 };
}

static struct error *copy_run(sqlite3_stmt *statement, void *arg)
{
	struct store_run *run = arg;

	store_free_run(run);
	*run = (struct store_run){
		.key = sqlite3_column_int64(statement, 0),
		.command = xstrdup(db_text(statement, 1)),
		.root = xstrdup(db_text(statement, 2)),
		.preset = xstrdup(db_text(statement, 3)),
		.compiler = xstrdup(db_text(statement, 4)),
		.plan = xstrdup(db_text(statement, 5)),
		.started = xstrdup(db_text(statement, 6)),
		.finished = xstrdup(db_text(statement, 7)),
		.full = sqlite3_column_int64(statement, 8) != 0,
		.oracle = store_oracle(sqlite3_column_int64(statement, 9)),
	};
	return NULL;
}

struct error *store_get_run(struct store *store, struct store_run *ret)
{
	struct error *err = store_each_row(
		store,
		"SELECT key, command, root, preset, compiler, plan, started, finished, is_full,"
		" oracle FROM run WHERE key = ?",
		0, copy_run, &store->run_row);

	if (!err)
		*ret = store->run_row;
	return err;
}

struct error *store_put_meta(struct store *store, const char *key, const char *value)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_meta (run, key, value)"
			      " VALUES (?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iss", store->run, key, value);
	return db_write(store->db, statement);
}

struct error *store_get_meta(struct store *store, const char *key, char **ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = false;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_prepare(store->db, "SELECT value FROM run_meta WHERE run = ? AND key = ?",
				 &statement);
	if (err)
		return err;
	db_bind(statement, "is", store->run, key);
	err = db_step(store->db, statement, &has_row);
	if (!err)
		*ret = has_row ? xstrdup(db_text(statement, 0)) : NULL;
	return err;
}

struct error *store_get_number(struct store *store, const char *key, uint64_t *ret)
{
	_cleanup_free_ char *text = NULL;
	struct error *err = store_get_meta(store, key, &text);

	if (!err)
		*ret = text ? strtoull(text, NULL, 10) : 0;
	return err;
}
