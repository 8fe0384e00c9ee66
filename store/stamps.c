/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that the last run depends on, as they were then. */
#include "store/handle.h"

struct error *store_clear_stamps(struct store *store)
{
	sqlite3_stmt *statement;
	struct error *err = db_kept(store->db, "DELETE FROM run_stamp", &statement);

	return err ? err : db_write(store->db, statement);
}

struct error *store_put_stamp(struct store *store, const struct store_stamp *stamp)
{
	const struct stamp *s = &stamp->stamp;
	sqlite3_stmt *statement;
	int64_t key;
	struct error *err = store_need_run(store);

	if (!err)
		err = store_input_key(store, stamp->path, &key);
	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_stamp (run, input, use, state, device,"
			      " inode, mode, size, modified_ns, changed_ns, is_settled)"
			      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iiiiiiiiiii", store->run, key, (int64_t)stamp->use,
		(int64_t)stamp->state, (int64_t)s->device, (int64_t)s->inode, (int64_t)s->mode,
		(int64_t)s->size, s->modified_ns, s->changed_ns, s->is_settled);
	return db_write(store->db, statement);
}

struct each_stamp {
	struct error *(*each)(void *arg, const struct store_stamp *stamp);
	void *arg;
};

static struct error *give_stamp(sqlite3_stmt *statement, void *arg)
{
	const struct each_stamp *user = arg;
	const struct store_stamp stamp = {
		.path = db_text(statement, 0),
		.use = sqlite3_column_int(statement, 1),
		.state = (uint64_t)sqlite3_column_int64(statement, 2),
		.stamp = {
			.device = (uint64_t)sqlite3_column_int64(statement, 3),
			.inode = (uint64_t)sqlite3_column_int64(statement, 4),
			.mode = (uint64_t)sqlite3_column_int64(statement, 5),
			.size = (uint64_t)sqlite3_column_int64(statement, 6),
			.modified_ns = sqlite3_column_int64(statement, 7),
			.changed_ns = sqlite3_column_int64(statement, 8),
			.is_settled = sqlite3_column_int64(statement, 9),
		},
	};

	return user->each(user->arg, &stamp);
}

struct error *store_each_stamp(struct store *store,
			       struct error *(*each)(void *arg, const struct store_stamp *stamp),
			       void *arg)
{
	struct each_stamp user = { each, arg };

	return store_each_row(store,
			      "SELECT i.path, s.use, s.state, s.device, s.inode, s.mode, s.size,"
			      " s.modified_ns, s.changed_ns, s.is_settled"
			      " FROM run_stamp s JOIN input i ON i.key = s.input WHERE s.run = ?"
			      " ORDER BY s.input, s.use",
			      0, give_stamp, &user);
}
