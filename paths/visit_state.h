/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of visit.h, for its sources alone. */
#ifndef PATHS_VISIT_STATE_H
#define PATHS_VISIT_STATE_H

#include "paths/visit.h"

/* One version on the inputs. */
struct visit_call {
	const struct visit_opts *opts;
	const char *program;
	struct command *command;
	bool has_whole_time; /* all that the user gives, for each run */
	bool may_be_served;  /* runs as compiled may be forked by a server */
	struct lane_run
		*begun[2]; /* first runs that have begun, as compiled and by the evaluator */
};

/* Begins a first run, if there are lanes; RECORDING as in trial_run(). */
void visit_begin_first(struct visit_call *call, const char *recording);

/* Makes a first run, or waits for the one that has begun. */
struct error *visit_run_first(struct visit_call *call, const char *recording,
			      struct trial_result *ret) MUST_CHECK;

#endif
