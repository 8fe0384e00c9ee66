/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two methods of atg/kill.h share. */
#ifndef ATG_KILL_STATE_H
#define ATG_KILL_STATE_H

#include "atg/circuit.h"
#include "atg/kill.h"
#include "solver/solver.h"

struct kill {
	struct circuit circuit;
	const struct start *start;
	const unsigned char *seed;
	const struct atg_options *options;
	const struct atg_judge *judge;
	struct atg_result *result;
	struct solver *solver;
	unsigned char *inputs;	  /* at hand */
	struct deadline deadline; /* of what is being tried */
	bool has_given_up;	  /* the solver did */
};

/* Gives the judge what the inputs at hand are as a blob; true: it is a test, which the result has now. */
bool kill_try(struct kill *kill);

/* whole.c: the global method. */
void kill_whole(struct kill *kill);

/* Notes why nothing is known. */
void kill_tell(struct kill *kill, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
