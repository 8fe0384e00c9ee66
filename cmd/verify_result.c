/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the cells that differ, then a table with a row per operator group, and a summary. */
#include "cmd/verify_result.h"

#include <stdio.h>
#include <string.h>

#include "common/exit.h"
#include "common/print.h"

static const char *const outcome_names[VERIFY_NR_OUTCOMES] = {
	[VERIFY_PENDING] = "not checked",   [VERIFY_EQUAL] = "equal",	  [VERIFY_UB] = "undefined",
	[VERIFY_UNSTABLE] = "unstable",	    [VERIFY_KIND] = "other kill", [VERIFY_WRONG] = "wrong",
	[VERIFY_NO_COMPILE] = "no compile", [VERIFY_ERROR] = "error",
};

/*
 * The columns of the table: mutants, and the outcomes of their cells. The last two outcomes count
 * mutants.
 */
struct tally {
	/* nr_survivors: survivors among the checked mutants. */
	size_t nr_mutants, nr_checked, nr_survivors;
	size_t nr_equal_mutants;
	size_t nr_cells;
	size_t outcomes[VERIFY_NR_OUTCOMES];
};

static void add_mutant(struct tally *tally, const struct verify_mutant *mutant)
{
	size_t nr_equal = 0;

	tally->nr_mutants++;
	if (mutant->outcome != VERIFY_EQUAL) {
		tally->outcomes[mutant->outcome]++;
		return;
	}
	tally->nr_checked++;
	tally->nr_survivors += mutant->is_survivor;
	tally->nr_cells += mutant->cells.count;
	for (size_t k = 0; k < mutant->cells.count; k++) {
		nr_equal += mutant->cells.items[k].outcome == VERIFY_EQUAL;
		tally->outcomes[mutant->cells.items[k].outcome]++;
	}
	tally->nr_equal_mutants += nr_equal == mutant->cells.count;
}

static void print_head(void)
{
	print("%-9s %7s %7s %9s %6s %6s", "operator", "mutants", "checked", "survivors", "cells",
	      "equal");
	for (int i = VERIFY_UB; i < VERIFY_NR_OUTCOMES; i++)
		print(" %10s", outcome_names[i]);
	putchar('\n');
}

static void print_row(const char *name, const struct tally *tally)
{
	print("%-9s %7zu %7zu %9zu %6zu %6zu", name, tally->nr_mutants, tally->nr_checked,
	      tally->nr_survivors, tally->nr_cells, tally->outcomes[VERIFY_EQUAL]);
	for (int i = VERIFY_UB; i < VERIFY_NR_OUTCOMES; i++)
		print(" %10zu", tally->outcomes[i]);
	putchar('\n');
}

/* GROUP NULL: operators that are not known. */
static struct tally tally_group(const struct verify_sample *sample, const char *group)
{
	struct tally row = { 0 };

	for (size_t i = 0; i < sample->mutants.count; i++) {
		const struct verify_mutant *mutant = &sample->mutants.items[i];

		if (group ? strcmp(group, verify_mutant_group(mutant)) == 0
			  : mutant->kind == REMT_NR_OPERATORS)
			add_mutant(&row, mutant);
	}
	return row;
}

static bool is_first_of_group(unsigned kind)
{
	for (unsigned k = 0; k < kind && kind < REMT_NR_OPERATORS; k++) {
		if (strcmp(remt_operators[k].group, remt_operators[kind].group) == 0)
			return false;
	}
	return true;
}

static void print_table(const struct verify_sample *sample, const struct tally *total)
{
	print_head();
	for (unsigned kind = 0; kind <= REMT_NR_OPERATORS; kind++) {
		const char *group = kind < REMT_NR_OPERATORS ? remt_operators[kind].group : NULL;
		struct tally row = tally_group(sample, group);

		if (is_first_of_group(kind) && row.nr_mutants)
			print_row(group ? group : "other", &row);
	}
	print_row("all", total);
}

static void print_summary(const struct verify_sample *sample, const struct tally *total)
{
	struct tally survivors = { 0 };

	for (size_t i = 0; i < sample->mutants.count; i++) {
		if (sample->mutants.items[i].is_survivor)
			add_mutant(&survivors, &sample->mutants.items[i]);
	}
	print("%zu of %zu mutants were checked; %zu of them are as stored in every test",
	      total->nr_checked, total->nr_mutants, total->nr_equal_mutants);
	print("; of %zu survivors, %zu are.\n", survivors.nr_checked, survivors.nr_equal_mutants);
	if (total->outcomes[VERIFY_PENDING])
		print("%zu mutants were not checked.\n", total->outcomes[VERIFY_PENDING]);
}

static void print_mutant(const struct verify_mutant *mutant, const char *what)
{
	print("%s:%u:%u: %s: %s [%s] %s\n", mutant->file, mutant->line, mutant->column, what,
	      mutant->description, mutant->op, mutant->id);
}

static void print_differences(const struct verify_sample *sample)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		const struct verify_mutant *mutant = &sample->mutants.items[i];

		if (mutant->outcome == VERIFY_PENDING)
			continue;
		if (mutant->outcome != VERIFY_EQUAL) {
			print_mutant(mutant, outcome_names[mutant->outcome]);
			print("    %s\n", mutant->detail ? mutant->detail : "");
			continue;
		}
		for (size_t k = 0; k < mutant->cells.count; k++) {
			const struct verify_cell *cell = &mutant->cells.items[k];

			if (cell->outcome == VERIFY_EQUAL)
				continue;
			print_mutant(mutant, outcome_names[cell->outcome]);
			print("    %s: stored %s, source %s; %s\n",
			      sample->tests.items[cell->test].name, verdict_name(cell->stored),
			      verdict_name(cell->found), cell->detail ? cell->detail : "");
		}
	}
}

int verify_result_print(const struct verify_sample *sample)
{
	struct tally total = { 0 };

	for (size_t i = 0; i < sample->mutants.count; i++)
		add_mutant(&total, &sample->mutants.items[i]);
	print_differences(sample);
	print_table(sample, &total);
	print_summary(sample, &total);
	if (!total.nr_cells) {
		print("Nothing could be compared.\n");
		return EXIT_THRESHOLD;
	}
	if (total.outcomes[VERIFY_EQUAL] + total.outcomes[VERIFY_UB] != total.nr_cells ||
	    total.outcomes[VERIFY_NO_COMPILE] || total.outcomes[VERIFY_ERROR] ||
	    total.outcomes[VERIFY_PENDING])
		return EXIT_THRESHOLD;
	return EXIT_OK;
}
