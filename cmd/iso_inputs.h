/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs on which two builds differ without any negation: what variants showed, and what plain runs of
 * tests showed, is looked for by `remt gen`, program by program. The search begins with what the tests of
 * the differences run the program with, and the functions of the negated conditions are what it is near to.
 *
 *	iso_inputs_open()	before the comparison
 *	iso_inputs_find()	after it
 *	iso_inputs_close()
 */
#ifndef CMD_ISO_INPUTS_H
#define CMD_ISO_INPUTS_H

#include <signal.h>

#include "cmd/new_directory.h"
#include "iso/triage.h"

struct iso_inputs_opts {
	const char *directory; /* for tests, as the user named it */
	uint64_t max_ms;       /* of the search of one program */
	bool is_quiet;
	const volatile sig_atomic_t *cancelled;
};

/* A program of the tests, and what was found. */
struct iso_inputs_program {
	char *name;	   /* below the directory of either version; owned */
	char **functions;  /* of negated conditions; NULL: none; owned */
	char **tests;	   /* names of those that showed a difference; owned */
	char *why;	   /* why there is no search, or no result; NULL: there is one; owned */
	char *directory;   /* of its tests, absolute; NULL: there is none; owned */
	size_t nr_found;   /* differences without a negation */
	size_t nr_written; /* tests */
	bool is_certain;   /* no other inputs of the same lengths differ */
};

struct iso_inputs {
	const struct iso_inputs_opts *opts;
	struct new_directory directory;
	VEC(struct iso_inputs_program) programs;
	/* Functions of negated conditions that no program of the tests has; owned */
	char **strangers;
};

/* Makes the directory of OPTS, which are borrowed. ERROR_UNUSABLE: it can't be made, or holds something. */
struct error *iso_inputs_open(const struct iso_inputs_opts *opts,
			      struct iso_inputs *ret) MUST_CHECK;

/* Searches, if the comparison has found something that is not known or expected. */
struct error *iso_inputs_find(struct iso_inputs *inputs, const struct triage *triage) MUST_CHECK;

/* Takes the directory away if it was made and is empty. Zero bytes are allowed. */
void iso_inputs_close(struct iso_inputs *inputs);

/* Adds what is said of a program, as a line. */
void iso_inputs_describe(struct strbuf *text, const struct iso_inputs *inputs,
			 const struct iso_inputs_program *program);

#endif
