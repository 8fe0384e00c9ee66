/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs that kill mutants, and what is known of the mutants that none was found for. The mutants come one after the
 * other; a test that was found is tried on all that follow, before these have a search (dropping; chapter 5 of paper
 * "Automatic Test Generation for Mutation Testing" has the same order).
 */
#ifndef CMD_GEN_KILL_KILL_H
#define CMD_GEN_KILL_KILL_H

#include "cmd/gen/input/mutants.h"
#include "cmd/gen/test/tests.h"
#include "common/vec.h"
#include "paths/search.h"

enum gen_kill_verdict {
	GEN_KILLED,
	/* All inputs of the lengths that were tried do what they do in the original: nothing was left open. */
	GEN_ALIKE,
	/* It was not killed, and an input shows that what it does depends on a value that nobody has set. */
	GEN_UNSET,
	GEN_OPEN,    /* nothing of this is known */
	GEN_REFUSED, /* it can't be switched on, or its search failed */
	GEN_NR_KILL_VERDICTS
};

/* A test, and what the original does. */
struct gen_kill_test {
	struct command command;
	struct trial_result expected;
	size_t nr_kills; /* of mutants that were tried */
};

/* What is known of one mutant. */
struct gen_kill_result {
	const struct gen_mutant *mutant;
	bool is_known; /* what follows is valid */
	enum gen_kill_verdict verdict;
	size_t test;	 /* KILLED: index of the test that was tried first of those that kill it */
	bool is_dropped; /* KILLED: another mutant had that test before */
	bool is_tested; /* KILLED: a written test was tried: it tells the mutant from the original */
	struct trial_result result; /* KILLED: what the mutant does by this test */
	char *why;		    /* UNSET, OPEN, REFUSED: lines that say why; else NULL */
	uint64_t nr_inputs, cpu_us; /* that it took */
};

struct gen_kills {
	VEC(struct gen_kill_test) tests;     /* in the order of their finding */
	VEC(struct gen_kill_result) results; /* in the order of the mutants */
	VEC(char *) records;		     /* that commands of tests borrow from */
	size_t nr_known;		     /* results */
	size_t nr_absent;		     /* survivors that the program does not have */
	size_t nr_proven;		     /* survivors left out, as they are proven equivalent */
	const char *name;		     /* of the program, as the user gave it */
};

void gen_kill_test_deinit(struct gen_kill_test *test);
void gen_kill_result_deinit(struct gen_kill_result *result);

/* Begins without results for MUTANTS, which are borrowed as NAME is. */
void gen_kills_init(struct gen_kills *kills, const struct gen_mutants *mutants, const char *name);
void gen_kills_deinit(struct gen_kills *kills);

/* Commands of which no search is needed to try them. */
struct gen_kill_shapes {
	VEC(struct gen_kill_test) items;
};

/*
 * Adds commands that have other shapes than COMMAND, where searches keep the number of arguments, files with nothing in
 * them and their names: without arguments, without the last one, with one and two more, with nothing to read, with the name
 * of a file that is missing, and of a directory, in place of a file's. Without arguments, one that names a file with
 * what standard input has is another. What is expected of them is not filled.
 */
void gen_kill_shapes_add(struct gen_kill_shapes *shapes, const struct command *command,
			 const char *name);
void gen_kill_shapes_deinit(struct gen_kill_shapes *shapes);

/* Prints the result INDEX, which is known. */
void gen_kill_print(const struct gen_kills *kills, size_t index, FILE *out);
/* Adds in one sentence how many mutants are killed, and how many are not. */
void gen_kill_sum(struct strbuf *text, const struct gen_kills *kills);
/* Prints the sum behind all results, and what tests were written. */
void gen_kill_print_sum(const struct gen_kills *kills, const struct gen_tests *tests, FILE *out);
/* Prints all as one JSON object (doc/FORMATS.md). */
void gen_kill_print_json(const struct gen_kills *kills, FILE *out);

/*
 * Writes the tests that were tried into the new directory of TESTS: its list of them is `tests`, and each has a file `kills`,
 * which names its mutants. Each may take MAX_MS.
 */
struct error *gen_kill_write_tests(const struct gen_kills *kills, struct gen_tests *tests,
				   uint64_t max_ms) MUST_CHECK;

/* Returns "killed", "alike", "unset", "open" or "refused". */
const char *gen_kill_name(enum gen_kill_verdict verdict);

#endif
