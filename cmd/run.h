/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remt run: its options, shared by the files that carry them out. */
#ifndef CMD_RUN_H
#define CMD_RUN_H

#include <stdbool.h>

#include "common/attr.h"
#include "reuse/settle.h"
#include "runner/campaign.h"

struct run_args {
	struct campaign_opts
		campaign;      /* strings are borrowed from argv or owned by the fields below */
	const char *store;     /* as given; NULL: default */
	const char *threshold; /* as given; NULL: none */
	const char *base;      /* as given; NULL: the own store */
	unsigned audit_reuse;  /* percent */
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

#define RUN_NO_BASE "none" /* of --base */

/* A hash of all that was asked for, and where; owned by the caller. */
char *run_request(const struct run_args *args, int argc, char **argv) RETURNS_NONNULL MUST_CHECK;
/* True if the last run had the same to do with the same files, and may stand for this one. */
bool run_is_unchanged(const struct run_args *args, const struct events *events);

/* Before anything is run: a --base that is a path must be there. */
struct error *run_check_base(const struct run_args *args) MUST_CHECK;
/* Carries over what the run of --base has decided, and tells how much that is. */
struct error *run_reuse(struct campaign *campaign, const struct run_args *args,
			const struct events *events, struct settle *ret) MUST_CHECK;
/* After the run: fails if an audited verdict is another one. */
struct error *run_check_reuse(struct campaign *campaign, struct settle *settle,
			      const struct events *events) MUST_CHECK;

/* Runs one cell of the stored matrix again, in a debugger if asked; returns the exit code. */
int run_cell(const struct run_args *args);

#endif
