/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `remt gen`. */
#ifndef CMD_GEN_EXPLORE_ARGS_H
#define CMD_GEN_EXPLORE_ARGS_H

#include "cmd/gen/base/output.h"
#include "cmd/gen/function/args.h"
#include "cmd/gen/input/mutants.h"
#include "cmd/gen/test/c_tests.h"
#include "common/vec.h"
#include "paths/agenda.h"
#include "paths/mode.h"

struct gen_args {
	const char *programs[2];
	unsigned nr_programs;
	struct gen_mutant_choice mutants; /* of the one program; none: there are two */
	struct gen_function_args function;
	char **arguments;	 /* NULL-terminated; borrowed from argv */
	const char *input;	 /* a file; NULL: standard input is empty */
	VEC(const char *) files; /* whose bytes are inputs, too */
	VEC(const char *) near;	 /* functions; none: changed code is what branches are near to */
	VEC(const char *) variables; /* NAME or NAME=VALUE, whose values are inputs, too */
	VEC(const char *)
	literals;	     /* FILE or FILE:FUNCTION, whose string literals are inputs, too */
	VEC(uint64_t) kept;  /* numbers of arguments that are no inputs */
	const char *tests;   /* a directory for tests; NULL: none */
	const char *patches; /* a directory for patches of literals; NULL: none */
	const char *store;   /* a directory for the journal; NULL: none */
	const char *seeds;   /* a file of commands; NULL: none */
	const char *suite;   /* a command for the shell that runs NEW; NULL: none */
	bool has_time;	     /* the user gave `max_ms` */
	uint64_t max_ms, timeout_ms, seed, max_inputs, max_differences, max_memory_mb, nr_shown;
	uint64_t diff_lines; /* of what versions print that are shown at most, of each text */
	unsigned growth, nr_jobs;
	bool shows_each;       /* also differences that are like others */
	bool keeps_irrelevant; /* branches that lead to no changed code are tried, too */
	bool shrinks;	       /* inputs of differences are made smaller */
	bool varies;	       /* variants of inputs are tried, too */
	bool fuzzes;	       /* commands are made of others by chance */
	enum agenda_order order;
	enum mode mode;
	struct gen_output output;
	struct gen_c_tests c_tests;
};

/* Reads the command line, which is borrowed; what is wrong ends the program. */
void gen_args_read(struct gen_args *args, int argc, char **argv);
void gen_args_deinit(struct gen_args *args);

#endif
