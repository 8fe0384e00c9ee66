/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How long a run may take before it is taken not to end: a multiple of what others took, as a limit that
 * fits all programs would cost too much time for each input on which one does not end. Such a run is made
 * again, with all the time that the user gives until one did not end then, and with twice the limit later. If it
 * ends, all runs of its inputs are made anew with the whole time (paths/visit.c).
 */
#ifndef PATHS_PATIENCE_H
#define PATHS_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

struct patience {
	uint64_t max_ms; /* that the user gives */
	/* what the slowest run took of its time that ended, as compiled and by the evaluator; 0: none was seen */
	uint64_t slowest_us[2];
	bool has_run_out; /* a run did not end in max_ms */
};

/* Returns the limit for a first run. */
uint64_t patience_first_ms(const struct patience *patience, bool is_evaluated);
/* Returns the limit for the run, as compiled, after one that did not end. */
uint64_t patience_again_ms(const struct patience *patience);

/* Notes what a run took that ended. */
void patience_note(struct patience *patience, bool is_evaluated, uint64_t used_us);

#endif
