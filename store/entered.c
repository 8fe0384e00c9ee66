/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sets of functions that runs entered, and of files that runs named. The hash of a set is its key.
 */
#include "common/hash.h"
#include "common/xalloc.h"
#include "store/handle.h"
#include "store/packed.h"

static struct error *put_set(struct store *store, const char *sql, uint64_t hash,
			     const void *content, size_t size)
{
	size_t packed_size;
	_cleanup_free_ void *packed = NULL;
	sqlite3_stmt *statement;
	struct error *err = packed_make(content, size, &packed, &packed_size);

	if (!err)
		err = db_kept(store->db, sql, &statement);
	if (err)
		return err;
	db_bind(statement, "iib", (int64_t)hash, (int64_t)size, packed, packed_size);
	return db_write(store->db, statement);
}

struct error *store_put_entered(struct store *store, const struct store_entered *set)
{
	return put_set(store,
		       "INSERT OR IGNORE INTO entered (hash, size, content) VALUES (?, ?, ?)",
		       set->hash, set->rows, set->count * STORE_ENTERED_ROW);
}

struct error *store_put_extra(struct store *store, const struct store_extra *set)
{
	return put_set(store, "INSERT OR IGNORE INTO extra (hash, size, content) VALUES (?, ?, ?)",
		       set->hash, set->content, set->size);
}

/* The callback for sets of one of the two kinds. */
struct each_set {
	struct error *(*entered)(void *arg, const struct store_entered *);
	struct error *(*extra)(void *arg, const struct store_extra *);
	void *arg;
};

static bool has_hash(const void *content, size_t size, uint64_t hash)
{
	uint64_t found = hash_bytes(content, size);

	return found + !found == hash;
}

static struct error *give_set(struct store *store, sqlite3_stmt *statement,
			      const struct each_set *user)
{
	uint64_t hash = (uint64_t)sqlite3_column_int64(statement, 0);
	int64_t size = sqlite3_column_int64(statement, 1);
	_cleanup_free_ void *content =
		size ? packed_open(sqlite3_column_blob(statement, 2),
				   (size_t)sqlite3_column_bytes(statement, 2), size)
		     : xstrdup("");

	if (!content || !has_hash(content, (size_t)size, hash) ||
	    (user->entered && size % STORE_ENTERED_ROW))
		return error_create(ERROR_UNUSABLE, "%s is damaged: %s, %016llx",
				    db_path(store->db),
				    user->entered ? "functions entered" : "files named",
				    (unsigned long long)hash);
	if (user->entered)
		return user->entered(
			user->arg,
			&(struct store_entered){ hash, content, (size_t)size / STORE_ENTERED_ROW });
	return user->extra(user->arg, &(struct store_extra){ hash, content, (size_t)size });
}

static struct error *each_set(struct store *store, const char *sql, const struct each_set *user)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;
	struct error *err = db_prepare(store->db, sql, &statement);

	while (!err && has_row) {
		err = db_step(store->db, statement, &has_row);
		if (!err && has_row)
			err = give_set(store, statement, user);
	}
	return err;
}

struct error *store_each_entered(struct store *store,
				 struct error *(*each)(void *arg, const struct store_entered *),
				 void *arg)
{
	return each_set(store, "SELECT hash, size, content FROM entered",
			&(struct each_set){ .entered = each, .arg = arg });
}

struct error *store_each_extra(struct store *store,
			       struct error *(*each)(void *arg, const struct store_extra *),
			       void *arg)
{
	return each_set(store, "SELECT hash, size, content FROM extra",
			&(struct each_set){ .extra = each, .arg = arg });
}
