/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/survey.h"

#include "common/strbuf.h"
#include "common/xalloc.h"
#include "store/db.h"
#include "store/vfs.h"

/* Reads all that SQL gives. False: that is not possible. */
static bool can_read(sqlite3 *handle, const char *sql)
{
	_cleanup_statement_ sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);

	while (code == SQLITE_OK || code == SQLITE_ROW)
		code = sqlite3_step(statement);
	return code == SQLITE_DONE;
}

static void add(struct strbuf *text, const char *table, const char *run)
{
	strbuf_addf(text, "%s%s%s%s", text->length ? ", " : "", table, run ? " of run " : "",
		    run ? run : "");
}

/* Names the runs whose rows of TABLE can't be read. False: there are none. */
static bool add_runs(sqlite3 *handle, const char *table, struct strbuf *text)
{
	_cleanup_statement_ sqlite3_stmt *runs = NULL;
	bool is_any = false;

	if (sqlite3_prepare_v2(handle, "SELECT key FROM run", -1, &runs, NULL) != SQLITE_OK)
		return false;
	while (sqlite3_step(runs) == SQLITE_ROW) {
		const char *run = db_text(runs, 0);
		_cleanup_free_ char *sql = xasprintf("SELECT * FROM \"%s\" NOT INDEXED"
						     " WHERE run = %s",
						     table, run);

		if (can_read(handle, sql))
			continue;
		add(text, table, run);
		is_any = true;
	}
	return is_any;
}

static void add_tables(sqlite3 *handle, struct strbuf *text)
{
	_cleanup_statement_ sqlite3_stmt *tables = NULL;

	if (sqlite3_prepare_v2(handle,
			       "SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(s.name)"
			       " WHERE name = 'run') FROM sqlite_schema s WHERE type = 'table'"
			       " ORDER BY rowid",
			       -1, &tables, NULL) != SQLITE_OK) {
		strbuf_adds(text, "the schema");
		return;
	}
	while (sqlite3_step(tables) == SQLITE_ROW) {
		const char *table = db_text(tables, 0);
		_cleanup_free_ char *sql = xasprintf("SELECT * FROM \"%s\" NOT INDEXED", table);

		if (!can_read(handle, sql) &&
		    !(sqlite3_column_int(tables, 1) && add_runs(handle, table, text)))
			add(text, table, NULL);
	}
	if (!text->length)
		strbuf_adds(text, "no row, an index or a free page");
}

char *survey_describe(sqlite3 *handle)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	uint32_t page = vfs_damaged_page(handle), count = 0;

	add_tables(handle, &text);
	if (vfs_check(handle, &count) == SQLITE_OK && count > 1)
		return xasprintf("%u pages: %s", count, text.data);
	if (!page)
		page = vfs_damaged_page(handle);
	return page ? xasprintf("page %u: %s", page, text.data) : strbuf_take(&text);
}
