/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long runs may take. A first run may take a multiple of what others took: a limit that fits all
 * programs would cost much time for each input on which one does not end. A run that did not end is made
 * again. It may take all the time that the user gives, until one did not end in that; then it may take twice
 * as long as a first run. If it ends, all runs of its inputs are made anew with the whole time (visit.c).
 */
#ifndef PATHS_PATIENCE_H
#define PATHS_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/deadline.h"

struct patience {
	uint64_t max_ms; /* that the user gives */
	/* what the slowest of the runs that ended took, as compiled and by the evaluator; 0: none did */
	uint64_t slowest_us[2];
	bool has_run_out;	   /* a run did not end in max_ms */
	unsigned nr_late_variants; /* of inputs, which did not end (variation.h) */
	struct deadline deadline;  /* of all runs */
};

/* Returns the limit for a first run. */
uint64_t patience_first_ms(const struct patience *patience, bool is_evaluated);
/* Returns the limit for the run, as compiled, after one that did not end. */
uint64_t patience_again_ms(const struct patience *patience);

/* Notes what a run took that ended. */
void patience_note(struct patience *patience, bool is_evaluated, uint64_t used_us);

#endif
