/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user wants of the search in functions. */
#ifndef CMD_GEN_FUNCTION_ARGS_H
#define CMD_GEN_FUNCTION_ARGS_H

#include <argp.h>

#include "atg/kill.h"
#include "caller/cases.h"
#include "caller/request.h"
#include "common/deadline.h"

/* How long things may take, in ms. */
struct gen_function_limits {
	uint64_t mutant_ms;	  /* the search for a test of one mutant */
	uint64_t run_ms;	  /* a run of the harness: what takes longer does not end */
	struct deadline deadline; /* of all */
};

struct gen_function_args {
	const char *
		name; /* NAME or FILE:NAME; NULL: `remt gen` is about a whole program, or all functions */
	bool has_functions; /* all functions that have mutants (cmd/gen/functions/functions.h) */
	const char
		*list; /* of these: FILE, FILE:NAME or NAME, with commas between them; NULL: all */
	bool has_callers; /* of two versions, unchanged functions that call changed ones, too */
	bool has_bytes;	  /* of which the user has said how many */
	const char *
		suite; /* a command, whose calls of the functions are inputs to begin with; NULL: none */
	uint64_t seed;	    /* of what chance makes */
	uint64_t max_found; /* differences of a function that are looked for */
	uint64_t total_ms;  /* for all of them; 0: no limit */
	struct program_options harness;
	bool has_depth; /* of which the user has said the depth */
	struct atg_options search;
	bool is_random;	       /* inputs that chance makes are tried before the search */
	const char *tests;     /* a file for C tests; NULL: none are wanted */
	enum test_style style; /* of them; NR_TEST_STYLES: that of the project */
	const char *
		into; /* a source of tests that gets them, as a patch; NULL: they have files of their own */
	bool has_sequences; /* mutants are tried on sequences of calls, too (caller/sequence.h) */
	bool drops;	    /* a mutant that an earlier test kills gets no test of its own */
	bool has_each;	    /* a test is wanted for each mutant, not for one in each line */
};

/* The options; the input is the struct gen_function_args. */
extern const struct argp gen_function_argp;
void gen_function_args_init(struct gen_function_args *args);

#endif
