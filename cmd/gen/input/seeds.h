/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that the search of `remt gen` begins with. */
#ifndef CMD_GEN_INPUT_SEEDS_H
#define CMD_GEN_INPUT_SEEDS_H

#include "cmd/gen/input/variables.h"
#include "common/error.h"
#include "common/vec.h"
#include "paths/command.h"

/* What the user named. All is borrowed. */
struct gen_seeds_opts {
	char *const *arguments;	  /* of one command, NULL-terminated */
	const char *input;	  /* a file: its standard input; NULL: empty */
	const char *list;	  /* a file of further commands; NULL: none */
	const char *const *files; /* whose contents are inputs of all commands */
	size_t nr_files;
	const uint64_t *kept; /* numbers of arguments, from 1 on, that are none */
	size_t nr_kept;
	const struct gen_variables *variables; /* that are inputs of all commands */
	bool has_others;		       /* commands will be added */
};

struct gen_seeds {
	VEC(struct command) commands;
	char **names; /* of files of the commands, NULL-terminated, or NULL */
};

/* True if NUMBER is one of the NR_KEPT numbers of KEPT. */
bool gen_seeds_keep(const uint64_t *kept, size_t nr_kept, uint64_t number);

/* Returns a copy of NAME that lives as long as the seeds. */
const char *gen_seeds_own(struct gen_seeds *seeds, const char *name) RETURNS_NONNULL;

/*
 * Reads files and list. The command of ARGUMENTS comes first; with a list or other commands, and neither
 * arguments nor INPUT, there is no such command. A line of the list has the words of a command
 * without the program, as a shell reads them, and may end with `< FILE`. Empty lines and those that begin with #
 * count for nothing.
 * ERROR_UNUSABLE: a file can't be read, or a line makes no sense; ERROR_USAGE: KEPT has a number that a
 * command has no argument for.
 */
struct error *gen_seeds_read(const struct gen_seeds_opts *opts, struct gen_seeds *ret) MUST_CHECK;
void gen_seeds_deinit(struct gen_seeds *seeds);

#endif
