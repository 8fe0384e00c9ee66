/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search for tests of one function, when its harness is compiled (cmd/gen/function/function.h). */
#ifndef CMD_GEN_FUNCTION_RUN_H
#define CMD_GEN_FUNCTION_RUN_H

#include "caller/entries.h"
#include "caller/sequence.h"
#include "cmd/gen/function/args.h"
#include "cmd/gen/function/build.h"
#include "cmd/gen/function/start.h"
#include "cmd/gen/input/mutants.h"
#include "common/destination.h"
#include "ir/function.h"
#include "paths/trial.h"
#include "runner/sandbox/contain.h"

enum gen_function_verdict {
	GEN_FUNCTION_NOT_TRIED, /* the time was over, or a signal came */
	GEN_FUNCTION_KILLED,
	GEN_FUNCTION_NO_TEST,	      /* proven for all inputs: ATG_NO_TEST */
	GEN_FUNCTION_NO_DEFINED_TEST, /* ATG_NO_DEFINED_TEST */
	GEN_FUNCTION_UNSET,	      /* it differs, by values that nobody has set */
	GEN_FUNCTION_UNKNOWN,
	GEN_FUNCTION_PASSED, /* no test that was found kills it; there was no search, as its line has another mutant */
	GEN_FUNCTION_NR_VERDICTS
};

/* How a test was found. */
enum gen_function_method {
	GEN_FUNCTION_BY_TEST, /* it was there, for a mutant before */
	GEN_FUNCTION_BY_CHANCE,
	GEN_FUNCTION_BY_SEARCH,	  /* the D-algorithm */
	GEN_FUNCTION_BY_QUESTION, /* the global method */
	GEN_FUNCTION_BY_SEQUENCE, /* of calls */
};

struct gen_function_mutant {
	const struct inventory_mutant *row; /* of the user's program */
	char id[INVENTORY_ID_DIGITS + 1];
	const struct gen_mutant *found; /* of the harness; NULL: it has none like that */
	size_t test;			/* that kills it; SIZE_MAX: none */
	enum gen_function_verdict verdict;
	enum gen_function_method method; /* KILLED */
	char *why;			 /* UNKNOWN: the reason; owned */
};

struct gen_function_test {
	unsigned char *blob; /* with IS_SEQUENCE: a sequence of calls, by the run's `sequences` */
	bool is_sequence;
	struct trial_result expected; /* what the original does */
};

/* How far a search is; shared between processes. */
struct gen_function_progress {
	unsigned nr_done, nr_killed; /* mutants */
};

struct gen_function_run {
	struct gen_function_run
		*old; /* of the old version, if two are compared; NULL: mutants are killed */
	const struct gen_function_args *args;
	const char *name, *scratch;
	const char *directory; /* that the user works in */
	const struct entries *entries;
	const struct entry *entry; /* the function */
	char *compiler; /* the beginning of commands that compile with the operators of the user's program; owned */
	struct destination tests_file;
	enum test_style style; /* of tests in C */
	struct view *view;     /* of all runs; NULL: not made yet */
	struct gen_function_limits limits;
	uint64_t cpu_us;				 /* that the search took */
	volatile struct gen_function_progress *progress; /* NULL: nobody looks */
	struct program_options harness;
	const struct gen_function_build *build; /* of the user's program */
	char *cflags, *libs; /* by which what includes the unit is compiled and linked; owned */
	char *linked;	     /* what the linker of the harness said that it took; owned */
	struct program program;
	bool has_program;
	char *original; /* the harness, compiled; owned */
	struct gen_mutants mutants;
	VEC(struct gen_function_mutant) wanted;
	struct ir_units units;
	const struct ir_unit *unit;
	struct ir_function function;
	bool has_function;
	const char *refusal; /* why what the function does is not told; NULL: it is */
	struct start start;
	VEC(struct gen_function_test) tests;
	VEC(struct gen_function_test)
	pool; /* inputs to try before a search (cmd/gen/function/pool.h) */
	VEC(struct gen_function_test)
	spare; /* others, on which the original does what it does on one of those */
	struct sequence_api *sequences; /* NULL: there are no tests of those; borrowed */
	unsigned char *const *carved;	/* inputs that a suite calls it with; borrowed */
	size_t nr_carved;
	unsigned first_bounds; /* of a search (struct atg_options) */
	unsigned
		nr_in_vain; /* searches before this one whose time was too short; there is a limit */
};

enum { GEN_FUNCTION_LATE_FACTOR = 5 };

/* True if A and B are one mutant, in different programs. */
bool gen_function_is_same_mutant(const struct inventory_mutant *a,
				 const struct inventory_mutant *b);

/*
 * Runs PROGRAM, a harness of RUN, on BLOB. FILLING chooses what lies where nobody has set a value: 0 is what all results are
 * compared with.
 */
struct error *gen_function_run_blob(const struct gen_function_run *run, const char *program,
				    const unsigned char *blob, unsigned filling,
				    struct trial_result *ret) MUST_CHECK;
/* The same with filling 0 for what took too long: it may be slow, and end. It gets GEN_FUNCTION_LATE_FACTOR times as long. */
struct error *gen_function_run_longer(const struct gen_function_run *run, const char *program,
				      const unsigned char *blob,
				      struct trial_result *ret) MUST_CHECK;

/*
 * Runs PROGRAM, which loops (caller/program.h), on blobs of SIZE bytes in all, as gen_function_run_blob() does with filling 0.
 * It may take GEN_FUNCTION_LATE_FACTOR times as long as one of them.
 */
struct error *gen_function_run_bytes(const struct gen_function_run *run, const char *program,
				     const unsigned char *blobs, size_t size,
				     struct trial_result *ret) MUST_CHECK;
/* How many fillings there are. */
unsigned gen_function_nr_fillings(void);
/* True if the harness ended, or the function ended the program itself: no crash, and in time. */
bool gen_function_ends_well(const struct trial_result *result);
/* *RET: the original does what is EXPECTED on BLOB whatever lies where nobody has set a value. */
struct error *gen_function_is_steady(const struct gen_function_run *run, const unsigned char *blob,
				     const struct trial_result *expected, bool *ret) MUST_CHECK;

/* Enters the namespaces and the view of RUN, in the process of CONTAINMENT. */
struct error *gen_function_enter(struct gen_function_run *run,
				 struct containment *containment) MUST_CHECK;

/* What gen_function_find() found is not needed any more. */
void gen_function_forget(struct gen_function_run *run);

#endif
