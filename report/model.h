/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a report says: the last run of a store, condensed.
 *
 *   report_model_load()
 *   a writer (report/report.h) reads it
 *   report_model_deinit()
 *
 * The matrix is kept as five bits per cell, so 20,000 mutants × 500 tests
 * need some 5 MB, however many cells the store has.
 */
#ifndef REPORT_MODEL_H
#define REPORT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "store/store.h"

/* Verdict on a mutant over all tests.  Quarantined tests have no say. */
enum report_status {
	REPORT_KILLED = 0,  /* some test kills it other than by a timeout */
	REPORT_TIMEOUT,	    /* killed by timeouts alone */
	REPORT_SURVIVED,    /* reached, and every test that reaches it passes */
	REPORT_NOT_REACHED, /* no test reaches it */
	REPORT_UNKNOWN,	    /* not killed, and some cell that could kill it is unknown */
};
#define REPORT_NR_STATUS 5

/* Why an undetected mutant might be detected after all. */
enum report_doubt {
	REPORT_SURE = 0,
	REPORT_UNDECIDED,   /* its status is unknown */
	REPORT_QUARANTINED, /* a quarantined test reaches it */
	REPORT_CHANGING, /* it lies in a function through which a test takes other ways from run to
			    run */
};
#define REPORT_NR_DOUBT 4

struct report_count {
	size_t by_status[REPORT_NR_STATUS];
	size_t by_doubt[REPORT_NR_DOUBT];
};

/* Percentages; NaN where there is nothing to divide by. */
struct report_score {
	double score; /* detected / all; of unknown mutants as many as of the other reached ones */
	double reached;		 /* the same without the mutants that no test reaches */
	double timeouts_survive; /* score if timeouts counted as survivors */
	double low, high;	 /* score if no mutant in doubt were detected, if all were;
				    equal to score if there are none */
};

struct report_test {
	int64_t key;
	const char *name, *harness, *command;
	const char *reason; /* of the quarantine, or why cells are unknown; "" none */
	bool quarantined;
	unsigned changes;	  /* bits of enum store_change */
	enum store_oracle oracle;
	uint64_t cpu_us, wall_us; /* of the baseline */
	size_t nr_killed;	  /* mutants */
};

struct report_file {
	const char *path; /* relative to the project root, or absolute */
	bool has_hash;
	uint64_t hash;			     /* of the file when it was compiled */
	uint32_t folded, macro, shape, user; /* skipped constructs by reason */
	size_t first_mutant, nr_mutants;     /* in `mutants` */
	struct report_count count;
};

struct report_mutant {
	struct store_mutant store; /* strings owned by the model */
	enum report_status status;
	enum report_doubt doubt;
	const char *reason; /* "SIGSEGV", "exit 1"; why it is unknown or in doubt; "" none */
	uint32_t nr_run;    /* cells with a verdict from a run */
	uint64_t wall_us;   /* of these runs */
	bool is_changing;   /* private to load.c: a test takes other ways through its function */
};

#define REPORT_WORD_BITS 64 /* cells in a word of a bit map */

struct report_model {
	struct store_run run; /* strings owned by the model */
	struct report_test *tests;
	size_t nr_tests;
	struct report_file *files; /* by path */
	size_t nr_files;
	struct report_mutant *mutants; /* by file, line, column, operator */
	size_t nr_mutants;
	struct report_count count;
	size_t nr_verdicts, nr_carried; /* of cells; those of earlier runs that hold */
	uint64_t left_out_tests, left_out_filter,
		left_out_sample; /* mutants that the run did not consider, by reason */
	char **warnings;	 /* owned; for the user, NULL-terminated or NULL */

	/* Private to load.c and model.c. */
	size_t row_words; /* per mutant in each of the bit maps */
	uint64_t *covered, *killed, *decided, *unknown, *carried;
	struct report_pool *pool;
};

/* What part of the run is wanted; all zero: everything. */
struct report_filter {
	const char *file_glob; /* mutants of files whose path matches (fnmatch); NULL: any */
	int64_t mutant;	       /* this one alone, a key of the store; 0: any */
};

/* FILTER may be NULL. */
struct error *report_model_load(struct store *store, const struct report_filter *filter,
				struct report_model *ret) MUST_CHECK;
void report_model_deinit(struct report_model *model);

struct report_score report_score(const struct report_count *count);
size_t report_count_total(const struct report_count *count);

bool report_score_is_range(const struct report_score *score);
/* "37.5 to 50.0 % of the mutants are detected: 1 has no verdict, …" in one line; owned by the
 * caller. */
char *report_score_describe(const struct report_count *count) RETURNS_NONNULL MUST_CHECK;
/* VALUE with one digit after the point, cut or, for the upper end of a range, raised to it: 99.99
 * is not 100, and 0.01 is not 0.  "-" for NaN. */
#define REPORT_PERCENT_SIZE 16
void report_percent(double value, bool is_upper, char ret[REPORT_PERCENT_SIZE]);
/* What stands behind a number of mutants in doubt: "without verdict" … */
const char *report_doubt_name(enum report_doubt doubt);

/* Does test T (index) reach, kill, decide (has a verdict for) mutant M (index)? */
bool report_covers(const struct report_model *model, size_t m, size_t t);
bool report_kills(const struct report_model *model, size_t m, size_t t);
bool report_decides(const struct report_model *model, size_t m, size_t t);
/* Does a stored cell say that this can't be known? */
bool report_is_unknown(const struct report_model *model, size_t m, size_t t);
/* Was its verdict carried over from an earlier run? */
bool report_is_carried(const struct report_model *model, size_t m, size_t t);

/* "killed", "timeout", "survived", "not reached", "unknown" */
const char *report_status_name(enum report_status status);

#endif
