/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes and reads what a run knows: files, mutants, their instances, tests. A mutant or test keeps
 * its key in all runs.
 */
#include <string.h>

#include "store/handle.h"

static const char put_file[] =
	"INSERT OR REPLACE INTO run_file (run, path, hash, folded, macro, shape, user)"
	" VALUES (?, ?, ?, ?, ?, ?, ?)";

static const char put_mutant[] =
	"INSERT OR REPLACE INTO run_mutant"
	" (run, mutant, file, function, line, column, end_line, end_column,"
	"  site_line, site_column, site_end_line, site_end_column,"
	"  op, replacement, description, line_hash, flags)"
	" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

static const char put_instance[] =
	"INSERT OR REPLACE INTO run_instance (run, mutant, uid, site, alternative, function)"
	" VALUES (?, ?, ?, ?, ?, ?)";

static const char put_test[] =
	"INSERT OR REPLACE INTO run_test"
	" (run, test, harness, command, record, is_quarantined, reason, cpu_us, wall_us, result,"
	"  changes, oracle, output_hash, nr_processes, was_killed,"
	"  has_trace, entered, limits)"
	" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/* Returns the same 64 bits as a signed integer, since SQLite has no unsigned ones. */
static int64_t stored(uint64_t value)
{
	return (int64_t)value;
}

static uint32_t column_u32(sqlite3_stmt *statement, int column)
{
	return (uint32_t)sqlite3_column_int64(statement, column);
}

static uint64_t column_u64(sqlite3_stmt *statement, int column)
{
	return (uint64_t)sqlite3_column_int64(statement, column);
}

/* Begins a write of the current run by the statement SQL. */
static struct error *prepare_put(struct store *store, const char *sql, sqlite3_stmt **ret)
{
	struct error *err = store_need_run(store);

	return err ? err : db_kept(store->db, sql, ret);
}

struct error *store_put_file(struct store *store, const struct store_file *file)
{
	sqlite3_stmt *statement;
	struct error *err = prepare_put(store, put_file, &statement);

	if (err)
		return err;
	db_bind(statement, "isiiiii", store->run, file->path, stored(file->hash),
		(int64_t)file->folded, (int64_t)file->macro, (int64_t)file->shape,
		(int64_t)file->user);
	return db_write(store->db, statement);
}

struct error *store_put_mutant(struct store *store, struct store_mutant *mutant)
{
	static const char select[] = "SELECT key FROM mutant WHERE id = ?";
	static const char insert[] = "INSERT INTO mutant (id) VALUES (?)";
	sqlite3_stmt *statement;
	int64_t key;

	if (strnlen(mutant->id, STORE_MUTANT_ID_SIZE) != STORE_MUTANT_ID_SIZE - 1)
		return error_create(ERROR_INTERNAL, "mutant id \"%.12s\" is too short", mutant->id);
	struct error *err = prepare_put(store, put_mutant, &statement);
	if (!err)
		err = store_identity_key(store, select, insert, mutant->id, &key);
	if (err)
		return err;
	db_bind(statement, "iissiiiiiiiisssii", store->run, key, mutant->file, mutant->function,
		(int64_t)mutant->line, (int64_t)mutant->column, (int64_t)mutant->end_line,
		(int64_t)mutant->end_column, (int64_t)mutant->site_line,
		(int64_t)mutant->site_column, (int64_t)mutant->site_end_line,
		(int64_t)mutant->site_end_column, mutant->op, mutant->replacement,
		mutant->description, stored(mutant->line_hash), (int64_t)mutant->flags);
	err = db_write(store->db, statement);
	if (!err)
		mutant->key = key;
	return err;
}

struct error *store_put_instance(struct store *store, const struct store_instance *instance)
{
	sqlite3_stmt *statement;
	struct error *err = prepare_put(store, put_instance, &statement);

	if (err)
		return err;
	db_bind(statement, "iiiiii", store->run, instance->mutant, stored(instance->uid),
		(int64_t)instance->site, (int64_t)instance->alternative,
		(int64_t)instance->function);
	return db_write(store->db, statement);
}

struct error *store_put_test(struct store *store, struct store_test *test)
{
	static const char select[] = "SELECT key FROM test WHERE name = ?";
	static const char insert[] = "INSERT INTO test (name) VALUES (?)";
	sqlite3_stmt *statement;
	int64_t key;
	struct error *err = prepare_put(store, put_test, &statement);

	if (!err)
		err = store_identity_key(store, select, insert, test->name, &key);
	if (err)
		return err;
	db_bind(statement, "iisssisiiiiiiiiiii", store->run, key, test->harness, test->command,
		test->record, (int64_t)test->quarantined, test->reason, stored(test->cpu_us),
		stored(test->wall_us), (int64_t)test->result, (int64_t)test->changes,
		(int64_t)test->oracle, stored(test->output_hash), (int64_t)test->nr_processes,
		(int64_t)test->was_killed, (int64_t)test->has_trace, stored(test->entered),
		stored(test->limits));
	err = db_write(store->db, statement);
	if (!err)
		test->key = key;
	return err;
}

struct each_file {
	struct error *(*each)(void *arg, const struct store_file *file);
	void *arg;
};

static struct error *give_file(sqlite3_stmt *statement, void *arg)
{
	const struct each_file *user = arg;
	const struct store_file file = {
		.path = db_text(statement, 0),
		.hash = column_u64(statement, 1),
		.folded = column_u32(statement, 2),
		.macro = column_u32(statement, 3),
		.shape = column_u32(statement, 4),
		.user = column_u32(statement, 5),
	};

	return user->each(user->arg, &file);
}

struct error *store_each_file(struct store *store,
			      struct error *(*each)(void *arg, const struct store_file *),
			      void *arg)
{
	struct each_file user = { each, arg };

	return store_each_row(store,
			      "SELECT path, hash, folded, macro, shape, user FROM run_file"
			      " WHERE run = ? ORDER BY path",
			      0, give_file, &user);
}

struct each_mutant {
	struct error *(*each)(void *arg, const struct store_mutant *mutant);
	void *arg;
};

static struct error *give_mutant(sqlite3_stmt *statement, void *arg)
{
	const struct each_mutant *user = arg;
	struct store_mutant mutant = {
		.key = sqlite3_column_int64(statement, 0),
		.file = db_text(statement, 2),
		.function = db_text(statement, 3),
		.line = column_u32(statement, 4),
		.column = column_u32(statement, 5),
		.end_line = column_u32(statement, 6),
		.end_column = column_u32(statement, 7),
		.site_line = column_u32(statement, 8),
		.site_column = column_u32(statement, 9),
		.site_end_line = column_u32(statement, 10),
		.site_end_column = column_u32(statement, 11),
		.op = db_text(statement, 12),
		.replacement = db_text(statement, 13),
		.description = db_text(statement, 14),
		.line_hash = column_u64(statement, 15),
		.flags = column_u32(statement, 16),
	};
	const char *id = db_text(statement, 1);

	memcpy(mutant.id, id, strnlen(id, sizeof(mutant.id) - 1));
	return user->each(user->arg, &mutant);
}

struct error *store_each_mutant(struct store *store,
				struct error *(*each)(void *arg, const struct store_mutant *),
				void *arg)
{
	struct each_mutant user = { each, arg };

	return store_each_row(store,
			      "SELECT m.mutant, i.id, file, function, line, column, end_line,"
			      " end_column, site_line, site_column, site_end_line, site_end_column,"
			      " op, replacement, description, line_hash, flags"
			      " FROM run_mutant m JOIN mutant i ON i.key = m.mutant"
			      " WHERE run = ? ORDER BY file, site_line, site_column, m.mutant",
			      0, give_mutant, &user);
}

struct each_instance {
	struct error *(*each)(void *arg, const struct store_instance *instance);
	void *arg;
};

static struct error *give_instance(sqlite3_stmt *statement, void *arg)
{
	const struct each_instance *user = arg;
	const struct store_instance instance = {
		.mutant = sqlite3_column_int64(statement, 0),
		.uid = column_u64(statement, 1),
		.site = column_u32(statement, 2),
		.alternative = column_u32(statement, 3),
		.function = column_u32(statement, 4),
	};

	return user->each(user->arg, &instance);
}

struct error *store_each_instance(struct store *store, int64_t mutant,
				  struct error *(*each)(void *arg, const struct store_instance *),
				  void *arg)
{
	struct each_instance user = { each, arg };

	return store_each_row(store,
			      mutant ? "SELECT mutant, uid, site, alternative, function"
				       " FROM run_instance WHERE run = ? AND mutant = ?"
				     : "SELECT mutant, uid, site, alternative, function"
				       " FROM run_instance WHERE run = ?",
			      mutant, give_instance, &user);
}

struct each_test {
	struct error *(*each)(void *arg, const struct store_test *test);
	void *arg;
};

static struct error *give_test(sqlite3_stmt *statement, void *arg)
{
	const struct each_test *user = arg;
	const struct store_test test = {
		.key = sqlite3_column_int64(statement, 0),
		.name = db_text(statement, 1),
		.harness = db_text(statement, 2),
		.command = db_text(statement, 3),
		.record = db_text(statement, 4),
		.quarantined = sqlite3_column_int64(statement, 5) != 0,
		.reason = db_text(statement, 6),
		.cpu_us = column_u64(statement, 7),
		.wall_us = column_u64(statement, 8),
		.result = sqlite3_column_int(statement, 9),
		.changes = (unsigned)sqlite3_column_int(statement, 10),
		.oracle = store_oracle(sqlite3_column_int64(statement, 11)),
		.output_hash = column_u64(statement, 12),
		.nr_processes = column_u32(statement, 13),
		.was_killed = sqlite3_column_int64(statement, 14) != 0,
		.has_trace = sqlite3_column_int64(statement, 15) != 0,
		.refusal = db_text(statement, 16),
		.entered = column_u64(statement, 17),
		.limits = column_u64(statement, 18),
	};

	return user->each(user->arg, &test);
}

struct error *store_each_test(struct store *store,
			      struct error *(*each)(void *arg, const struct store_test *),
			      void *arg)
{
	struct each_test user = { each, arg };

	return store_each_row(store,
			      "SELECT t.test, i.name, harness, command, record, is_quarantined,"
			      " reason, cpu_us, wall_us, result, changes, oracle,"
			      " output_hash, nr_processes, was_killed, has_trace, refusal, entered,"
			      " limits"
			      " FROM run_test t JOIN test i ON i.key = t.test"
			      " WHERE run = ? ORDER BY t.test",
			      0, give_test, &user);
}
