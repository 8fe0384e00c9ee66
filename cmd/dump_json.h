/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Site tables as JSON: {"tables": [ … ]}. Each table has its arrays of records; indices are as in
 * the table.
 *
 *	dump_json_begin()
 *	dump_json_table()	for each table
 *	dump_json_end()
 */
#ifndef CMD_DUMP_JSON_H
#define CMD_DUMP_JSON_H

#include <stdio.h>

#include "report/emit.h"
#include "sites/table.h"

struct dump_json {
	struct emit emit;
	size_t nr_tables; /* number of tables written so far */
};

void dump_json_begin(struct dump_json *json, FILE *out);
void dump_json_table(struct dump_json *json, const char *path, const struct site_table *table);
void dump_json_end(struct dump_json *json);

#endif
