/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Wraps SQLite: opens databases through the layer of store/vfs.h and keeps prepared statements. The
 * first failed write, and the first damage found, are remembered with the connection.
 */
#include "store/db_state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "common/strbuf.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "store/page.h"
#include "store/survey.h"
#include "store/vfs.h"

#define BUSY_TIMEOUT_MS 10000

/* All connections of this process. */
static struct db *opened;

/* Remembers that a write failed, and passes ERR on. */
static struct error *write_failed(struct db *db, struct error *err)
{
	if (err && !db->failure)
		db->failure = xstrdup(err->message);
	return err;
}

static struct error *earlier_failure(struct db *db)
{
	return db->failure ? error_create(ERROR_INTERNAL, "%s", db->failure) : NULL;
}

/* SQLite waits for a pipe in the place of a journal until somebody writes into it. */
static struct error *check_beside(const char *path)
{
	static const char *const suffixes[] = { "-journal", "-wal", "-shm" };
	struct stat st;

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		_cleanup_free_ char *name = xasprintf("%s%s", path, suffixes[i]);

		if (stat(name, &st) == 0 && !S_ISREG(st.st_mode))
			return error_create(ERROR_UNUSABLE,
					    "%s is no remt store (%s is no regular file)", path,
					    name);
	}
	return NULL;
}

/*
 * Checks the kind of PATH by its name alone. If this process closed a descriptor of the file, all
 * its connections would lose their locks, and another process could discard the log under them.
 */
static struct error *check_kind(const char *path, bool *exists)
{
	struct stat st;

	*exists = stat(path, &st) == 0;
	if (!*exists && errno == ENOENT)
		return NULL;
	if (!*exists)
		return error_errno(ERROR_UNUSABLE, errno, "opening %s", path);
	if (!S_ISREG(st.st_mode))
		return error_create(ERROR_UNUSABLE, "%s is no remt store (no regular file)", path);
	if (st.st_size == 1) /* SQLite takes a file of one byte for an empty one */
		return error_create(ERROR_UNUSABLE, "%s is no remt store (not an SQLite database)",
				    path);
	return check_beside(path);
}

static struct error *open_handle(struct db *db, const char *name, int flags)
{
	sqlite3_close(db->handle);
	db->handle = NULL;
	vfs_register();
	int code = sqlite3_open_v2(name, &db->handle, flags | SQLITE_OPEN_URI, VFS_NAME);
	if (!db->handle)
		xalloc_die();
	if (code != SQLITE_OK)
		return db_error(db, sqlite3_extended_errcode(db->handle), "opening");
	sqlite3_extended_result_codes(db->handle, 1);
	sqlite3_busy_timeout(db->handle, BUSY_TIMEOUT_MS);
	return NULL;
}

/* Returns the "file:" URI of PATH with PARAMETERS: the path could have "?", "#" or "%". */
static char *path_uri(const char *path, const char *parameters)
{
	_cleanup_strbuf_ struct strbuf uri = { 0 };

	strbuf_adds(&uri, "file:");
	for (; *path; path++) {
		if (strchr("?#%", *path))
			strbuf_addf(&uri, "%%%02x", (unsigned char)*path);
		else
			strbuf_addc(&uri, *path);
	}
	strbuf_adds(&uri, parameters);
	return strbuf_take(&uri);
}

static bool has_log(const char *path)
{
	_cleanup_free_ char *log = xasprintf("%s-wal", path);
	struct stat st;

	return stat(log, &st) == 0 && st.st_size > 0;
}

/*
 * Opens for reading. A reader needs the file of the log's shared memory. Where that can't be made
 * (read-only medium), a database without log can still be read as one that nobody changes.
 */
static struct error *open_for_reading(struct db *db)
{
	int64_t version;
	_cleanup_free_ char *name = path_uri(db->path, "?mode=ro");
	struct error *err = open_handle(db, name, SQLITE_OPEN_READONLY);
	if (!err)
		err = db_get_integer(db, "PRAGMA schema_version", &version);
	if (!err || has_log(db->path))
		return err;

	int code = sqlite3_errcode(db->handle) & 0xff;
	if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
		return err;
	error_destroy(err);
	_cleanup_free_ char *fixed = path_uri(db->path, "?mode=ro&immutable=1");
	return open_handle(db, fixed, SQLITE_OPEN_READONLY);
}

static struct error *configure(struct db *db, enum db_mode mode)
{
	/* Takes effect in a new database only. */
	int reserved = PAGE_SUM_BYTES;
	_cleanup_free_ char *size = xasprintf("PRAGMA page_size = %d;", PAGE_SIZE_BYTES);

	sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
	struct error *err = db_execute(db, size);
	if (err)
		return err;
	err = db_execute(db, "PRAGMA cache_size = -16384;"
			     "PRAGMA cell_size_check = ON;"
			     "PRAGMA foreign_keys = ON;"
			     "PRAGMA trusted_schema = OFF;"
			     "PRAGMA temp_store = MEMORY;");
	if (err || mode == DB_READ)
		return err;
	/*
	 * With NORMAL a killed process loses nothing, and a power cut may lose the last commits but
	 * never tears one. With secure_delete, pages that are free at the end of a transaction are
	 * written and get a sum.
	 */
	return db_execute(db, "PRAGMA synchronous = NORMAL;"
			      "PRAGMA secure_delete = ON;");
}

/* Opens, and reads once: SQLite refuses a foreign file only then. */
static struct error *open_checked(struct db *db, enum db_mode mode)
{
	struct stat st;
	int64_t version;
	struct error *err;

	if (mode == DB_READ) {
		err = open_for_reading(db);
	} else {
		_cleanup_free_ char *name = path_uri(db->path, "");
		err = open_handle(db, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	}
	if (!err)
		err = db_get_integer(db, "PRAGMA schema_version", &version);
	if (!err)
		err = configure(db, mode);
	if (!err && stat(db->path, &st) == 0) {
		db->device = st.st_dev;
		db->inode = st.st_ino;
		db->next = opened;
		opened = db;
	}
	return err;
}

struct error *db_try(const char *path, enum db_mode mode, struct db **ret, char **ret_damage)
{
	bool exists = false;
	struct error *err = check_kind(path, &exists);

	*ret_damage = NULL;
	if (err)
		return err;
	if (!exists && mode == DB_READ)
		return error_create(ERROR_UNUSABLE, "there is no store %s", path);

	struct db *db = xcalloc(1, sizeof(*db));
	db->path = xstrdup(path);
	err = open_checked(db, mode);
	if (err) {
		*ret_damage = TAKE(db->damage);
		db_close(db);
		return err;
	}
	*ret = db;
	return NULL;
}

struct error *db_open(const char *path, enum db_mode mode, struct db **ret)
{
	_cleanup_free_ char *damage = NULL;

	return db_try(path, mode, ret, &damage);
}

bool db_is_open(const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return false;
	for (const struct db *db = opened; db; db = db->next)
		if (db->inode == st.st_ino && db->device == st.st_dev)
			return true;
	return false;
}

bool db_is_sealed(struct db *db)
{
	return vfs_is_sealed(db->handle);
}

const char *db_damage(const struct db *db)
{
	return db->damage;
}

bool db_is_moved(struct db *db)
{
	int is_moved = 0;

	sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &is_moved);
	return is_moved;
}

struct error *db_check(struct db *db)
{
	uint32_t count = 0;
	int code = db_is_sealed(db) ? vfs_check(db->handle, &count) : SQLITE_OK;

	if (code != SQLITE_OK)
		return error_create(ERROR_INTERNAL, "reading %s: %s", db->path,
				    sqlite3_errstr(code));
	return count ? db_error_damage(db, SQLITE_IOERR_DATA) : NULL;
}

struct error *db_checkpoint(struct db *db, bool is_whole)
{
	int64_t is_busy = 0;
	struct error *err = db_get_integer(
		db, is_whole ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA wal_checkpoint(PASSIVE)",
		&is_busy);

	if (err || !is_whole || !is_busy)
		return err;
	return error_create(ERROR_UNUSABLE, "%s is being read by another program", db->path);
}

static void forget(const struct db *db)
{
	for (struct db **at = &opened; *at; at = &(*at)->next) {
		if (*at == db) {
			*at = db->next;
			return;
		}
	}
}

void db_close(struct db *db)
{
	if (!db)
		return;
	forget(db);
	for (size_t i = 0; i < db->kept.count; i++)
		sqlite3_finalize(db->kept.items[i].statement);
	vec_deinit(&db->kept);
	if (db->in_transaction)
		sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
	sqlite3_close_v2(db->handle);
	free(db->failure);
	free(db->damage);
	free(db->path);
	free(db);
}

const char *db_path(const struct db *db)
{
	return db->path;
}

struct error *db_execute(struct db *db, const char *sql)
{
	int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);

	return code == SQLITE_OK ? NULL : db_error(db, code, "using");
}

struct error *db_get_integer(struct db *db, const char *sql, int64_t *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = false;
	struct error *err = db_prepare(db, sql, &statement);

	if (!err)
		err = db_step(db, statement, &has_row);
	if (err)
		return err;
	*ret = has_row ? sqlite3_column_int64(statement, 0) : 0;
	return NULL;
}

struct error *db_begin(struct db *db)
{
	if (db->in_transaction)
		return earlier_failure(db);

	struct error *err = earlier_failure(db);
	if (!err)
		err = write_failed(db, db_execute(db, "BEGIN IMMEDIATE"));
	db->in_transaction = !err;
	return err;
}

struct error *db_commit(struct db *db)
{
	struct error *err = earlier_failure(db);
	if (err || !db->in_transaction)
		return err;

	int code = sqlite3_exec(db->handle, "COMMIT", NULL, NULL, NULL);
	if (code != SQLITE_OK)
		return write_failed(db, db_error(db, code, "writing"));
	db->in_transaction = false;
	return NULL;
}

struct error *db_prepare(struct db *db, const char *sql, sqlite3_stmt **ret)
{
	int code = sqlite3_prepare_v2(db->handle, sql, -1, ret, NULL);

	return code == SQLITE_OK ? NULL : db_error(db, code, "reading");
}

struct error *db_kept(struct db *db, const char *sql, sqlite3_stmt **ret)
{
	for (size_t i = 0; i < db->kept.count; i++) {
		if (db->kept.items[i].sql == sql) {
			*ret = db->kept.items[i].statement;
			sqlite3_reset(*ret);
			return NULL;
		}
	}

	struct kept kept = { sql, NULL };
	int code = sqlite3_prepare_v3(db->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
				      &kept.statement, NULL);
	if (code != SQLITE_OK)
		return db_error(db, code, "using");
	vec_push(&db->kept, kept);
	*ret = kept.statement;
	return NULL;
}

void db_bind(sqlite3_stmt *statement, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	for (int i = 0; format[i]; i++) {
		if (format[i] == 'i') {
			sqlite3_bind_int64(statement, i + 1, va_arg(args, int64_t));
		} else if (format[i] == 'b') {
			const void *bytes = va_arg(args, const void *);

			sqlite3_bind_blob64(statement, i + 1, bytes, va_arg(args, size_t),
					    SQLITE_STATIC);
		} else {
			const char *text = va_arg(args, const char *);

			sqlite3_bind_text(statement, i + 1, text ? text : "", -1, SQLITE_STATIC);
		}
	}
	va_end(args);
}

struct error *db_step(struct db *db, sqlite3_stmt *statement, bool *ret)
{
	int code = sqlite3_step(statement);

	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return db_error(db, code, "reading");
	*ret = code == SQLITE_ROW;
	return NULL;
}

struct error *db_write(struct db *db, sqlite3_stmt *statement)
{
	struct error *err = db_begin(db);
	if (err)
		return err;

	int code = sqlite3_step(statement);
	if (code != SQLITE_DONE && code != SQLITE_ROW)
		err = write_failed(db, db_error(db, code, "writing"));
	sqlite3_reset(statement);
	return err;
}

const char *db_text(sqlite3_stmt *statement, int column)
{
	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? (const char *)text : "";
}
