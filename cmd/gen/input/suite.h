/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands by which a test suite runs a program, for the search of `remt gen` to begin with. */
#ifndef CMD_GEN_INPUT_SUITE_H
#define CMD_GEN_INPUT_SUITE_H

#include <signal.h>

#include "cmd/gen/input/seeds.h"

/* All is borrowed. */
struct gen_suite_opts {
	const char *command;   /* for the shell; runs the suite */
	const char *program;   /* absolute, all links resolved */
	const char *directory; /* in which the suite runs, and later the commands */
	const char *tmpdir;    /* for temporary files; NULL: the usual one */
	const uint64_t *kept;  /* numbers of arguments, from 1 on, that are no inputs */
	size_t nr_kept;
	const struct gen_variables *variables; /* that are inputs; a command has its own values */
	const volatile sig_atomic_t *cancelled;
	/* Called at each execution of the program; NULL: nothing is. */
	void (*progress)(size_t nr_runs);
};

struct gen_suite {
	size_t nr_runs;	    /* executions of the program */
	size_t nr_left_out; /* whose inputs are too long, or whose standard input did not end in time */
	int status;	    /* of wait(), of the suite */
	char **others;	    /* executed files of the same name, NULL-terminated, or NULL */
};

/*
 * Runs the suite and adds commands to SEEDS, each once. The bytes of arguments, standard input and the files
 * that arguments name are inputs, and those of variables. Such a file gets a name in the working directory that no
 * file has there.
 * To be called in a process of its own, which has a view. ERROR_INTERNAL: ptrace is refused.
 */
struct error *gen_suite_read(const struct gen_suite_opts *opts, struct gen_seeds *seeds,
			     struct gen_suite *ret) MUST_CHECK;

/*
 * Tells the user what the suite did, of whose commands NR_NEW are there. NAME is the program's, as the user gave it.
 * ERROR_UNUSABLE: there are none.
 */
struct error *gen_suite_judge(const struct gen_suite_opts *opts, const struct gen_suite *suite,
			      const char *name, size_t nr_new) MUST_CHECK;
void gen_suite_deinit(struct gen_suite *suite);

#endif
