/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of functions that runs entered, by the hash that names them. */
#include "common/xalloc.h"
#include "store/handle.h"
#include "store/packed.h"

struct error *store_put_entered(struct store *store, const struct store_entered *set)
{
	size_t size = set->count * STORE_ENTERED_ROW, packed_size;
	_cleanup_free_ void *packed = NULL;
	sqlite3_stmt *statement;
	struct error *err = packed_make(set->rows, size, &packed, &packed_size);

	if (!err)
		err = db_kept(
			store->db,
			"INSERT OR IGNORE INTO entered (hash, size, content) VALUES (?, ?, ?)",
			&statement);
	if (err)
		return err;
	db_bind(statement, "iib", (int64_t)set->hash, (int64_t)size, packed, packed_size);
	return db_write(store->db, statement);
}

static struct error *give_set(struct store *store, sqlite3_stmt *statement,
			      struct error *(*each)(void *arg, const struct store_entered *),
			      void *arg)
{
	int64_t hash = sqlite3_column_int64(statement, 0),
		size = sqlite3_column_int64(statement, 1);
	_cleanup_free_ void *rows = packed_open(sqlite3_column_blob(statement, 2),
						(size_t)sqlite3_column_bytes(statement, 2), size);
	const struct store_entered set = {
		.hash = (uint64_t)hash,
		.rows = rows,
		.count = (size_t)size / STORE_ENTERED_ROW,
	};

	if (!rows || size % STORE_ENTERED_ROW)
		return error_create(ERROR_UNUSABLE, "%s is damaged: functions entered, %016llx",
				    db_path(store->db), (unsigned long long)hash);
	return each(arg, &set);
}

struct error *store_each_entered(struct store *store,
				 struct error *(*each)(void *arg, const struct store_entered *),
				 void *arg)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;
	struct error *err =
		db_prepare(store->db, "SELECT hash, size, content FROM entered", &statement);

	while (!err && has_row) {
		err = db_step(store->db, statement, &has_row);
		if (!err && has_row)
			err = give_set(store, statement, each, arg);
	}
	return err;
}
