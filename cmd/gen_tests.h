/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences as a directory of tests, which a shell and `remt run --tests` can run:
 *
 *	check		runs a test (cmd/gen_check.sh)
 *	1/ 2/ ...	the tests: one for each difference, by its number
 *	new.tests	lists all; the new program is to do what the new version did
 *	old.tests	lists all; the new program is to do what the old version did
 *
 *	new_directory_open()
 *	gen_tests_write()	in the process that explores, after its last run
 *	gen_tests_close()
 */
#ifndef CMD_GEN_TESTS_H
#define CMD_GEN_TESTS_H

#include "cmd/new_directory.h"
#include "common/vec.h"
#include "paths/search.h"

struct gen_tests {
	struct new_directory directory; /* without a path: no tests are wanted */
	VEC(bool) written;		/* by difference that was tried: there is a test */
	size_t nr_written;
	bool is_complete; /* all that was to be written is */
};

/* Returns the number of the file of COMMAND that ARGUMENT names; 0: none. */
size_t gen_tests_find_file(const struct command *command, const char *argument);

/* What tests are made with. */
struct gen_tests_opts {
	const struct trial_opts *trial;
	const char *scratch;	     /* an existing directory that runs can see */
	const char *const *programs; /* the old version and the new one */
	const char *const *names;    /* of the two, as the user gave them */
	/* Called before each try, of which DONE are over; true: stop. */
	bool (*stop)(void *arg, size_t done, size_t number);
	void *arg;
};

/*
 * Tries a test for each difference on both versions, and writes those that hold: each version does
 * what the test expects of it, and not what it expects of the other one.
 */
struct error *gen_tests_write(struct gen_tests *tests, const struct gen_tests_opts *opts,
			      const struct search *search) MUST_CHECK;

/* Takes the directory away if it was made and is empty. */
void gen_tests_close(struct gen_tests *tests);

#endif
