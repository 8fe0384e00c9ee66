/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report model: the last run of a store, condensed to what a report says.
 *
 *	report_model_load()
 *	a writer (report/report.h) reads the model
 *	report_model_deinit()
 *
 * The matrix takes five bits per cell, so that 20,000 mutants × 500 tests need some 6 MB, however
 * many cells the store has.
 */
#ifndef REPORT_MODEL_H
#define REPORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "store/store.h"

/* The status of a mutant over all tests that are not quarantined. */
enum report_status {
	REPORT_KILLED = 0,  /* Some test kills it, other than by a timeout. */
	REPORT_TIMEOUT,	    /* Tests kill it by timeouts alone. */
	REPORT_SURVIVED,    /* Some test reaches it, and every test that does passes. */
	REPORT_NOT_REACHED, /* No test reaches it. */
	REPORT_UNKNOWN,	    /* It is not killed, and some cell that could kill it is unknown. */
};
#define REPORT_NR_STATUS 5

/* The doubt of a mutant: why it might be detected although it is not. */
enum report_doubt {
	REPORT_SURE = 0,
	REPORT_UNDECIDED,   /* Its status is unknown. */
	REPORT_QUARANTINED, /* A quarantined test reaches it. */
	/* It lies in a function through which a test takes other ways from run to run. */
	REPORT_CHANGING,
};
#define REPORT_NR_DOUBT 4

/* Numbers of mutants. */
struct report_count {
	size_t by_status[REPORT_NR_STATUS];
	size_t by_doubt[REPORT_NR_DOUBT];
	size_t equivalent[REPORT_NR_STATUS]; /* of those in by_status: report_is_equivalent() */
	/* report_is_but_ub() */
	size_t but_ub;
};

/* Scores in percent; NaN where there is nothing to divide by. */
struct report_score {
	/*
	 * Detected mutants of all. Unknown mutants count as detected at the rate of the other
	 * reached ones.
	 */
	double score;
	double reached; /* detected mutants of those that are killed, timed out or survived */
	double timeouts_survive; /* `score`, if timeouts counted as survivors */
	double rest; /* detected mutants of all that are not equivalent, extrapolated as `score` */
	/*
	 * Score if no mutant in doubt were detected, and if all were. Both are equal to `score` if
	 * no mutant is in doubt.
	 */
	double low, high;
};

struct report_test {
	int64_t key;
	const char *name, *harness, *command;
	/* reason of the quarantine, or why its cells are unknown; "" if neither */
	const char *reason;
	bool quarantined;
	unsigned changes; /* bits of enum store_change */
	enum store_oracle oracle;
	uint64_t cpu_us, wall_us; /* times of the baseline, in microseconds */
	size_t nr_killed;	  /* number of mutants that it kills */
};

struct report_file {
	const char *path; /* path relative to the project root, or absolute */
	bool has_hash;
	uint64_t hash; /* XXH64 of the file when it was compiled, if has_hash */
	uint32_t folded, macro, shape, user; /* numbers of skipped constructs, by reason */
	size_t first_mutant, nr_mutants;     /* range of its mutants in `mutants` */
	struct report_count count;
};

struct report_mutant {
	struct store_mutant store; /* its row in the store; the model owns the strings */
	enum report_status status;
	enum report_doubt doubt;
	/* "SIGSEGV", "exit 1", or why it is unknown or in doubt; "" if there is no reason */
	const char *reason;
	/* What is proven of it, by which method (struct store_proof), in words, and by which compiler and options; "" if nothing is. */
	enum store_proof_kind proof;
	const char *proof_method, *proof_text, *proof_compiler, *proof_flags;
	/* It does not count: a test kills a mutant of the same unit that is proven equivalent, too. */
	bool is_void;
	/* id of the first of the mutants, itself included, that the compiler makes the same object of; "": none known */
	const char *first_same;
	/* id of the first of these, before this one, that has the same status, and stands for it in lists; "": none */
	const char *stands_in;
	bool is_duplicate; /* There is one. */
	/* id of the duplicate that was run for this one, by some test; "": it was run itself */
	const char *run_instead;
	size_t nr_duplicates; /* those that it stands for */
	/* "probably equivalent: …", by which version of remt; "" else. No status, count or score depends on it. */
	const char *probable_text, *probable_version;
	uint32_t nr_run;  /* number of its cells with a verdict */
	uint64_t wall_us; /* wall clock of these runs, in microseconds */
	/* Private to load.c and decide.c: a test takes other ways through its function from run to run. */
	bool is_changing;
};

#define REPORT_WORD_BITS 64 /* number of cells in a word of a bit map */

struct report_model {
	struct store_run run; /* its row in the store; the model owns the strings */
	struct report_test *tests;
	size_t nr_tests;
	struct report_file *files; /* in the order of their paths */
	size_t nr_files;
	struct report_mutant *mutants; /* in the order of file, line, column, operator */
	size_t nr_mutants;
	struct report_count count;
	/*
	 * number of cells that survived or were killed, and of those among them that earlier runs
	 * decided
	 */
	size_t nr_verdicts, nr_carried;
	size_t nr_shared; /* of `nr_verdicts`, those that the run of a duplicate has decided */
	/* number of mutants that are proven equivalent, and killed: one of both is wrong */
	size_t nr_contradicted;
	size_t nr_duplicates; /* mutants with `is_duplicate` */
	/* of these pairs of mutants that have one object, only one is killed, and the other one survives */
	size_t nr_unlike;
	uint64_t left_out_tests, left_out_filter,
		left_out_sample; /* numbers of mutants that the run did not consider, by reason */
	char **warnings;	 /* messages for the user; NULL-terminated or NULL; owned */

	/* Private to load.c and model.c. */
	size_t row_words; /* words per mutant in each of the bit maps */
	uint64_t *covered, *killed, *decided, *unknown, *carried, *shared;
	struct report_pool *pool;
};

/* The part of the run that is wanted; all zero: everything. */
struct report_filter {
	const char *file_glob; /* only mutants of files whose path matches (fnmatch); NULL: any */
	int64_t mutant;	       /* only the mutant with this key of the store; 0: any */
};

/*
 * Loads the last run of STORE. FILTER may be NULL. The caller gives RET to report_model_deinit().
 */
struct error *report_model_load(struct store *store, const struct report_filter *filter,
				struct report_model *ret) MUST_CHECK;
void report_model_deinit(struct report_model *model);

/* True if MUTANT is proven equivalent, by a proof that counts, and no test kills it. */
bool report_is_equivalent(const struct report_mutant *mutant);
/* The same, but for undefined behaviour. */
bool report_is_but_ub(const struct report_mutant *mutant);
/* True if MUTANT is proven equivalent, and a test kills it. */
bool report_is_contradicted(const struct report_mutant *mutant);
/* True if MUTANT survives, and may be one that a better test kills, and no other one stands for it. */
bool report_is_open(const struct report_mutant *mutant);
/* True if a test kills one of two mutants that have one object, and the other one survives. */
bool report_is_unlike(const struct report_mutant *one, const struct report_mutant *other);
/* Returns the number of equivalent mutants, of whatever status. */
size_t report_count_equivalent(const struct report_count *count);

struct report_score report_score(const struct report_count *count);
size_t report_count_total(const struct report_count *count);

bool report_score_is_range(const struct report_score *score);
/*
 * Describes the score in one line, such as "37.5 to 50.0 % of the mutants are detected: 1 without
 * verdict"; owned by the caller.
 */
char *report_score_describe(const struct report_count *count) RETURNS_NONNULL MUST_CHECK;
/*
 * Writes VALUE with one digit after the point to RET; "-" for NaN. The value is rounded down, or
 * up if it is the upper end of a range: 99.99 is not 100, and 0.01 is not 0.
 */
#define REPORT_PERCENT_SIZE 16
void report_percent(double value, bool is_upper, char ret[REPORT_PERCENT_SIZE]);
/* Returns the words that follow a number of mutants in doubt: "without verdict" … */
const char *report_doubt_name(enum report_doubt doubt);

/*
 * Return true if test T reaches, kills, or decides (has a verdict for) mutant M; both are indexes.
 */
bool report_covers(const struct report_model *model, size_t m, size_t t);
bool report_kills(const struct report_model *model, size_t m, size_t t);
bool report_decides(const struct report_model *model, size_t m, size_t t);
/* True if a stored cell says that the verdict is unknown. */
bool report_is_unknown(const struct report_model *model, size_t m, size_t t);
/* True if the verdict of the cell was carried over from an earlier run. */
bool report_is_carried(const struct report_model *model, size_t m, size_t t);

/* True if the verdict of the cell is that of a duplicate, which was run for both. */
bool report_is_shared(const struct report_model *model, size_t m, size_t t);

/* Returns "killed", "timeout", "survived", "not reached" or "unknown". */
const char *report_status_name(enum report_status status);

#endif
