/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a test that kills a mutant of a function (Zhang, "Automatic Test Generation System for Software", 2021): first by
 * the D-algorithm (chapters 3 and 4; atg/search.h), then by one question about the whole circuit (section 3.3 calls that
 * the global method).
 *
 * A test is a blob for the function's harness. What is found here follows from what the IR says; the caller runs it
 * natively before it believes it (`kills`).
 *
 *	atg_kill(function, &start, seed, site, alternative, &atg_defaults, &judge, &result);
 *	... result.verdict, result.blob, result.why ...
 *	atg_result_deinit(&result);
 */
#ifndef ATG_KILL_H
#define ATG_KILL_H

#include "atg/start.h"
#include "common/deadline.h"
#include "ir/function.h"

/* The improvements of chapter 4, each of which can be switched. */
enum atg_improvement {
	ATG_POTENTIAL = 1, /* 4.2: effects that may reach a use are propagated, too (PME) */
	ATG_ASSIST =
		2, /* 4.3.1: conditions of edges that failed are added to local questions (EC assist) */
	ATG_POSSIBLE = 4, /* 4.3.2: values that are possible are found out before (PCV) */
	ATG_PAIRS = 8, /* 4.3.3: a use is justified by one of its definitions, not edge by edge */
	ATG_HISTORY = 16, /* 4.3.4: how a possible value comes about */
	ATG_ALL_IMPROVEMENTS = 31,
};

#define ATG_NR_BOUNDS 5 /* choices of rounds and of calls in calls, the largest first */

struct atg_options {
	unsigned improvements;	  /* enum atg_improvement */
	bool has_search;	  /* the D-algorithm */
	bool has_whole;		  /* the global method */
	unsigned backtracks;	  /* solutions that are tried of each local question */
	unsigned nr_decisions;	  /* of a search */
	unsigned bound;		  /* rounds of a loop */
	unsigned first_bounds;	  /* of ATG_NR_BOUNDS, each smaller: those before are too large */
	unsigned nr_tries;	  /* candidates that are given to the judge */
	unsigned steps;		  /* of Z3's own for each question */
	unsigned seconds;	  /* emergency limit of each question */
	struct deadline deadline; /* of a mutant: unknown then */
};

extern const struct atg_options atg_defaults;

/* Runs a candidate natively. */
struct atg_judge {
	/* Returns whether BLOB tells the mutant from the original. */
	bool (*kills)(void *arg, const unsigned char *blob, size_t size);
	void *arg;
};

enum atg_verdict {
	ATG_UNKNOWN,
	ATG_TEST, /* confirmed */
	/*
	 * The mutant does the same for all inputs, and for those of callers who have larger objects: the original never
	 * leaves what was looked at (OUTPUT_BEYOND of atg/expansion.h). But for inputs with which it does what C leaves
	 * undefined;
	 */
	ATG_NO_TEST,
	/* the same, wherever neither does what C leaves undefined. */
	ATG_NO_DEFINED_TEST,
};

struct atg_result {
	enum atg_verdict verdict;
	bool is_by_search;   /* TEST: the D-algorithm found it */
	unsigned char *blob; /* TEST: owned, as long as the start says */
	char *why;	     /* UNKNOWN: the reason, without full stop; owned */
	uint64_t nr_decisions, nr_backtracks, nr_questions;
	unsigned nr_tried;     /* candidates that the judge saw */
	unsigned first_bounds; /* for other mutants of the function */
};

/* SEED is a blob, near which tests are preferred. RET is for atg_result_deinit() in any case. */
void atg_kill(const struct ir_function *function, const struct start *start,
	      const unsigned char *seed, uint32_t site, uint32_t alternative,
	      const struct atg_options *options, const struct atg_judge *judge,
	      struct atg_result *ret);
void atg_result_deinit(struct atg_result *result);

#endif
