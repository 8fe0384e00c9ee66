/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences that were found: inputs on which two versions do not do the same. Those of one pair of
 * output expressions are one semantic change (Böhme and Roychoudhury, 2011), for which the inputs are kept
 * that are easiest to read.
 */
#ifndef PATHS_DIFFERENCE_H
#define PATHS_DIFFERENCE_H

#include "common/slots.h"
#include "common/vec.h"
#include "paths/trail.h"
#include "paths/trial.h"

struct difference {
	unsigned char *inputs; /* the smallest that were found */
	uint64_t nr_inputs;    /* that were found */
	struct trial_result results[2];
	uint32_t trails[2]; /* of the inputs' paths, by version */
	bool *reached[2];   /* by version and changed block: its run came there; NULL: not known */
};

/* Runs of both versions on inputs on which they did the same, though they came to changed code. */
struct bystander {
	uint32_t trails[2]; /* by version */
};

struct differences {
	VEC(struct difference) items;	  /* in the order of their finding */
	VEC(struct bystander) bystanders; /* the first ones */
	struct slots by_change;		  /* their indices */
	uint32_t nr_inputs;		  /* bytes of inputs */
	struct trails trails[2];	  /* by version */
};

/*
 * Notes that INPUTS had RESULTS, which are empty then or stay, and went PATHS; CHANGE tells semantic
 * changes apart.
 */
void differences_note(struct differences *differences, uint64_t change, const unsigned char *inputs,
		      struct trial_result results[2], const struct path paths[2]);

/* Keeps PATHS, of a pair that is new, as a bystander, unless there are enough. */
void differences_note_same(struct differences *differences, const struct path paths[2]);

void differences_deinit(struct differences *differences);

#endif
