/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes and reads the large tables: coverage, and the cells of the matrix. Texts that many cells
 * share are stored once.
 */
#include <string.h>

#include "store/handle.h"

static const char put_cover[] =
	"INSERT OR REPLACE INTO cover (run, test, mutant, first, count, is_before_main,"
	" is_changing) VALUES (?, ?, ?, ?, ?, ?, ?)";

static const char put_cell[] =
	"INSERT OR REPLACE INTO cell (run, mutant, test, verdict, mode, wall_us, detail,"
	" origin, entered, extra, shared) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

struct error *store_put_cover(struct store *store, const struct store_cover *cover)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db, put_cover, &statement);
	if (err)
		return err;
	db_bind(statement, "iiiiiii", store->run, cover->test, cover->mutant, (int64_t)cover->first,
		(int64_t)cover->count, (int64_t)cover->before_main, (int64_t)cover->is_changing);
	return db_write(store->db, statement);
}

static struct error *detail_key(struct store *store, const char *text, int64_t *ret)
{
	if (!text || !text[0]) {
		*ret = 0;
		return NULL;
	}
	return store_identity_key(store, "SELECT key FROM detail WHERE text = ?",
				  "INSERT INTO detail (text) VALUES (?)", text, ret);
}

struct error *store_put_cell(struct store *store, const struct store_cell *cell)
{
	sqlite3_stmt *statement;
	int64_t detail;
	struct error *err = store_need_run(store);

	if (!err)
		err = detail_key(store, cell->detail, &detail);
	if (!err)
		err = db_kept(store->db, put_cell, &statement);
	if (err)
		return err;
	db_bind(statement, "iiiiiiiiiii", store->run, cell->mutant, cell->test,
		(int64_t)cell->verdict, (int64_t)cell->mode, (int64_t)cell->wall_us, detail,
		cell->origin, (int64_t)cell->entered, (int64_t)cell->extra, cell->shared);
	return db_write(store->db, statement);
}

struct each_cover {
	struct error *(*each)(void *arg, const struct store_cover *cover);
	void *arg;
};

static struct error *give_cover(sqlite3_stmt *statement, void *arg)
{
	const struct each_cover *user = arg;
	const struct store_cover cover = {
		.test = sqlite3_column_int64(statement, 0),
		.mutant = sqlite3_column_int64(statement, 1),
		.first = (uint32_t)sqlite3_column_int64(statement, 2),
		.count = (uint32_t)sqlite3_column_int64(statement, 3),
		.before_main = sqlite3_column_int64(statement, 4) != 0,
		.is_changing = sqlite3_column_int64(statement, 5) != 0,
	};

	return user->each(user->arg, &cover);
}

struct error *store_each_cover(struct store *store, int64_t mutant,
			       struct error *(*each)(void *arg, const struct store_cover *),
			       void *arg)
{
	/* CROSS JOIN fixes the order of the loops: one look-up by key for each test. */
	static const char of_mutant[] =
		"SELECT c.test, c.mutant, first, count, is_before_main, is_changing"
		" FROM run_test t CROSS JOIN cover c"
		" ON c.run = t.run AND c.test = t.test AND c.mutant = ?2 WHERE t.run = ?1";
	static const char all[] = "SELECT test, mutant, first, count, is_before_main, is_changing"
				  " FROM cover WHERE run = ? ORDER BY test, mutant";
	struct each_cover user = { each, arg };

	return store_each_row(store, mutant ? of_mutant : all, mutant, give_cover, &user);
}

struct each_cell {
	struct error *(*each)(void *arg, const struct store_cell *cell);
	void *arg;
};

static struct error *give_cell(sqlite3_stmt *statement, void *arg)
{
	const struct each_cell *user = arg;
	const struct store_cell cell = {
		.test = sqlite3_column_int64(statement, 0),
		.mutant = sqlite3_column_int64(statement, 1),
		.verdict = (enum verdict)sqlite3_column_int(statement, 2),
		.mode = sqlite3_column_int(statement, 3),
		.wall_us = (uint64_t)sqlite3_column_int64(statement, 4),
		.detail = db_text(statement, 5),
		.origin = sqlite3_column_int64(statement, 6),
		.entered = (uint64_t)sqlite3_column_int64(statement, 7),
		.extra = (uint64_t)sqlite3_column_int64(statement, 8),
		.shared = sqlite3_column_int64(statement, 9),
		.run = db_text(statement, 10),
	};

	if (sqlite3_column_int64(statement, 2) < VERDICT_UNKNOWN ||
	    sqlite3_column_int64(statement, 2) > VERDICT_KILLED_OUTPUT)
		return error_create(ERROR_UNUSABLE, "the store is damaged: verdict %lld",
				    (long long)sqlite3_column_int64(statement, 2));
	return user->each(user->arg, &cell);
}

struct error *store_each_cell(struct store *store, int64_t mutant,
			      struct error *(*each)(void *arg, const struct store_cell *),
			      void *arg)
{
	static const char of_mutant[] =
		"SELECT test, mutant, verdict, mode, wall_us, text, origin,"
		" entered, extra, shared, i.id FROM cell LEFT JOIN detail ON detail.key = cell.detail"
		" LEFT JOIN mutant i ON i.key = cell.shared"
		" WHERE run = ? AND cell.mutant = ? ORDER BY test";
	static const char all[] =
		"SELECT test, mutant, verdict, mode, wall_us, text, origin,"
		" entered, extra, shared, i.id FROM cell LEFT JOIN detail ON detail.key = cell.detail"
		" LEFT JOIN mutant i ON i.key = cell.shared"
		" WHERE run = ? ORDER BY mutant, test";
	struct each_cell user = { each, arg };

	return store_each_row(store, mutant ? of_mutant : all, mutant, give_cell, &user);
}
