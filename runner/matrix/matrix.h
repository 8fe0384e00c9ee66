/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The matrix: runs the cells that the plan hands out, decides their verdicts and stores them.
 *
 * A verdict is stored only with proof that its mutant was on. If no switch was set, or the mutated
 * site was never executed, the run is repeated by exec; if nothing changes, the cell is unknown.
 * Three verdicts are stored only if a second run confirms them: a timeout (limits:
 * runner/job/reference.h), a death by SIGKILL, which may come from outside, and each kill by a test
 * that differs from run to run (baseline_is_unsteady()). If that test does not kill in its second
 * run, the cell is unknown.
 */
#ifndef RUNNER_MATRIX_MATRIX_H
#define RUNNER_MATRIX_MATRIX_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/events.h"
#include "runner/baseline/baseline.h"
#include "runner/baseline/extra.h"
#include "runner/inventory/inventory.h"
#include "runner/job/allowance.h"
#include "runner/matrix/infection.h"
#include "runner/matrix/plan.h"
#include "runner/pool/worker_pool.h"
#include "runner/test/test.h"
#include "store/store.h"

struct matrix_opts {
	const struct inventory *inventory;
	const struct test_list *tests;
	const struct baseline *baselines; /* per test */
	struct entered_sets *entered;	  /* the sets that results name */
	struct extras *extras;
	struct extra_opts extra;
	const int64_t *mutant_keys; /* keys in the store, per mutant */
	const int64_t *test_keys;
	struct allowance_opts allowance;
	struct infection infection;
	bool splits; /* a test that a fork-server serves is run once for many mutants */
	/* splits also scripts, and tests so short that a split costs more than a run */
	bool splits_all;
	bool tells_fallbacks; /* the fallbacks of each test are told */
	const char *logs;     /* existing directory for the outputs of all runs; NULL: not kept */
	uint64_t budget_ms;   /* 0: none */
	const volatile sig_atomic_t *cancelled;
};

struct matrix_counts {
	uint64_t nr_runs;  /* executions, repeated ones included */
	uint64_t nr_cells; /* verdicts stored by this run */
	uint64_t nr_split, nr_forkserver,
		nr_exec; /* verdicts by the mode that was really used; the rest was not run */
	uint64_t nr_uninfected;		   /* verdicts decided without a run */
	uint64_t nr_shared;		   /* verdicts of duplicates that were not run themselves */
	uint64_t nr_audited, nr_disagreed; /* cells run although filtered; of these, killed */
	uint64_t nr_confirmed, nr_refuted; /* timeouts that a second run confirmed or refuted */
	uint64_t nr_unproven;		   /* unknown for lack of proof */
	uint64_t nr_disputed;		   /* unknown because a second run did not confirm a kill */
	uint64_t nr_layout;		   /* unknown because another layout has another verdict */
	uint64_t nr_unknown;		   /* unknown for any reason */
	uint64_t nr_lost;		   /* workers that died */
	uint64_t nr_killed;		   /* runs repeated after a SIGKILL that was not ours */
	uint64_t nr_unisolated;		   /* runs without a view of their own */
	char disagreement[200];		   /* first cell that the audit found killed; "": none */
	char unknown[200];		   /* reason of the first of nr_unknown; "": none */
	char fallback[200]; /* first fallback from the fork-server, "TEST: reason"; "": none */
	bool is_budget_spent;
	bool is_cancelled;
};

/* Adds what MORE counts to COUNTS. Of two names of a first cell, that of COUNTS stays. */
void matrix_counts_add(struct matrix_counts *counts, const struct matrix_counts *more);
/* Runs until the plan is finished, the budget is spent or *cancelled is set. */
struct error *matrix_run(const struct matrix_opts *opts, struct plan *plan,
			 struct worker_pool *pool, struct store *store, const struct events *events,
			 struct matrix_counts *ret) MUST_CHECK;

#endif
