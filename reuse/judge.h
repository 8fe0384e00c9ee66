/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which verdicts of an old run hold in a new one: Algorithm 1 of "Regression Mutation Testing"
 * (Zhang et al., ISSTA 2012) for programs in C.
 *
 * A verdict is carried over only if the mutated run in the new version is, node by node, the one of
 * the old version: everything that the test depends on beside the code is the same, no dangerous
 * edge was taken before the mutant was first reached, and none can be reached from there.
 */
#ifndef REUSE_JUDGE_H
#define REUSE_JUDGE_H

#include "graph/mutants.h"
#include "graph/reach.h"
#include "reuse/snapshot.h"

/* What a set of modules is to those tests that load it. */
struct judge_image {
	const struct snapshot_test *old, *new; /* the first of these tests */
	char *refusal;			/* why nothing can be said; NULL */
	struct reach reach;		/* unless refused */
	bool is_safe;			/* no dangerous edge can be reached at all */
	bool is_blind;	 /* trails don't tell of all: a dangerous edge that can be reached lies in a
			    function that is not noted, or there may be threads, or programs
			    that are started without the run-time */
	bool *has_trail; /* by trail of the old snapshot: all its functions are of the modules */
	bool *site_is_dangerous; /* by old site: one can be reached from it; NULL if is_safe */
	uint32_t edge;		 /* an old dangerous edge that can be; PROGRAM_NONE */
};

struct judge_test {
	const struct snapshot_test *old; /* NULL: there is none */
	char *refusal; /* why none of its verdicts holds, but for what trails tell;
			  NULL */
	bool has_trails;		 /* these tell of its runs … */
	bool has_timed_trails;		 /* … also of those that met a limit of time */
	uint32_t image;			 /* index */
	uint32_t *first; /* by old site: its place in the order of first reach; NULL unless
			    needed */
	uint32_t danger; /* place up to which no dangerous edge was taken */
};

/* What has become of files that old mutated runs named. */
struct judge_extra {
	bool is_known; /* the files were looked at */
	char *changed; /* the first one that is another by now; NULL: none; owned */
};

struct judge_mutant {
	int64_t new_key, old_key;
	VEC(uint32_t) sites; /* its old sites */
};

struct judge {
	const struct snapshot *old, *new;
	struct inputs *inputs;
	struct difference difference;
	struct mutants_map map;
	bool *trail_is_safe; /* by trail of the old snapshot */
	struct judge_extra *extras; /* by set of the old snapshot */
	VEC(struct judge_image) images;
	VEC(struct judge_test) tests;	  /* as in the new snapshot */
	VEC(struct judge_mutant) mutants; /* that have an old one; by old_key */
};

enum judge_verdict {
	JUDGE_HOLDS,
	JUDGE_TEST,   /* the test's refusal */
	JUDGE_BEFORE, /* a dangerous edge was taken before the mutant was reached */
	JUDGE_AFTER,  /* one can be reached from it */
	JUDGE_FILE,   /* a file that only mutated runs name has changed */
	JUDGE_UNSEEN, /* the files that it named are not known */
};

/* OLD and NEW share their names, and outlive RET, as INPUTS does (NULL: files
 * are not looked at). */
void judge_find(const struct snapshot *old, const struct snapshot *new, struct inputs *inputs,
		struct judge *ret);
void judge_deinit(struct judge *judge);

/* NULL: no new mutant has the old key. */
const struct judge_mutant *judge_find_mutant(const struct judge *judge, int64_t old_key);

/* OLD: the cell of that mutant in that test. */
enum judge_verdict judge_cell(const struct judge *judge, const struct judge_test *test,
			      const struct judge_mutant *mutant, const struct store_cell *old);
/* The file for which OLD was judged so; NULL: none. */
const char *judge_find_file(const struct judge *judge, const struct store_cell *old);

#endif
