/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt iso`: its options, and what it tells. */
#ifndef CMD_ISO_H
#define CMD_ISO_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/iso_inputs.h"
#include "iso/explore.h"
#include "iso/faults.h"
#include "iso/triage.h"
#include "iso/witness.h"

struct iso_view;

struct iso_args {
	/* options of the campaigns on the old and the new version; strings are borrowed from argv */
	struct campaign_opts campaign;
	struct explore_opts explore;
	struct normal *normal; /* owned */
	const char *old, *new; /* build directories or compiled files, as given */
	/* names of the files that are compared, below both directories; NULL: builds; owned */
	char **binaries;
	const char *store;	 /* directory, as given; NULL: the usual one */
	const char *known;	 /* file of accepted differences; NULL: none */
	char **known_keys;	 /* keys in that file; owned */
	const char *write_known; /* file to write accepted differences to; NULL: none */
	const char *witness;	 /* build directory of a third version; NULL: none */
	enum witness_kind witness_kind;
	const char *expected;	       /* file of expected changes; NULL: none */
	struct iso_inputs_opts inputs; /* a directory of NULL: no inputs are looked for */
	struct faults_opts faults;     /* options of --faults; a sample of 0: not asked for */
	char **tests, **include, **exclude, **functions; /* globs; owned */
	size_t limit;	     /* largest number of groups that are printed */
	unsigned diff_lines; /* largest number of lines printed of a difference of outputs */
	void (*print)(const struct iso_view *view);
	bool is_quiet;
};

/*
 * Parses the command line. Wrong usage ends the program. The caller gives ARGS to
 * iso_args_deinit().
 */
void iso_args_parse(struct iso_args *args, int argc, char **argv);
void iso_args_deinit(struct iso_args *args);

/* What the printing functions need. */
struct iso_view {
	const struct iso_args *args;
	const struct explore *explore;
	const struct triage *triage;
	uint64_t elapsed_ms;		 /* duration of the exploration in milliseconds */
	const struct faults *faults;	 /* result of --faults; NULL: not asked for */
	const struct iso_inputs *inputs; /* result of --write-tests; NULL: not asked for */
};

/* Returns the new version's mutant that negates a pair of branches. */
const struct inventory_mutant *iso_negation(const struct iso_view *view, uint32_t pair);
/* Returns the source path ("src/a.c") of a function of the new version; owned by the caller. */
char *iso_function_path(const struct iso_view *view, uint32_t function) RETURNS_NONNULL MUST_CHECK;

void iso_print_text(const struct iso_view *view);
void iso_print_json(const struct iso_view *view);
void iso_print_sarif(const struct iso_view *view);

#endif
