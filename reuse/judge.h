/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges which verdicts of an old run hold in a new run: Algorithm 1 of "Regression Mutation
 * Testing" (Zhang et al., ISSTA 2012) for programs in C.
 *
 * A verdict is carried over only if the mutated run in the new version is, node by node, the run in
 * the old version. So everything that the test depends on besides the code must be the same, no
 * dangerous edge may have been taken before the mutant was first reached, and none may be reachable
 * from there.
 *
 * 	judge_find()
 * 	judge_find_mutant(), judge_cell()	per cell of the old run
 * 	judge_deinit()
 */
#ifndef REUSE_JUDGE_H
#define REUSE_JUDGE_H

#include "graph/mutants.h"
#include "graph/reach.h"
#include "reuse/stored_run.h"

/* The image of tests that load the same modules in both versions. */
struct judge_image {
	/* the first test that loads these modules, in either version; borrowed */
	const struct stored_test *old, *new;
	/* Why nothing can be said of these tests; NULL: something can be said; owned. */
	char *refusal;
	struct reach reach; /* what control can reach, if the image is not refused */
	bool is_safe;	    /* No dangerous edge can be reached at all. */
	/*
	 * Entered sets do not tell all: a function with a reachable dangerous edge is not noted, or
	 * there may be threads, or programs that are started without the run-time.
	 */
	bool is_blind;
	bool *has_set; /* by entered set of the old run: all its functions are of these modules */
	/* By old site: a dangerous edge can be reached from the site. NULL if is_safe. */
	bool *site_is_dangerous;
	uint32_t edge; /* an old dangerous edge that can be reached; PROGRAM_NONE: none */
};

struct judge_test {
	const struct stored_test *old; /* the test in the old run; NULL: it is a new test */
	/*
	 * Why none of its verdicts holds, except those that entered sets decide; NULL: some may
	 * hold; owned.
	 */
	char *refusal;
	bool has_sets;	     /* Entered sets tell of its runs that met no limit of time. */
	bool has_timed_sets; /* Entered sets tell also of its runs that met a limit of time. */
	uint32_t image;	     /* index in judge.images */
	/*
	 * By old site: its place in the order in which the sites were first reached. NULL unless it
	 * is needed; owned.
	 */
	uint32_t *first;
	uint32_t danger; /* place in that order up to which no dangerous edge was taken */
};

/* What has become of the files that old mutated runs named. */
struct judge_extra {
	bool is_known; /* the files were looked at */
	char *changed; /* the first file that has changed; NULL: none; owned */
};

struct judge_mutant {
	int64_t new_key, old_key;
	VEC(uint32_t) sites; /* old sites of its instances */
};

struct judge {
	const struct stored_run *old, *new;
	struct inputs *inputs;
	struct difference difference;
	struct mutants_map map;
	bool *resolved_set_is_safe; /* by set of the old stored_run */
	struct judge_extra *extras; /* by set of the old stored_run */
	VEC(struct judge_image) images;
	VEC(struct judge_test) tests;	  /* in the order of the new run's tests */
	VEC(struct judge_mutant) mutants; /* mutants that both versions have, by old_key */
};

enum judge_verdict {
	JUDGE_HOLDS,
	JUDGE_TEST,   /* the test's refusal */
	JUDGE_BEFORE, /* a dangerous edge was taken before the mutant was reached */
	JUDGE_AFTER,  /* one can be reached from it */
	JUDGE_FILE,   /* a file that only mutated runs name has changed */
	JUDGE_UNSEEN, /* the files that it named are not known */
};

/*
 * Compares the runs OLD and NEW. Both must share their names, and outlive RET, as INPUTS must. With
 * INPUTS as NULL the states of files are not compared. The caller gives RET to judge_deinit().
 */
void judge_find(const struct stored_run *old, const struct stored_run *new, struct inputs *inputs,
		struct judge *ret);
void judge_deinit(struct judge *judge);

/*
 * Returns the mutant that has the key OLD_KEY in the old run; NULL if the new run has no such
 * mutant.
 */
const struct judge_mutant *judge_find_mutant(const struct judge *judge, int64_t old_key);

/* Judges OLD, the cell of MUTANT in TEST. */
enum judge_verdict judge_cell(const struct judge *judge, const struct judge_test *test,
			      const struct judge_mutant *mutant, const struct store_cell *old);
/* Returns the file that has changed, if OLD was judged JUDGE_FILE; NULL: none. */
const char *judge_find_file(const struct judge *judge, const struct store_cell *old);

#endif
