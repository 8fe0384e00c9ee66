/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Keeps the outcomes of one comparison in a database of two tables: packed results by key, and the
 * states of input files. Damaged outcomes are dropped, since a comparison can make them again.
 */
#include "store/outcomes.h"

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "store/db.h"
#include "store/lock.h"
#include "store/migrate.h"
#include "store/packed.h"
#include "store/sound.h"

static const struct migration migrations[] = {
	{ 1, "" }, /* format 2 has pages with sums */
	{ 0, NULL },
};

/* doc/FORMATS.md describes it. */
static const struct layout layout = {
	.application_id = 0x72656d6f, /* "remo" */
	.format = 2,
	.sealed_since = 2,
	.schema = "CREATE TABLE comparison (identity INTEGER PRIMARY KEY) STRICT;"
		  "CREATE TABLE input (path TEXT NOT NULL, use INTEGER NOT NULL,"
		  " state INTEGER NOT NULL, PRIMARY KEY (path, use)) STRICT, WITHOUT ROWID;"
		  "CREATE TABLE outcome (key INTEGER PRIMARY KEY, size INTEGER NOT NULL,"
		  " content BLOB NOT NULL) STRICT",
	.migrations = migrations,
};

struct outcomes {
	struct db *db;
	char *damage; /* what was found damaged; NULL: nothing */
	int lock_fd;  /* -1: none */
};

static struct error *open_db(struct outcomes *outcomes, const char *directory)
{
	_cleanup_free_ char *path = path_join(directory, "outcomes.db");
	struct error *err = fs_make_directories(directory, 0777);

	if (!err)
		err = lock_acquire(directory, &outcomes->lock_fd);
	return err ? err : sound_open(path, DB_WRITE, &layout, &outcomes->db, &outcomes->damage);
}

struct error *outcomes_open(const char *directory, struct outcomes **ret)
{
	struct outcomes *outcomes = xcalloc(1, sizeof(*outcomes));
	struct error *err;

	outcomes->lock_fd = -1;
	err = open_db(outcomes, directory);
	if (err)
		outcomes_close(outcomes);
	else
		*ret = outcomes;
	return err;
}

void outcomes_close(struct outcomes *outcomes)
{
	if (!outcomes)
		return;
	db_close(outcomes->db);
	free(outcomes->damage);
	if (outcomes->lock_fd >= 0)
		close(outcomes->lock_fd);
	free(outcomes);
}

const char *outcomes_damage(const struct outcomes *outcomes)
{
	return outcomes->damage;
}

const char *outcomes_path(const struct outcomes *outcomes)
{
	return db_path(outcomes->db);
}

struct error *outcomes_is_of(struct outcomes *outcomes, uint64_t identity, bool *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err =
		db_prepare(outcomes->db, "SELECT 1 FROM comparison WHERE identity = ?", &statement);

	if (err)
		return err;
	db_bind(statement, "i", (int64_t)identity);
	return db_step(outcomes->db, statement, ret);
}

struct error *outcomes_has_any(struct outcomes *outcomes, bool *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err = db_prepare(outcomes->db, "SELECT 1 FROM comparison", &statement);

	return err ? err : db_step(outcomes->db, statement, ret);
}

struct error *outcomes_begin(struct outcomes *outcomes, uint64_t identity)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err = db_begin(outcomes->db);

	if (!err)
		err = db_execute(outcomes->db, "DELETE FROM comparison; DELETE FROM input;"
					       "DELETE FROM outcome");
	if (!err)
		err = db_prepare(outcomes->db, "INSERT INTO comparison VALUES (?)", &statement);
	if (err)
		return err;
	db_bind(statement, "i", (int64_t)identity);
	err = db_write(outcomes->db, statement);
	return err ? err : outcomes_flush(outcomes);
}

struct error *
outcomes_each_input(struct outcomes *outcomes,
		    struct error *(*each)(void *arg, const struct outcomes_input *input), void *arg)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err =
		db_prepare(outcomes->db, "SELECT path, use, state FROM input", &statement);
	bool has_row = true;

	while (!err && has_row) {
		err = db_step(outcomes->db, statement, &has_row);
		if (err || !has_row)
			return err;
		const struct outcomes_input input = {
			.path = db_text(statement, 0),
			.use = sqlite3_column_int(statement, 1),
			.state = (uint64_t)sqlite3_column_int64(statement, 2),
		};
		err = each(arg, &input);
	}
	return err;
}

struct error *outcomes_put_input(struct outcomes *outcomes, const struct outcomes_input *input)
{
	sqlite3_stmt *statement;
	struct error *err =
		db_kept(outcomes->db, "INSERT OR IGNORE INTO input VALUES (?, ?, ?)", &statement);

	if (err)
		return err;
	db_bind(statement, "sii", input->path, (int64_t)input->use, (int64_t)input->state);
	return db_write(outcomes->db, statement);
}

static struct error *unpack(struct outcomes *outcomes, sqlite3_stmt *statement, void **ret,
			    size_t *ret_size)
{
	const void *packed = sqlite3_column_blob(statement, 1);
	int64_t size = sqlite3_column_int64(statement, 0);

	void *content = packed_open(packed, (size_t)sqlite3_column_bytes(statement, 1), size);

	if (!content)
		return error_create(ERROR_UNUSABLE, "%s is damaged; move it away to start anew",
				    outcomes_path(outcomes));
	*ret = content;
	*ret_size = (size_t)size;
	return NULL;
}

struct error *outcomes_get(struct outcomes *outcomes, uint64_t key, void **ret, size_t *ret_size)
{
	sqlite3_stmt *statement;
	bool has_row = false;
	struct error *err = db_kept(outcomes->db, "SELECT size, content FROM outcome WHERE key = ?",
				    &statement);

	if (err)
		return err;
	db_bind(statement, "i", (int64_t)key);
	err = db_step(outcomes->db, statement, &has_row);
	if (!err && has_row)
		err = unpack(outcomes, statement, ret, ret_size);
	else if (!err)
		*ret = NULL;
	sqlite3_reset(statement);
	return err;
}

struct error *outcomes_put(struct outcomes *outcomes, uint64_t key, const void *content,
			   size_t size)
{
	_cleanup_free_ void *packed = NULL;
	size_t packed_size;
	sqlite3_stmt *statement;
	struct error *err = packed_make(content, size, &packed, &packed_size);

	if (!err)
		err = db_kept(outcomes->db, "INSERT OR REPLACE INTO outcome VALUES (?, ?, ?)",
			      &statement);
	if (err)
		return err;
	db_bind(statement, "iib", (int64_t)key, (int64_t)size, packed, packed_size);
	return db_write(outcomes->db, statement);
}

struct error *outcomes_flush(struct outcomes *outcomes)
{
	return db_commit(outcomes->db);
}

struct error *outcomes_sync(struct outcomes *outcomes)
{
	struct error *err = outcomes_flush(outcomes);

	return err ? err : db_checkpoint(outcomes->db, false);
}
