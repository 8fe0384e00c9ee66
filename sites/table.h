/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads site tables (include/remt/sites.h) out of ELF files. No other code decodes `.remt`. The
 * input is never trusted.
 *
 *   site_tables_read()  all tables of one file, each checked as a whole
 *   … use …             records and strings stay valid
 *   site_tables_deinit()
 */
#ifndef SITES_TABLE_H
#define SITES_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "remt/sites.h"

/*
 * The table of one unit. The arrays point into memory of struct site_tables, in the host's byte
 * order.
 */
struct site_table {
	const struct remt_sites_header *header;
	const char *strings;
	const struct remt_file *files;
	const struct remt_function *functions;
	const struct remt_site *sites;
	const struct remt_mutant *mutants;
	const struct remt_skip *skips;
	const struct remt_block *blocks;
	const struct remt_edge *edges;
	const struct remt_call *calls;
	const struct remt_variable *variables;
	const uint32_t *uses;
	const struct remt_symbol *symbols;
	const uint32_t *references;
	const struct remt_mark *marks;
};

struct site_tables {
	struct site_table *tables;
	size_t nr_tables; /* 0: the file has no .remt section */
	void *memory;	  /* owned; holds what all tables point to */
};

/*
 * Reads all tables of PATH: executable, shared library, object or archive. All members of an
 * archive are read; thin archives have none. A file of another kind, or without .remt, gives 0
 * tables and success. A file that is missing, cut short or damaged gives ERROR_UNUSABLE and says
 * where.
 */
struct error *site_tables_read(const char *path, struct site_tables *ret) MUST_CHECK;

/*
 * Reads tables from a copy of the SIZE bytes at DATA, the content of a .remt section. NAME is for
 * messages.
 */
struct error *site_tables_parse(const void *data, size_t size, const char *name,
				struct site_tables *ret) MUST_CHECK;

void site_tables_deinit(struct site_tables *tables);

/* Returns the string at an `_str` offset. All offsets were checked when the table was read. */
static inline const char *site_table_string(const struct site_table *table, uint32_t offset)
{
	return table->strings + offset;
}

/*
 * True if PATH is an ELF file or archive with a .remt section. The call is cheap. Any failure gives
 * false.
 */
bool site_tables_present(const char *path);

#endif
