/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what became of the copies of functions by the file COPIES (plugin/lower/copy.h), a line for each with
 * LINE:COLUMN, operator, "same" or "other", and a number that copies of the same code have in common. MARKED is the
 * object of the same source with mutants. Without COPIES: the list that asks for a copy of each mutant.
 */
#include <inttypes.h>
#include <stdio.h>

#include "equiv/copies.h"
#include "sites/table.h"

static const struct remt_mutant *find_mutant(const struct site_table *table,
					     const struct equiv_copy *copy)
{
	for (uint32_t i = 0; i < table->header->mutants.count; i++) {
		if (table->mutants[i].site == copy->site &&
		    table->mutants[i].alternative == copy->alternative)
			return &table->mutants[i];
	}
	return NULL;
}

static int print_copies(const struct site_table *table, const struct equiv_copies *copies)
{
	for (size_t i = 0; i < copies->items.count; i++) {
		const struct equiv_copy *copy = &copies->items.items[i];
		const struct remt_mutant *mutant = find_mutant(table, copy);

		if (!mutant)
			return 1;
		printf("%" PRIu32 ":%" PRIu32 "\t%s\t%s\t%016" PRIx64 "\n", mutant->line,
		       mutant->column, site_table_string(table, mutant->op_str),
		       copy->is_same ? "same" : "other", copy->late ? copy->late : copy->early);
	}
	return 0;
}

static void print_list(const struct site_table *table)
{
	for (uint32_t i = 0; i < table->header->sites.count; i++) {
		for (uint32_t k = 1; k <= table->sites[i].nr_mutants; k++)
			printf("%" PRIu32 " %" PRIu32 "\n", i, k);
	}
}

int main(int argc, char **argv)
{
	struct site_tables tables = { 0 };
	struct equiv_copies copies = { 0 };
	struct error *err;
	int code = 0;

	if (argc < 2)
		return 2;
	err = site_tables_read(argv[1], &tables);
	if (!err && argv[2])
		err = equiv_copies_read(argv[2], &copies);
	if (err || tables.nr_tables != 1)
		code = 1;
	else if (argv[2])
		code = print_copies(&tables.tables[0], &copies);
	else
		print_list(&tables.tables[0]);
	if (err)
		fprintf(stderr, "copies: %s\n", err->message);
	error_destroy(err);
	vec_deinit(&copies.items);
	site_tables_deinit(&tables);
	return code;
}
