/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change between the two programs, and the lists of what their runs watch.
 *
 *	gen_change_find(programs, "scratch", &change);
 *	gen_change_watch(&change, &trial_opts);
 *	gen_change_deinit(&change);
 */
#ifndef CMD_GEN_CHANGE_H
#define CMD_GEN_CHANGE_H

#include "cmd/gen_traps.h"
#include "paths/change.h"
#include "paths/trial.h"

/* Zero bytes are none. */
struct gen_change {
	struct change *change;	 /* NULL: it is not known */
	const char *programs[2]; /* borrowed */
	char *lists[2];		 /* files, by version */
	char *traps, *level;	 /* files for scouts; NULL: they tell nothing */
	struct gen_traps told;	 /* of what they tell */
};

/* Finds the change between PROGRAMS, which are borrowed, and writes lists into the directory SCRATCH. SEES_ALL: of all blocks (change_see()). */
struct error *gen_change_find(const char *const programs[2], const char *scratch, bool sees_all,
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
