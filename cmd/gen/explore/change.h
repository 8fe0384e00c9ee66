/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change between the two programs, and the lists of what their runs watch.
 *
 *	gen_change_find(&opts, &change);
 *	gen_change_watch(&change, &trial_opts);
 *	gen_change_deinit(&change);
 */
#ifndef CMD_GEN_EXPLORE_CHANGE_H
#define CMD_GEN_EXPLORE_CHANGE_H

#include "cmd/gen/explore/traps.h"
#include "cmd/gen/input/mutants.h"
#include "paths/change.h"
#include "paths/trial.h"

/* Zero bytes are none. */
struct gen_change {
	struct change *change;	      /* NULL: it is not known */
	const char *programs[2];      /* borrowed */
	char *lists[2];		      /* files, by version */
	char *traps, *places, *level; /* files for scouts; NULL: they tell nothing */
	struct gen_traps told;	      /* of what they tell */
};

struct gen_change_opts {
	const char *const *programs; /* the old version and the new one */
	const struct gen_mutant
		*mutant;     /* that alone is on in the new one; NULL: they are two versions */
	const char *scratch; /* a directory for lists */
	bool sees_all;	     /* lists have all blocks (change_see()) */
};

/* Finds the change between programs, which are borrowed, and writes lists. After an error there is no change. */
struct error *gen_change_find(const struct gen_change_opts *opts,
			      struct gen_change *ret) MUST_CHECK;

/*
 * Has the NUMBER FUNCTIONS, of either version, be what branches are near to. ERROR_UNUSABLE: neither has a function of
 * one of the names; CHANGE is none then.
 */
struct error *gen_change_approach(struct gen_change *change, const char *const *functions,
				  size_t number) MUST_CHECK;

/* Has scouts tell how near they come, as far as debug information says where. Their files lie in the directory SCRATCH. */
void gen_change_scout(struct gen_change *change, const char *scratch);

/* Has runs by OPTS, which borrows, watch changed code, and scouts tell of it. */
void gen_change_watch(const struct gen_change *change, struct trial_opts *opts);

void gen_change_deinit(struct gen_change *change);

#endif
