/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen --functions OLD NEW`: inputs on which functions that a change concerns do not behave alike, when they are called
 * alone. Each has a harness (caller/program.h) with the source of either version, compiled as that was. Both read the same
 * blobs. What differs is found by many calls with values that chance makes, or by the exploration of both harnesses, and
 * shown if it holds (differential unit testing: Jin, Orso and Xie, "Automated Behavioral Regression Testing", ICST 2010).
 *
 *	gen_changed_plan()	in the parent: which functions
 *	gen_changed_find()	in the process of one
 */
#ifndef CMD_GEN_CHANGED_CHANGED_H
#define CMD_GEN_CHANGED_CHANGED_H

#include <jansson.h>

#include "cmd/gen/function/list.h"
#include "cmd/gen/function/random.h"
#include "common/hash.h"

/* Which version does on an input what C leaves undefined, as far as sanitizers tell; what both do so is no difference. */
struct gen_changed_report {
	char *text; /* what the sanitizer said; NULL: nothing; owned */
};

struct gen_changed_difference {
	unsigned char *blob; /* owned */
	bool has_null;	     /* it is of the harness whose pointers may be NULL */
	struct trial_result results[2];
	struct gen_changed_report reports[2];
	char *setup, *call; /* in C; NULL: there are no words for it; owned */
	char **causes;	    /* lines about the code: what was executed, and where it parts; owned */
	uint64_t kind;	    /* those of one kind are alike */
};

/* What was done to find them. */
struct gen_changed_use {
	uint64_t nr_calls;     /* of both versions each */
	size_t nr_unsteady;    /* inputs on which one version did not always do the same */
	size_t nr_undefined;   /* on which both do what is undefined */
	size_t nr_late;	       /* on which both did not end */
	uint64_t nr_explored;  /* inputs that explorations ran whose runs all ended */
	bool has_no_sanitizer; /* the harnesses can't be compiled with them */
};

/* The search in one function. */
struct gen_changed_search {
	struct gen_functions *functions;
	const struct gen_functions_item *item;
	struct gen_function_preparation *preparations[2]; /* by version */
	struct gen_function_run *runs[2];		  /* of these */
	struct gen_function_random random;
	char **without;	    /* global variables that both harnesses leave alone; owned */
	char *sanitized[2]; /* harnesses with sanitizers; NULL: not compiled; owned */
	struct deadline deadline;
	bool has_globals;	     /* there are global variables that harnesses can fill */
	bool sets_globals, has_null; /* of the harnesses at hand */
	VEC(struct gen_changed_difference) found;
	struct gen_changed_use use;
};

/* Returns "old" or "new". */
const char *gen_changed_version(unsigned version);

/*
 * Fills the items and units of FUNCTIONS, whose programs are open: functions of the new version that differ from those of
 * the old one, or that the user's list names. ERROR_USAGE: the user named what is not there; ERROR_UNUSABLE: nothing has
 * changed.
 */
struct error *gen_changed_plan(struct gen_functions *functions) MUST_CHECK;

/* Returns what texts of inputs are made of between the programs PATHS, old and new. */
struct words *gen_changed_words(const struct gen_functions *functions,
				const char *const paths[2]) RETURNS_NONNULL;
/*
 * As gen_function_lay_out(), for the old version OLD of ITEM's function, whose new version is laid out. Its directory,
 * *RET_SCRATCH, which the caller frees in any case, lies in that of NEW: runs leave that one alone as it is.
 */
struct error *gen_changed_lay_out_old(struct gen_functions *functions,
				      const struct gen_functions_item *item,
				      struct gen_function_preparation *new,
				      struct gen_function_preparation *old,
				      char **ret_scratch) MUST_CHECK;
/* Compiles the harnesses of SEARCH, whose preparations are laid out (gen_function_lay_out()). */
struct error *gen_changed_lay_out(struct gen_changed_search *search) MUST_CHECK;
/* The same once more, when its options have changed. */
struct error *gen_changed_prepare(struct gen_changed_search *search) MUST_CHECK;

/*
 * In the process of a function, which has a view: looks for differences. SEARCH has its functions, item and preparations;
 * the caller ends it with gen_changed_search_deinit() in any case.
 */
struct error *gen_changed_find(struct gen_changed_search *search) MUST_CHECK;
void gen_changed_search_deinit(struct gen_changed_search *search);

/* Adds the differences that a test can expect to the tests of the new version's run. */
void gen_changed_add_tests(struct gen_changed_search *search);

/* ---- parts of that */

/* What one call of a batch did. */
struct gen_changed_answer {
	int status;	  /* of wait() */
	const char *text; /* what it printed; in the batch's text */
	size_t size;
	bool is_undefined; /* a sanitizer said so */
};

/* Calls the function of RUN with NUMBER blobs. RET: as many answers, or fewer where it stopped; TEXT owns what they have. */
struct error *gen_changed_batch(const struct gen_function_run *run, const unsigned char *blobs,
				size_t number, struct strbuf *text, struct gen_changed_answer *ret,
				size_t *ret_number) MUST_CHECK;

/* Adds to HASH what the first line of OLD is called that NEW has not. */
void gen_changed_hash_line(struct hash *hash, const char *old, size_t old_size, const char *new,
			   size_t new_size);

/* Finds at most NUMBER answers in what a harness that loops printed, TEXT. Returns how many. */
size_t gen_changed_read_answers(const struct strbuf *text, struct gen_changed_answer *ret,
				size_t number);
/* As gen_changed_batch(), for the harness of VERSION with sanitizers; without these there is no answer. */
struct error *gen_changed_sanitized_batch(struct gen_changed_search *search, unsigned version,
					  const unsigned char *blobs, size_t number,
					  struct strbuf *text, struct gen_changed_answer *ret,
					  size_t *ret_number) MUST_CHECK;

/*
 * Tries many inputs that chance makes until the deadline, or enough is found. IS_SANITIZED: those on which only one version
 * does what C leaves undefined are wanted, even if what came out is the same.
 */
struct error *gen_changed_chance(struct gen_changed_search *search, const struct deadline *deadline,
				 bool is_sanitized) MUST_CHECK;
/*
 * Explores both harnesses until the deadline: from what was found, to tell about the code, or else from zeros. Where they can't
 * be compiled so, or there is too little time, nothing is done.
 */
struct error *gen_changed_explore(struct gen_changed_search *search,
				  const struct deadline *deadline) MUST_CHECK;

/*
 * Takes BLOB as a difference if it is one: both versions do the same each time, and not the same as the other one. It is
 * made smaller. BY_REPORT: it is also one if only one version does what is undefined, as sanitizers say. *RET: it was taken;
 * NULL: nobody asks.
 */
struct error *gen_changed_take(struct gen_changed_search *search, const unsigned char *blob,
			       bool by_report, bool *ret) MUST_CHECK;
void gen_changed_difference_deinit(struct gen_changed_difference *difference);
/* Fills REPORTS with what sanitizers say of both versions on BLOB. */
struct error *gen_changed_sanitize(struct gen_changed_search *search, const unsigned char *blob,
				   struct gen_changed_report reports[2]) MUST_CHECK;
/* True if enough was found. */
bool gen_changed_has_enough(const struct gen_changed_search *search);

/* ---- what is shown */

/* Prints what was found of all functions; adds it in one sentence; prints all as one JSON object (doc/FORMATS.md). */
void gen_changed_print_sum(const struct gen_functions *functions, FILE *out);
void gen_changed_sum(struct strbuf *text, const struct gen_functions *functions);
void gen_changed_print_json(const struct gen_functions *functions, FILE *out);

/* Prints the differences of SEARCH. */
void gen_changed_print(const struct gen_changed_search *search);
/* Returns them, and what was done to find them, for JSON. */
json_t *gen_changed_json(const struct gen_changed_search *search);

#endif
