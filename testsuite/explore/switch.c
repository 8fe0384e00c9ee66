/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switch PROGRAM OUT INDEX: writes OUT, PROGRAM with the mutant INDEX of its first table on, and prints its operator and
 * line. Exits with 3 if there is no such mutant, and with 4 if it can't be switched on in a file.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "remt/session.h"
#include "sites/switched.h"
#include "sites/table.h"

static int fail(struct error *err, int code)
{
	fprintf(stderr, "%s\n", err->message);
	error_destroy(err);
	return code;
}

int main(int argc, char **argv)
{
	struct site_tables tables;
	struct error *err = argc == 4 ? site_tables_read(argv[1], &tables)
				      : error_create(ERROR_USAGE, "PROGRAM OUT INDEX");
	const struct site_table *table;
	const struct remt_mutant *mutant;
	const struct remt_site *site;
	unsigned long index;

	if (err)
		return fail(err, 2);
	table = &tables.tables[0];
	index = strtoul(argv[3], NULL, 10);
	if (!tables.nr_tables || index >= table->header->mutants.count) {
		site_tables_deinit(&tables);
		return 3;
	}
	mutant = &table->mutants[index];
	site = &table->sites[mutant->site];
	const struct remt_switch on = { .uid = table->header->uid,
					.site = mutant->site,
					.function = table->functions[site->function].number,
					.alternative = mutant->alternative };
	printf("%s in line %" PRIu32 "\n", site_table_string(table, mutant->op_str), mutant->line);
	err = switched_write(argv[1], argv[2], &on, 1);
	site_tables_deinit(&tables);
	return err ? fail(err, 4) : 0;
}
