/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Creates and migrates databases by scripts, one transaction for each step from one format to the
 * next.
 */
#include "store/migrate.h"

#include "common/xalloc.h"
#include "store/schema_sql.h"

static const struct migration migrations[] = {
	{ 1, "ALTER TABLE run_test ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;"
	     "ALTER TABLE cover ADD COLUMN is_changing INTEGER NOT NULL DEFAULT 0" },
	{ 2, "ALTER TABLE run ADD COLUMN oracle INTEGER NOT NULL DEFAULT 0;"
	     "ALTER TABLE run_test ADD COLUMN oracle INTEGER NOT NULL DEFAULT 0;"
	     "ALTER TABLE run_test ADD COLUMN output_hash INTEGER NOT NULL DEFAULT 0" },
	{ 3, "CREATE TABLE unit (uid INTEGER PRIMARY KEY, size INTEGER NOT NULL, content BLOB NOT "
	     "NULL)"
	     " STRICT;"
	     "CREATE TABLE run_unit (run INTEGER NOT NULL REFERENCES run,"
	     " uid INTEGER NOT NULL REFERENCES unit, source TEXT NOT NULL, PRIMARY KEY (run, uid))"
	     " STRICT, WITHOUT ROWID;"
	     "CREATE TABLE run_link (run INTEGER NOT NULL REFERENCES run, module INTEGER NOT NULL,"
	     " uid INTEGER NOT NULL REFERENCES unit, is_library INTEGER NOT NULL,"
	     " PRIMARY KEY (run, module, uid)) STRICT, WITHOUT ROWID" },
	{ 4,
	  "CREATE TABLE input (key INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE) STRICT;"
	  "ALTER TABLE run_test ADD COLUMN nr_processes INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_test ADD COLUMN was_killed INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_test ADD COLUMN has_trace INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_test ADD COLUMN refusal TEXT NOT NULL DEFAULT '';"
	  "CREATE TABLE run_module (run INTEGER NOT NULL REFERENCES run, module INTEGER NOT NULL,"
	  " path TEXT NOT NULL, linkage INTEGER NOT NULL, \"foreign\" TEXT NOT NULL,"
	  " is_known INTEGER NOT NULL,"
	  " PRIMARY KEY (run, module)) STRICT, WITHOUT ROWID;"
	  "CREATE TABLE run_test_module (run INTEGER NOT NULL REFERENCES run,"
	  " test INTEGER NOT NULL REFERENCES test, module INTEGER NOT NULL,"
	  " PRIMARY KEY (run, test, module)) STRICT, WITHOUT ROWID;"
	  "CREATE TABLE run_reach (run INTEGER NOT NULL REFERENCES run,"
	  " test INTEGER NOT NULL REFERENCES test, size INTEGER NOT NULL, content BLOB NOT NULL,"
	  " PRIMARY KEY (run, test)) STRICT;"
	  "CREATE TABLE run_test_input (run INTEGER NOT NULL REFERENCES run,"
	  " test INTEGER NOT NULL REFERENCES test, input INTEGER NOT NULL REFERENCES input,"
	  " use INTEGER NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (run, test, input))"
	  " STRICT, WITHOUT ROWID;"
	  "ALTER TABLE cell ADD COLUMN origin INTEGER NOT NULL DEFAULT 0" },
	/* Earlier runs don't tell what the linker decided, so no verdict can be taken from them. */
	{ 5,
	  "CREATE TABLE run_stamp (run INTEGER NOT NULL REFERENCES run,"
	  " input INTEGER NOT NULL REFERENCES input, use INTEGER NOT NULL, state INTEGER NOT NULL,"
	  " device INTEGER NOT NULL, inode INTEGER NOT NULL, mode INTEGER NOT NULL,"
	  " size INTEGER NOT NULL, modified_ns INTEGER NOT NULL, changed_ns INTEGER NOT NULL,"
	  " is_settled INTEGER NOT NULL, PRIMARY KEY (run, input, use)) STRICT, WITHOUT ROWID;"
	  "CREATE TABLE entered (hash INTEGER PRIMARY KEY, size INTEGER NOT NULL,"
	  " content BLOB NOT NULL) STRICT;"
	  "ALTER TABLE run_test ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_test ADD COLUMN limits INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE cell ADD COLUMN entered INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_module DROP COLUMN is_known;"
	  "ALTER TABLE run_module ADD COLUMN content INTEGER NOT NULL DEFAULT 0;"
	  "ALTER TABLE run_module ADD COLUMN resolution TEXT NOT NULL DEFAULT '';"
	  "DELETE FROM run_meta WHERE key = 'conditions'" },
	/*
	 * From format 7 on pages have sums: before this step the database is copied into one with
	 * sums.
	 */
	{ 6, "" },
	/*
	 * Earlier runs don't tell which files their mutated runs named, so no verdict can be taken
	 * from them, nor can it be shown that nothing has changed since.
	 */
	{ 7, "CREATE TABLE extra (hash INTEGER PRIMARY KEY, size INTEGER NOT NULL,"
	     " content BLOB NOT NULL) STRICT;"
	     "ALTER TABLE cell ADD COLUMN extra INTEGER NOT NULL DEFAULT 0;"
	     "DELETE FROM run_meta WHERE key = 'request'" },
	/* Site tables of earlier runs have an older version, so no verdict can be taken from them. */
	{ 8,
	  "CREATE TABLE proof (mutant INTEGER NOT NULL REFERENCES mutant, uid INTEGER NOT NULL,"
	  " method TEXT NOT NULL, kind INTEGER NOT NULL, units INTEGER NOT NULL, compiler INTEGER NOT NULL,"
	  " flags INTEGER NOT NULL, object INTEGER NOT NULL, text INTEGER NOT NULL, made TEXT NOT NULL,"
	  " PRIMARY KEY (mutant, uid, method)) STRICT, WITHOUT ROWID;"
	  "DELETE FROM run_meta WHERE key IN ('conditions', 'request')" },
	{ 9, "ALTER TABLE cell ADD COLUMN shared INTEGER NOT NULL DEFAULT 0" },
	{ 0, NULL },
};

const struct layout store_layout = {
	.has_runs = true,
	.application_id = STORE_APPLICATION_ID,
	.format = STORE_FORMAT,
	.sealed_since = 7,
	.schema = schema_sql,
	.migrations = migrations,
};

struct format {
	int64_t application_id;
	int64_t version;
	int64_t nr_tables;
};

static struct error *read_format(struct db *db, struct format *ret)
{
	struct error *err = db_get_integer(db, "PRAGMA application_id", &ret->application_id);

	if (!err)
		err = db_get_integer(db, "PRAGMA user_version", &ret->version);
	if (!err)
		err = db_get_integer(db, "SELECT count(*) FROM sqlite_schema", &ret->nr_tables);
	return err;
}

/* Runs SQL and sets VERSION, in one transaction. */
static struct error *apply(struct db *db, const struct layout *layout, const char *sql, int version)
{
	_cleanup_free_ char *mark = xasprintf("PRAGMA application_id = %d;"
					      "PRAGMA user_version = %d;",
					      layout->application_id, version);
	struct error *err = db_begin(db);

	if (!err)
		err = db_execute(db, sql);
	if (!err)
		err = db_execute(db, mark);
	if (!err)
		err = db_commit(db);
	return err;
}

static struct error *create(struct db *db, const struct layout *layout)
{
	/*
	 * Kept in the file, and not possible in a transaction. A crash before the schema leaves a
	 * database without tables.
	 */
	struct error *err = db_execute(db, "PRAGMA journal_mode = WAL");

	return err ? err : apply(db, layout, layout->schema, layout->format);
}

static struct error *upgrade(struct db *db, const struct layout *layout, int from)
{
	for (const struct migration *step = layout->migrations; step->sql && from < layout->format;
	     step++) {
		if (step->from != from)
			continue;
		struct error *err = apply(db, layout, step->sql, ++from);
		if (err)
			return error_wrap(err, "migrating to format %d", from);
	}
	if (from != layout->format)
		return error_create(ERROR_INTERNAL, "%s has format %d, which can't be migrated",
				    db_path(db), from);
	return NULL;
}

struct error *migrate_lacks_sums(struct db *db, const struct layout *layout, bool *ret)
{
	struct format found;
	struct error *err = read_format(db, &found);

	if (!err)
		*ret = found.application_id == layout->application_id && found.version > 0 &&
		       found.version < layout->sealed_since && !db_is_sealed(db);
	return err;
}

struct error *migrate_to(struct db *db, enum db_mode mode, const struct layout *layout)
{
	struct format found;
	struct error *err = read_format(db, &found);
	if (err)
		return err;

	if (!found.application_id && !found.version && !found.nr_tables) {
		if (mode == DB_READ)
			return error_create(ERROR_UNUSABLE, "the store %s is empty", db_path(db));
		return create(db, layout);
	}
	if (found.application_id != layout->application_id)
		return error_create(ERROR_UNUSABLE,
				    "%s is no remt store (another program's database)",
				    db_path(db));
	if (found.version > layout->format)
		return error_create(ERROR_UNUSABLE,
				    "%s was written by a newer remt: format %lld, this is %d",
				    db_path(db), (long long)found.version, layout->format);
	if (found.version >= layout->sealed_since && !db_is_sealed(db))
		return error_create(ERROR_UNUSABLE,
				    "%s has no checksums: it is damaged, or another program has "
				    "written it; move it away to start anew",
				    db_path(db));
	if (found.version == layout->format)
		return NULL;
	if (mode == DB_READ)
		return error_create(ERROR_UNUSABLE,
				    "%s has the older format %lld; the next 'remt run' migrates it",
				    db_path(db), (long long)found.version);
	return upgrade(db, layout, (int)found.version);
}
