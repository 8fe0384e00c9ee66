/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tries to prove each mutant of a program equivalent, and prints a line for each: uid, site, alternative, LINE:COLUMN,
 * operator, verdict, FIRST-LAST line of the region, regions that were looked at, and the proof in words; parted by
 * tabs. With SITE ALTERNATIVE behind it: one mutant of all units.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "equiv/proof.h"

static const char *operator_of(const struct site_table *table, const struct remt_mutant *mutant)
{
	return site_table_string(table, mutant->op_str);
}

static void prove(struct equiv_prover *unit, const struct site_table *table,
		  const struct remt_mutant *mutant)
{
	_cleanup_equiv_proof_ struct equiv_proof proof = { 0 };

	equiv_prove(unit, mutant->site, mutant->alternative, &equiv_limits_default, &proof);
	printf("%016" PRIx64 "\t%" PRIu32 "\t%" PRIu32 "\t%" PRIu32 ":%" PRIu32 "\t%s\t%s\t%" PRIu32
	       "-%" PRIu32 "\t%u\t%s\n",
	       table->header->uid, mutant->site, mutant->alternative, mutant->line, mutant->column,
	       operator_of(table, mutant), equiv_verdict_text(proof.verdict), proof.first_line,
	       proof.last_line, proof.nr_regions, proof.words);
	fflush(stdout);
}

static bool is_asked(char **argv, const struct remt_mutant *mutant)
{
	if (!argv[2] || !argv[3])
		return true;
	return strtoul(argv[2], NULL, 10) == mutant->site &&
	       strtoul(argv[3], NULL, 10) == mutant->alternative;
}

static void prove_unit(const struct ir_unit *ir, const struct site_tables *tables, char **argv)
{
	for (size_t i = 0; i < tables->nr_tables; i++) {
		const struct site_table *table = &tables->tables[i];
		struct equiv_prover *unit;

		if (table->header->uid != ir->uid)
			continue;
		unit = equiv_prover_create(ir, table);
		for (uint32_t k = 0; k < table->header->mutants.count; k++) {
			if (is_asked(argv, &table->mutants[k]))
				prove(unit, table, &table->mutants[k]);
		}
		equiv_prover_destroy(unit);
	}
}

static int fail(struct error *err)
{
	fprintf(stderr, "prove: %s\n", err->message);
	error_destroy(err);
	return 1;
}

int main(int argc, char **argv)
{
	struct ir_units units;
	struct site_tables tables;
	struct error *err;

	if (argc < 2)
		return 2;
	err = ir_units_read(argv[1], &units);
	if (err)
		return fail(err);
	err = site_tables_read(argv[1], &tables);
	if (err) {
		ir_units_deinit(&units);
		return fail(err);
	}
	for (size_t i = 0; i < units.nr_units; i++)
		prove_unit(&units.units[i], &tables, argv);
	site_tables_deinit(&tables);
	ir_units_deinit(&units);
	return 0;
}
