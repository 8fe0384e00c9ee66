/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes and reads the units of a run with their packed site tables, so that a version can be
 * compared with later ones. Equal tables are stored once.
 */
#include "common/xalloc.h"
#include "store/handle.h"
#include "store/packed.h"

static struct error *has_content(struct store *store, uint64_t uid, bool *ret)
{
	sqlite3_stmt *statement;
	struct error *err = db_kept(store->db, "SELECT 1 FROM unit WHERE uid = ?", &statement);

	if (err)
		return err;
	db_bind(statement, "i", (int64_t)uid);
	err = db_step(store->db, statement, ret);
	sqlite3_reset(statement);
	return err;
}

static struct error *put_content(struct store *store, const struct store_unit *unit)
{
	_cleanup_free_ void *packed = NULL;
	sqlite3_stmt *statement;
	size_t size;
	struct error *err = packed_make(unit->content, unit->size, &packed, &size);

	if (!err)
		err = db_kept(store->db, "INSERT INTO unit (uid, size, content) VALUES (?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iib", (int64_t)unit->uid, (int64_t)unit->size, packed, size);
	return db_write(store->db, statement);
}

struct error *store_put_unit(struct store *store, const struct store_unit *unit)
{
	sqlite3_stmt *statement;
	bool is_known = false;
	struct error *err = store_need_run(store);

	if (!err)
		err = has_content(store, unit->uid, &is_known);
	if (!err && !is_known)
		err = put_content(store, unit);
	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_unit (run, uid, source) VALUES (?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iis", store->run, (int64_t)unit->uid, unit->source);
	return db_write(store->db, statement);
}

struct each_unit {
	struct store *store;
	struct error *(*each)(void *arg, const struct store_unit *unit);
	void *arg;
};

static struct error *damaged(const struct each_unit *user, uint64_t uid)
{
	return error_create(ERROR_UNUSABLE, "%s is damaged: unit %016llx", db_path(user->store->db),
			    (unsigned long long)uid);
}

static struct error *give_unit(sqlite3_stmt *statement, void *arg)
{
	const struct each_unit *user = arg;
	struct store_unit unit = {
		.uid = (uint64_t)sqlite3_column_int64(statement, 0),
		.source = db_text(statement, 1),
	};
	int64_t size = sqlite3_column_int64(statement, 2);

	_cleanup_free_ void *content =
		packed_open(sqlite3_column_blob(statement, 3),
			    (size_t)sqlite3_column_bytes(statement, 3), size);

	if (!content)
		return damaged(user, unit.uid);
	unit.size = (size_t)size;
	unit.content = content;
	return user->each(user->arg, &unit);
}

struct error *store_each_unit(struct store *store,
			      struct error *(*each)(void *arg, const struct store_unit *),
			      void *arg)
{
	struct each_unit user = { store, each, arg };

	return store_each_row(store,
			      "SELECT r.uid, r.source, u.size, u.content"
			      " FROM run_unit r JOIN unit u ON u.uid = r.uid"
			      " WHERE r.run = ? ORDER BY r.source, r.uid",
			      0, give_unit, &user);
}

struct error *store_put_link(struct store *store, const struct store_link *link)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_link (run, module, uid, is_library)"
			      " VALUES (?, ?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iiii", store->run, (int64_t)link->module, (int64_t)link->uid,
		(int64_t)link->is_library);
	return db_write(store->db, statement);
}

struct each_link {
	struct error *(*each)(void *arg, const struct store_link *link);
	void *arg;
};

static struct error *give_link(sqlite3_stmt *statement, void *arg)
{
	const struct each_link *user = arg;
	const struct store_link link = {
		.module = (uint32_t)sqlite3_column_int64(statement, 0),
		.uid = (uint64_t)sqlite3_column_int64(statement, 1),
		.is_library = sqlite3_column_int64(statement, 2) != 0,
	};

	return user->each(user->arg, &link);
}

struct error *store_each_link(struct store *store,
			      struct error *(*each)(void *arg, const struct store_link *),
			      void *arg)
{
	struct each_link user = { each, arg };

	return store_each_row(store,
			      "SELECT module, uid, is_library FROM run_link WHERE run = ?"
			      " ORDER BY module, uid",
			      0, give_link, &user);
}

struct error *store_put_module(struct store *store, const struct store_module *module)
{
	sqlite3_stmt *statement;
	struct error *err = store_need_run(store);

	if (!err)
		err = db_kept(store->db,
			      "INSERT OR REPLACE INTO run_module (run, module, path, linkage,"
			      " \"foreign\", content, resolution) VALUES (?, ?, ?, ?, ?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iisisis", store->run, (int64_t)module->module, module->path,
		(int64_t)module->linkage, module->foreign, (int64_t)module->content,
		module->resolution);
	return db_write(store->db, statement);
}

struct each_module {
	struct error *(*each)(void *arg, const struct store_module *module);
	void *arg;
};

static struct error *give_module(sqlite3_stmt *statement, void *arg)
{
	const struct each_module *user = arg;
	const struct store_module module = {
		.module = (uint32_t)sqlite3_column_int64(statement, 0),
		.path = db_text(statement, 1),
		.linkage = (uint64_t)sqlite3_column_int64(statement, 2),
		.foreign = db_text(statement, 3),
		.content = (uint64_t)sqlite3_column_int64(statement, 4),
		.resolution = db_text(statement, 5),
	};

	return user->each(user->arg, &module);
}

struct error *store_each_module(struct store *store,
				struct error *(*each)(void *arg, const struct store_module *),
				void *arg)
{
	struct each_module user = { each, arg };

	return store_each_row(store,
			      "SELECT module, path, linkage, \"foreign\", content, resolution"
			      " FROM run_module WHERE run = ? ORDER BY module",
			      0, give_module, &user);
}
