/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each test did in its traced run: which modules it loaded, which sites it reached, which
 * files it named.
 */
#include "common/xalloc.h"
#include "store/handle.h"
#include "store/packed.h"

struct error *store_put_refusal(struct store *store, int64_t test, const char *text)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db,
			      "UPDATE run_test SET refusal = ? WHERE run = ? AND test = ?",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "sii", text, store->run, test);
	return db_write(store->db, statement);
}

struct error *store_put_test_module(struct store *store, int64_t test, uint32_t module)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_test_module (run, test, module)"
			      " VALUES (?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iii", store->run, test, (int64_t)module);
	return db_write(store->db, statement);
}

struct error *store_put_reach(struct store *store, int64_t test, const struct store_reached *sites,
			      size_t count)
{
	size_t size = count * sizeof(*sites), packed_size;
	_cleanup_free_ void *packed = NULL;
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (err || !count)
		return err;
	err = packed_make(sites, size, &packed, &packed_size);
	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_reach (run, test, size, content)"
			      " VALUES (?, ?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iiib", store->run, test, (int64_t)size, packed, packed_size);
	return db_write(store->db, statement);
}

struct error *store_put_input(struct store *store, const struct store_input *input)
{
	sqlite3_stmt *statement;
	int64_t key;
	struct error *err = store_need_run(store);

	if (!err)
		err = store_input_key(store, input->path, &key);
	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_test_input (run, test, input, use, state)"
			      " VALUES (?, ?, ?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iiiii", store->run, input->test, key, (int64_t)input->use,
		(int64_t)input->state);
	return db_write(store->db, statement);
}

struct each_test_module {
	struct error *(*each)(void *arg, int64_t test, uint32_t module);
	void *arg;
};

static struct error *give_test_module(sqlite3_stmt *statement, void *arg)
{
	const struct each_test_module *user = arg;

	return user->each(user->arg, sqlite3_column_int64(statement, 0),
			  (uint32_t)sqlite3_column_int64(statement, 1));
}

struct error *
store_each_test_module(struct store *store,
		       struct error *(*each)(void *arg, int64_t test, uint32_t module), void *arg)
{
	struct each_test_module user = { each, arg };

	return store_each_row(store,
			      "SELECT test, module FROM run_test_module WHERE run = ?"
			      " ORDER BY test, module",
			      0, give_test_module, &user);
}

struct each_reach {
	struct store *store;
	struct error *(*each)(void *arg, int64_t test, const struct store_reached *sites,
			      size_t count);
	void *arg;
};

static struct error *give_reach(sqlite3_stmt *statement, void *arg)
{
	const struct each_reach *user = arg;
	int64_t test = sqlite3_column_int64(statement, 0);
	int64_t size = sqlite3_column_int64(statement, 1);
	_cleanup_free_ void *sites = packed_open(sqlite3_column_blob(statement, 2),
						 (size_t)sqlite3_column_bytes(statement, 2), size);

	if (!sites || (size_t)size % sizeof(struct store_reached))
		return error_create(ERROR_UNUSABLE, "%s is damaged: reach of test %lld",
				    db_path(user->store->db), (long long)test);
	return user->each(user->arg, test, sites, (size_t)size / sizeof(struct store_reached));
}

struct error *store_each_reach(struct store *store,
			       struct error *(*each)(void *arg, int64_t test,
						     const struct store_reached *sites,
						     size_t count),
			       void *arg)
{
	struct each_reach user = { store, each, arg };

	return store_each_row(store,
			      "SELECT test, size, content FROM run_reach WHERE run = ?"
			      " ORDER BY test",
			      0, give_reach, &user);
}

struct each_input {
	struct error *(*each)(void *arg, const struct store_input *input);
	void *arg;
};

static struct error *give_input(sqlite3_stmt *statement, void *arg)
{
	const struct each_input *user = arg;
	const struct store_input input = {
		.test = sqlite3_column_int64(statement, 0),
		.path = db_text(statement, 1),
		.use = sqlite3_column_int(statement, 2),
		.state = (uint64_t)sqlite3_column_int64(statement, 3),
	};

	return user->each(user->arg, &input);
}

struct error *store_each_input(struct store *store,
			       struct error *(*each)(void *arg, const struct store_input *),
			       void *arg)
{
	struct each_input user = { each, arg };

	return store_each_row(store,
			      "SELECT t.test, i.path, t.use, t.state"
			      " FROM run_test_input t JOIN input i ON i.key = t.input"
			      " WHERE run = ? ORDER BY t.test, i.path",
			      0, give_input, &user);
}
