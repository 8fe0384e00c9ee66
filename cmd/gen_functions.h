/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen --functions`: tests of all functions that have mutants to kill, one function after the other, and a C test file
 * for each unit. Each function has a process of its own (cmd/gen_functions_child.h); what it found, the parent collects,
 * adds to the unit's file, and sums up.
 */
#ifndef CMD_GEN_FUNCTIONS_H
#define CMD_GEN_FUNCTIONS_H

#include <jansson.h>

#include "caller/test_file.h"
#include "cmd/gen_function_prepare.h"
#include "cmd/gen_output.h"
#include "cmd/new_directory.h"
#include "paths/words.h"

struct gen_functions_mutant {
	const struct gen_mutant *mutant;
	enum gen_function_verdict verdict;
	char *why;     /* UNKNOWN: the reason; owned */
	size_t test;   /* KILLED: the number of the function's test; from 0 on */
	bool has_test; /* a test in C was seen to kill it */
};

/* A function. */
struct gen_functions_item {
	const char *name, *file;       /* of its mutants */
	const struct entry *entry;     /* NULL: the debug information has none like it */
	const struct entry *old_entry; /* that of the old version, if two are compared */
	const char *
		cause; /* why it is compared though it has not changed; NULL: it has, or there is one version */
	json_t *found; /* what was found of two versions (gen_changed_json()); NULL: nothing was searched; owned */
	char *refusal; /* why nothing was tried; NULL: something was; owned */
	VEC(struct gen_functions_mutant) mutants;
	size_t unit;
	bool is_changed; /* it has mutants in changed code */
	bool is_done;
	struct test_piece shown,
		plain;	    /* its tests in C, in the style that is wanted, and in that of assert */
	char *include;	    /* the header that they include; owned */
	bool needs_unit;    /* they include the unit itself */
	char *linked;	    /* units that the linker took beside theirs, as it said; owned */
	char *test_file;    /* that has them; NULL: there are none; owned */
	char *failure;	    /* why they are in no file; NULL: they are, or there are none; owned */
	struct strbuf text; /* what was said while it was searched */
	uint64_t cpu_ms;
	VEC(unsigned char *)
	carved; /* inputs that the suite calls it with, of `carved_size` bytes each; owned */
	size_t carved_size;
};

/* A source file that has mutants. */
struct gen_functions_unit {
	const char *file;
	size_t nr_proven;  /* survivors that the store has proofs of */
	char *test_file;   /* in the directory; owned */
	char *include;	   /* owned; NULL: it has no tests yet */
	bool is_unit;	   /* it includes the unit itself */
	VEC(size_t) items; /* functions whose tests it has */
	size_t nr_others;  /* files that functions have by themselves */
};

struct gen_functions {
	const struct gen_function_args *args;
	const char *name, *directory; /* of the program, as the user gave it; of the user */
	struct gen_function_limits limits;
	struct gen_function_program program;
	struct gen_function_program
		old; /* the old version, if two are compared; its name is NULL: there is one */
	struct words *words;	     /* that inputs are made of then; NULL: none */
	size_t nr_added, nr_removed; /* functions that one version alone has */
	char **texts;		     /* that items borrow; owned */
	VEC(struct gen_functions_item) items;
	VEC(struct gen_functions_unit) units;
	struct new_directory tests; /* for files; its path is NULL: none are wanted */
	size_t nr_done;		    /* items */
};

/* What is asked for. */
struct gen_functions_opts {
	const struct gen_function_args *args;
	const struct gen_mutant_choice *mutants;
	const char *program;
	const char *
		old; /* the version before; NULL: there is one version, whose mutants are to be killed */
	struct gen_function_limits limits; /* a signal ends the search, too */
	unsigned nr_jobs;
	struct gen_output *output;
};

/* Looks for tests, and prints them; returns an exit code. */
int gen_functions(const struct gen_functions_opts *opts);

/* True if WORD of the user, FILE, FILE:NAME or NAME, means the function NAME in the file PATH. */
bool gen_functions_is_meant(const char *word, const char *path, const char *name);
/* Adds an item; the texts are borrowed. Returns it, until the next one is added. */
struct gen_functions_item *gen_functions_add_item(struct gen_functions *functions, const char *file,
						  const char *name) RETURNS_NONNULL;
/* Returns a copy of TEXT that lives as long as FUNCTIONS. */
const char *gen_functions_own(struct gen_functions *functions, const char *text) RETURNS_NONNULL;

/* Fills the items and units of FUNCTIONS, whose program is open. ERROR_USAGE: the user named what has no mutants. */
struct error *gen_functions_plan(struct gen_functions *functions) MUST_CHECK;

/*
 * Adds the tests of ITEM to the file of its unit, or to one of its own where they can't stand beside the others. Works in a
 * process of its own.
 */
struct error *gen_functions_add_tests(struct gen_functions *functions,
				      struct gen_functions_item *item) MUST_CHECK;

/* Prints what was found of ITEM. */
void gen_functions_print_item(const struct gen_functions *functions,
			      const struct gen_functions_item *item, FILE *out);
/* Prints what was found of each unit. */
void gen_functions_print_sum(const struct gen_functions *functions, FILE *out);
/* Adds it in one sentence. */
void gen_functions_sum(struct strbuf *text, const struct gen_functions *functions);
/* Returns what JSON has of ITEM, whatever is looked for. */
json_t *gen_functions_item_json(const struct gen_functions_item *item);
/* Prints all as one JSON object (doc/FORMATS.md). */
void gen_functions_print_json(const struct gen_functions *functions, FILE *out);
/* Returns "killed", "passed", "none", "undefined", "unset", "unknown" or "untried". */
const char *gen_functions_verdict_name(enum gen_function_verdict verdict);

#endif
