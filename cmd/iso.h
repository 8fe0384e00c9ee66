/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remt iso: its options, and what it tells. */
#ifndef CMD_ISO_H
#define CMD_ISO_H

#include <stdbool.h>
#include <stddef.h>

#include "iso/explore.h"
#include "iso/faults.h"
#include "iso/triage.h"
#include "iso/witness.h"

struct iso_view;

struct iso_args {
	struct campaign_opts campaign; /* of both versions; strings are borrowed from argv */
	struct explore_opts explore;
	struct normal *normal; /* owned */
	const char *old, *new; /* build directories, or compiled files, as given */
	char **binaries;       /* compiled files in the directories, which are compared; owned */
	const char *store;     /* directory, as given; NULL: the usual one */
	const char *known;     /* file of accepted differences; NULL: none */
	char **known_keys;     /* those in it; owned */
	const char *write_known;
	const char *witness; /* build directory of a third version; NULL: none */
	enum witness_kind witness_kind;
	const char *expected;				 /* file of expected changes; NULL: none */
	struct faults_opts faults;			 /* of --faults; a sample of 0: none */
	char **tests, **include, **exclude, **functions; /* globs; owned */
	size_t limit;					 /* groups that are told */
	unsigned diff_lines;
	void (*print)(const struct iso_view *view);
	bool is_quiet;
};

/* Parses the command line; ends the program on wrong usage. */
void iso_args_parse(struct iso_args *args, int argc, char **argv);
void iso_args_deinit(struct iso_args *args);

/* What is told. */
struct iso_view {
	const struct iso_args *args;
	const struct explore *explore;
	const struct triage *triage;
	uint64_t elapsed_ms;	     /* of the exploration */
	const struct faults *faults; /* NULL: not asked for */
};

/* The negated mutant of a pair of branches, as the new version has it. */
const struct inventory_mutant *iso_negation(const struct iso_view *view, uint32_t pair);
/* "src/a.c" of a function of the new version; owned by the caller. */
char *iso_function_path(const struct iso_view *view, uint32_t function) RETURNS_NONNULL MUST_CHECK;

void iso_print_text(const struct iso_view *view);
void iso_print_json(const struct iso_view *view);
void iso_print_sarif(const struct iso_view *view);

#endif
