/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The infection filter. If a mutant's expression had the original's value each time that a test
 * executed it, the mutant can't change what the test does. Its cell is N without a run.
 *
 * Source: the infection condition of the PIE model (Voas, 1992), and weak mutation (Howden, 1982).
 */
#ifndef RUNNER_MATRIX_INFECTION_H
#define RUNNER_MATRIX_INFECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/baseline/baseline.h"
#include "runner/inventory/inventory.h"
#include "runner/matrix/plan.h"

struct infection {
	bool is_off;	/* every reached cell is run */
	unsigned audit; /* percent of the filtered cells that are run all the same */
	uint64_t seed;	/* chooses those cells */
};

/* True if CELL, which is in the plan, needs no run; BASELINE is that of its test. */
bool infection_decides(const struct inventory *inventory, const struct baseline *baseline,
		       struct plan_cell cell);

/* True if a cell that needs no run is run all the same. */
bool infection_audits(const struct infection *infection, const struct inventory *inventory,
		      struct plan_cell cell);

#endif
