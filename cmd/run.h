/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt run`: its options, shared by the files that carry them out. */
#ifndef CMD_RUN_H
#define CMD_RUN_H

#include <stdbool.h>

#include "common/attr.h"
#include "reuse/carry_over.h"
#include "runner/campaign/campaign.h"

struct run_args {
	/* options of the campaign; strings are borrowed from argv or owned by the fields below */
	struct campaign_opts campaign;
	const char *store;     /* --store as given; NULL: the usual one */
	const char *threshold; /* --threshold as given; NULL: none */
	const char *base;      /* --base as given; NULL: the run's own store */
	/* percent of the verdicts that hold whose cells are run nevertheless */
	unsigned audit_reuse;
	uint64_t equiv_ms;	/* time for proofs of equivalence; 0: none are tried */
	bool audit_equivalents; /* All mutants are tried, and a kill of a proven one is an error. */
	bool is_duplicates;	/* One of several duplicates is run for all. */
	bool audit_duplicates; /* All of them are run, and it is an error if one gets another verdict. */
	bool list_mutants, list_tests;
	bool gdb;
	bool has_oracle; /* --oracle was given. */
	bool is_quiet;
	char **operators; /* names in --operators; owned */
	unsigned preset;  /* bit of the preset in --preset; 0: none */
	char **tests, **include, **exclude, **functions; /* globs; owned */
};

/*
 * Parses the command line. Wrong usage ends the program. The caller gives ARGS to
 * run_args_deinit().
 */
void run_args_parse(struct run_args *args, int argc, char **argv);
void run_args_deinit(struct run_args *args);

#define RUN_NO_BASE "none" /* value of --base */

/*
 * Returns a hash, as text, of everything that was asked for, of the directory, and of surroundings
 * and environment; the caller frees.
 */
char *run_request(const struct run_args *args, int argc, char **argv) RETURNS_NONNULL MUST_CHECK;
/*
 * Returns true, and tells the user, if the last run had the same task with the same files and may
 * stand for this one.
 */
bool run_is_unchanged(const struct run_args *args, const struct events *events);

/* Fails if --base is a path that does not exist. To be called before anything is run. */
struct error *run_check_base(const struct run_args *args) MUST_CHECK;
/*
 * Carries over what the runs of --base have decided, and tells the user how much that is. The
 * caller gives RET to carry_over_deinit().
 */
struct error *run_reuse(struct campaign *campaign, const struct run_args *args,
			const struct events *events, struct carry_over *ret) MUST_CHECK;
/* Fails if an audited verdict has changed. To be called after the run. */
struct error *run_check_reuse(struct campaign *campaign, struct carry_over *carry_over,
			      const struct events *events) MUST_CHECK;

/* True if mutants of this run are to be proven equivalent. */
bool run_proves(const struct run_args *args);
/*
 * Returns what that adds to an estimate of the time, in which mutants take LEAST_MS: ", and up to …", or ""; owned by the
 * caller.
 */
char *run_prove_describe(const struct run_args *args, uint64_t least_ms) RETURNS_NONNULL MUST_CHECK;
/*
 * Proves mutants of the stored run equivalent that no test kills, and tells the user; mutants took SPENT_MS. What
 * keeps it from that is told as a note. With --audit-equivalents all mutants are tried, and it is an error, as is a kill of
 * a proven one.
 */
struct error *run_prove(const struct run_args *args, const struct events *events,
			uint64_t spent_ms) MUST_CHECK;

struct run_duplicates;
/*
 * Before the matrix: finds mutants of which the compiler makes one object, and lets one of them be run for all, or, with
 * --audit-duplicates, all. The caller gives *RET to run_duplicates_destroy().
 */
struct error *run_find_duplicates(struct campaign *campaign, const struct run_args *args,
				  const struct events *events,
				  struct run_duplicates **ret) MUST_CHECK;
/* With --audit-duplicates, after the matrix: fails if a test tells duplicates apart. */
struct error *run_check_duplicates(struct campaign *campaign, struct run_duplicates *duplicates,
				   const struct run_args *args,
				   const struct events *events) MUST_CHECK;
/* Takes NULL, too. */
void run_duplicates_destroy(struct run_duplicates *duplicates);
/* Asks the compiler which of the mutants of CAMPAIGN that some test reaches are duplicates (cmd/run_prove.c). */
struct error *run_prove_duplicates(struct campaign *campaign, const struct run_args *args,
				   const struct events *events) MUST_CHECK;

struct report_model;
/*
 * Tries inputs of chance on the mutants of MODEL that the compiler has proven equivalent, and tells the user: an error if
 * one is killed. Those of units without IR or debug information are left out, which is told.
 */
struct error *run_search(const struct run_args *args, const struct events *events,
			 struct store *store, const struct report_model *model) MUST_CHECK;

/* Runs one cell of the stored matrix again, in a debugger if asked for. Returns the exit code. */
int run_cell(const struct run_args *args);

#endif
