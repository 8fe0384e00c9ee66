/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies the rows of one database to another, table by table, in the order in which they lie. Where
 * a damaged page ends the reading, the table is read once more from its end backwards, so that only
 * rows on damaged pages are lost. A run that lost a row is dropped, except that the last,
 * unfinished run may lose cells.
 */
#include "store/copy.h"

#include <inttypes.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"

struct table {
	char *name;
	char *columns; /* names, separated by ", " */
	char *order;   /* the order of its rows, backwards */
	bool has_run;
};

struct copy {
	struct db *from, *to;
	bool is_strict; /* every row must be copied */
	VEC(struct table) tables;
};

/* The rows of a table that belong to RUN; 0: all rows. */
struct rows {
	const struct table *table;
	int64_t run;
	bool is_backwards;
};

static struct error *add_table(struct copy *copy, sqlite3_stmt *row)
{
	struct table *table = vec_add(&copy->tables);

	table->name = xstrdup(db_text(row, 0));
	table->columns = xstrdup(db_text(row, 1));
	table->order = xstrdup(db_text(row, 2));
	table->has_run = sqlite3_column_int(row, 3);
	return NULL;
}

/*
 * Reads the tables in the order of the schema, in which a table comes after those that it refers
 * to.
 */
static struct error *read_tables(struct copy *copy)
{
	static const char sql[] =
		"SELECT l.name,"
		" (SELECT group_concat('\"' || c.name || '\"', ', ') FROM "
		"pragma_table_info(l.name) c),"
		" iif(l.wr, (SELECT group_concat('\"' || name || '\" DESC', ', ') FROM (SELECT name"
		" FROM pragma_table_info(l.name) WHERE pk ORDER BY pk)), 'rowid DESC'),"
		" EXISTS (SELECT 1 FROM pragma_table_info(l.name) c WHERE c.name = 'run')"
		" FROM pragma_table_list l JOIN sqlite_schema s ON s.name = l.name"
		" WHERE l.schema = 'main' AND s.type = 'table' ORDER BY s.rowid";
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;
	struct error *err = db_prepare(copy->to, sql, &statement);

	while (!err && has_row) {
		err = db_step(copy->to, statement, &has_row);
		if (!err && has_row)
			err = add_table(copy, statement);
	}
	return err;
}

static struct error *prepare_read(struct copy *copy, const struct rows *rows, sqlite3_stmt **ret)
{
	const struct table *table = rows->table;
	_cleanup_free_ char *where =
		rows->run ? xasprintf("WHERE run = %" PRId64, rows->run) : xstrdup("");
	_cleanup_free_ char *sql = xasprintf(
		"SELECT %s FROM \"%s\" NOT INDEXED %s%s%s", table->columns, table->name, where,
		rows->is_backwards ? " ORDER BY " : "", rows->is_backwards ? table->order : "");

	return db_prepare(copy->from, sql, ret);
}

static struct error *prepare_write(struct copy *copy, const struct table *table, sqlite3_stmt **ret)
{
	_cleanup_strbuf_ struct strbuf sql = { 0 };
	char separator = '(';

	strbuf_addf(&sql, "INSERT OR IGNORE INTO \"%s\" (%s) VALUES ", table->name, table->columns);
	for (const char *at = table->columns; at; at = strchr(at + 1, ',')) {
		strbuf_addf(&sql, "%c?", separator);
		separator = ',';
	}
	strbuf_addc(&sql, ')');
	return db_prepare(copy->to, strbuf_get(&sql), ret);
}

/* Writes ROW. *RET_MISSED becomes true if the row refers to a lost one. */
static struct error *put_row(struct copy *copy, sqlite3_stmt *row, sqlite3_stmt *write,
			     bool *ret_missed)
{
	bool has_row;

	for (int i = 0; i < sqlite3_column_count(row); i++)
		sqlite3_bind_value(write, i + 1, sqlite3_column_value(row, i));
	struct error *err = db_step(copy->to, write, &has_row);
	int code = sqlite3_reset(write);

	if (!copy->is_strict && (code & 0xff) == SQLITE_CONSTRAINT) {
		*ret_missed = true;
		error_destroy(err);
		return NULL;
	}
	return err;
}

/* Copies what can be read in one direction. *RET_WHOLE becomes false if that is not everything. */
static struct error *copy_direction(struct copy *copy, const struct rows *rows, bool *ret_whole)
{
	_cleanup_statement_ sqlite3_stmt *read = NULL, *write = NULL;
	bool has_row = true, is_missed = false;
	struct error *err = prepare_write(copy, rows->table, &write);

	if (!err)
		err = prepare_read(copy, rows, &read);
	while (!err && has_row) {
		err = db_step(copy->from, read, &has_row);
		if (err && !copy->is_strict && db_damage(copy->from)) {
			error_destroy(err);
			*ret_whole = false;
			return NULL;
		}
		if (!err && has_row)
			err = put_row(copy, read, write, &is_missed);
	}
	if (is_missed)
		*ret_whole = false;
	return err;
}

/* Copies rows from the first on and, if a damaged page ends that, from the last one back. */
static struct error *copy_rows(struct copy *copy, const struct table *table, int64_t run,
			       bool *ret_whole)
{
	bool is_whole = true;
	struct rows rows = { .table = table, .run = run };
	struct error *err = copy_direction(copy, &rows, &is_whole);

	if (is_whole || err)
		return err;
	*ret_whole = false;
	rows.is_backwards = true;
	return copy_direction(copy, &rows, &is_whole);
}

static void copy_deinit(struct copy *copy)
{
	for (size_t i = 0; i < copy->tables.count; i++) {
		free(copy->tables.items[i].name);
		free(copy->tables.items[i].columns);
		free(copy->tables.items[i].order);
	}
	vec_deinit(&copy->tables);
}

static struct error *copy_number(struct db *from, struct db *to, const char *pragma)
{
	_cleanup_free_ char *get = xasprintf("PRAGMA %s", pragma), *set = NULL;
	int64_t value;
	struct error *err = db_get_integer(from, get, &value);

	if (err)
		return err;
	set = xasprintf("PRAGMA %s = %" PRId64, pragma, value);
	return db_execute(to, set);
}

static struct error *copy_schema(struct db *from, struct db *to)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	bool has_row = true;
	struct error *err = db_prepare(
		from, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid",
		&statement);

	while (!err && has_row) {
		err = db_step(from, statement, &has_row);
		if (!err && has_row)
			err = db_execute(to, db_text(statement, 0));
	}
	if (!err)
		err = copy_number(from, to, "application_id");
	return err ? err : copy_number(from, to, "user_version");
}

struct error *copy_all(struct db *from, struct db *to)
{
	struct copy copy = { .from = from, .to = to, .is_strict = true };
	struct error *err = copy_schema(from, to);
	bool is_whole;

	if (!err)
		err = read_tables(&copy);
	for (size_t i = 0; !err && i < copy.tables.count; i++)
		err = copy_rows(&copy, &copy.tables.items[i], 0, &is_whole);
	copy_deinit(&copy);
	return err;
}

static bool is_shared(const struct table *table)
{
	return !table->has_run && strcmp(table->name, "run") != 0;
}

static struct error *has_rows(struct copy *copy, const char *sql, bool *ret)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	struct error *err = db_prepare(copy->to, sql, &statement);

	return err ? err : db_step(copy->to, statement, ret);
}

/* Returns the end of a statement: the rows of TABLE and RUN that refer to lost rows of OTHER. */
static char *dangling(const struct table *table, const struct table *other, int64_t run)
{
	return xasprintf("FROM \"%s\" WHERE run = %" PRId64 " AND \"%s\" != 0 AND \"%s\" NOT IN"
			 " (SELECT rowid FROM \"%s\")",
			 table->name, run, other->name, other->name, other->name);
}

static bool refers(const struct table *table, const struct table *other)
{
	_cleanup_free_ char *quoted = xasprintf("\"%s\"", other->name);

	return is_shared(other) && strstr(table->columns, quoted);
}

/* What a run has lost. */
struct loss {
	int64_t run;
	/* The run is unfinished and can be resumed without some of its cells. */
	bool may_lack_cells;
	bool lacks_cells, is_lost;
};

struct losses {
	VEC(struct loss) runs;
};

static void note_loss(struct loss *loss, const struct table *table)
{
	if (loss->may_lack_cells && strcmp(table->name, "cell") == 0)
		loss->lacks_cells = true;
	else
		loss->is_lost = true;
}

/* Finds rows that refer to lost ones. A cell that refers to a lost text or set counts as lost. */
static struct error *check_references(struct copy *copy, const struct table *table,
				      const struct table *other, struct loss *loss)
{
	_cleanup_free_ char *rows = dangling(table, other, loss->run);
	_cleanup_free_ char *select = xasprintf("SELECT 1 %s LIMIT 1", rows);
	_cleanup_free_ char *delete = xasprintf("DELETE %s", rows);
	bool is_any = false;
	struct error *err = has_rows(copy, select, &is_any);

	if (err || !is_any)
		return err;
	note_loss(loss, table);
	return loss->is_lost ? NULL : db_execute(copy->to, delete);
}

static struct error *copy_table(struct copy *copy, const struct table *table, struct loss *loss)
{
	bool is_whole = true;
	struct error *err = copy_rows(copy, table, loss->run, &is_whole);

	if (!is_whole)
		note_loss(loss, table);
	for (size_t i = 0; !err && !loss->is_lost && i < copy->tables.count; i++)
		if (refers(table, &copy->tables.items[i]))
			err = check_references(copy, table, &copy->tables.items[i], loss);
	return err;
}

static struct error *drop_run(struct copy *copy, int64_t run)
{
	struct error *err = NULL;

	for (size_t i = copy->tables.count; !err && i-- > 0;) {
		const struct table *table = &copy->tables.items[i];
		bool is_runs = strcmp(table->name, "run") == 0;
		_cleanup_free_ char *sql = xasprintf("DELETE FROM \"%s\" WHERE %s = %" PRId64,
						     table->name, is_runs ? "key" : "run", run);

		if (is_runs || table->has_run)
			err = db_execute(copy->to, sql);
	}
	return err;
}

static void tell(const struct loss *loss, struct strbuf *lost)
{
	const char *separator = lost->length ? "; " : "";

	if (loss->is_lost)
		strbuf_addf(lost, "%srun %" PRId64 " is lost", separator, loss->run);
	else if (loss->lacks_cells)
		strbuf_addf(lost, "%scells of run %" PRId64 " are lost", separator, loss->run);
}

static struct error *copy_run(struct copy *copy, struct loss *loss, struct strbuf *lost)
{
	struct error *err = NULL;

	for (size_t i = 0; !err && !loss->is_lost && i < copy->tables.count; i++)
		if (copy->tables.items[i].has_run)
			err = copy_table(copy, &copy->tables.items[i], loss);
	if (!err && loss->is_lost)
		err = drop_run(copy, loss->run);
	tell(loss, lost);
	return err;
}

static struct error *read_losses(struct copy *copy, struct losses *ret)
{
	_cleanup_statement_ sqlite3_stmt *runs = NULL;
	bool has_row = true;
	struct error *err = db_prepare(copy->to,
				       "SELECT key, finished = '' AND key = (SELECT max(key)"
				       " FROM run) FROM run ORDER BY key DESC",
				       &runs);

	while (!err && has_row) {
		err = db_step(copy->to, runs, &has_row);
		if (err || !has_row)
			return err;
		*vec_add(&ret->runs) = (struct loss){
			.run = sqlite3_column_int64(runs, 0),
			.may_lack_cells = sqlite3_column_int(runs, 1),
		};
	}
	return err;
}

static struct error *copy_each_run(struct copy *copy, struct strbuf *lost)
{
	struct losses losses = { 0 };
	struct error *err = read_losses(copy, &losses);

	for (size_t i = 0; !err && i < losses.runs.count; i++)
		err = copy_run(copy, &losses.runs.items[i], lost);
	vec_deinit(&losses.runs);
	return err;
}

struct error *copy_runs(struct db *from, struct db *to, struct strbuf *lost)
{
	struct copy copy = { .from = from, .to = to };
	bool is_whole = true;
	struct error *err = copy_schema(from, to);

	if (err && db_damage(from)) {
		error_destroy(err);
		strbuf_adds(lost, "all runs are lost");
		return NULL;
	}
	if (!err)
		err = read_tables(&copy);
	for (size_t i = 0; !err && i < copy.tables.count; i++) {
		const struct table *table = &copy.tables.items[i];

		if (!table->has_run)
			err = copy_rows(&copy, table, 0, &is_whole);
		if (!err && !is_whole && !is_shared(table))
			strbuf_adds(lost, "runs are lost, and not known any more");
		is_whole = true;
	}
	if (!err)
		err = copy_each_run(&copy, lost);
	copy_deinit(&copy);
	return err;
}
