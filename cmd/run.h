/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remt run: its options, shared by the files that carry them out. */
#ifndef CMD_RUN_H
#define CMD_RUN_H

#include <stdbool.h>

#include "common/attr.h"
#include "runner/campaign.h"

struct run_args {
	struct campaign_opts
		campaign;      /* strings are borrowed from argv or owned by the fields below */
	const char *store;     /* as given; NULL: default */
	const char *threshold; /* as given; NULL: none */
	bool list_mutants, list_tests;
	bool gdb;
	bool has_oracle; /* it was named */
	bool is_quiet;
	char **operators;				 /* names of --operators; owned */
	unsigned preset;				 /* bit of --preset; 0: none */
	char **tests, **include, **exclude, **functions; /* globs; owned */
};

/* Parses the command line; ends the program on wrong usage. */
void run_args_parse(struct run_args *args, int argc, char **argv);
void run_args_deinit(struct run_args *args);

/* Runs one cell of the stored matrix again, in a debugger if asked; returns the exit code. */
int run_cell(const struct run_args *args);

#endif
