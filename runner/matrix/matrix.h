/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The matrix: runs the cells that the plan hands out, decides their verdicts
 * and stores them.
 *
 * A verdict is stored only with proof that its mutant was on: a run without a
 * switch set, or that never executed the mutated site, is repeated by exec
 * and, if it stays so, unknown.  A timeout is
 * stored only if a second run confirms it (its limits: runner/job/reference.h), and so is a
 * death by SIGKILL, which may have come from outside, and every kill by a test that differs from
 * run to run (baseline_is_unsteady()); if its second run does not kill, the cell is unknown.
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
	struct entered_sets *entered;	  /* that results name */
	struct extras *extras;
	struct extra_opts extra;
	const int64_t *mutant_keys; /* of the store, per mutant */
	const int64_t *test_keys;
	struct allowance_opts allowance;
	struct infection infection;
	bool splits;	      /* tests that a fork-server serves are run once for many mutants */
	bool splits_all;      /* also scripts, and what is cheaper to run than to split from another
			  run */
	bool tells_fallbacks; /* of each test */
	const char *logs;     /* existing directory for the outputs of all runs; NULL: not kept */
	uint64_t budget_ms;   /* 0: none */
	const volatile sig_atomic_t *cancelled;
};

struct matrix_counts {
	uint64_t nr_runs;  /* executions, repeated ones too */
	uint64_t nr_cells; /* verdicts stored now */
	uint64_t nr_split, nr_forkserver,
		nr_exec;	/* of them, by the mode really used; the rest was not run */
	uint64_t nr_uninfected; /* of them, decided without a run */
	uint64_t nr_audited, nr_disagreed; /* of those that could have been; killed all the same */
	uint64_t nr_confirmed, nr_refuted; /* timeouts by their second run */
	uint64_t nr_unproven;		   /* unknown for want of proof */
	uint64_t nr_disputed;		   /* unknown because a second run did not kill, too */
	uint64_t nr_layout;		   /* unknown because another layout has another verdict */
	uint64_t nr_unknown;		   /* of the verdicts, for whatever reason */
	uint64_t nr_lost;		   /* workers that died */
	uint64_t nr_killed;		   /* runs repeated after a SIGKILL that was not ours */
	uint64_t nr_unisolated;		   /* runs without a view of their own */
	char disagreement[200]; /* first cell that the audit found to be killed; "" none */
	char unknown[200];	/* why the first of nr_unknown is; "" none */
	char fallback[200];	/* first fallback from the fork-server: "TEST: reason"; "" none */
	bool is_budget_spent;
	bool is_cancelled;
};

/* Runs until the plan is finished, the budget is spent or *cancelled is set. */
struct error *matrix_run(const struct matrix_opts *opts, struct plan *plan,
			 struct worker_pool *pool, struct store *store, const struct events *events,
			 struct matrix_counts *ret) MUST_CHECK;

#endif
