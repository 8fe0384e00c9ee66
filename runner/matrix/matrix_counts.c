/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "runner/matrix/matrix.h"

static void keep_first(char *first, const char *second, size_t size)
{
	if (!first[0])
		snprintf(first, size, "%s", second);
}

void matrix_counts_add(struct matrix_counts *counts, const struct matrix_counts *more)
{
	counts->nr_runs += more->nr_runs;
	counts->nr_cells += more->nr_cells;
	counts->nr_split += more->nr_split;
	counts->nr_forkserver += more->nr_forkserver;
	counts->nr_exec += more->nr_exec;
	counts->nr_uninfected += more->nr_uninfected;
	counts->nr_shared += more->nr_shared;
	counts->nr_audited += more->nr_audited;
	counts->nr_disagreed += more->nr_disagreed;
	counts->nr_confirmed += more->nr_confirmed;
	counts->nr_refuted += more->nr_refuted;
	counts->nr_unproven += more->nr_unproven;
	counts->nr_disputed += more->nr_disputed;
	counts->nr_layout += more->nr_layout;
	counts->nr_unknown += more->nr_unknown;
	counts->nr_lost += more->nr_lost;
	counts->nr_killed += more->nr_killed;
	counts->nr_unisolated += more->nr_unisolated;
	counts->is_budget_spent |= more->is_budget_spent;
	counts->is_cancelled |= more->is_cancelled;
	keep_first(counts->disagreement, more->disagreement, sizeof(counts->disagreement));
	keep_first(counts->unknown, more->unknown, sizeof(counts->unknown));
	keep_first(counts->fallback, more->fallback, sizeof(counts->fallback));
}
