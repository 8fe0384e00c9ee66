/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences as a directory of tests, which a shell and `remt run --tests` can run:
 *
 *	check		runs a test (cmd/gen/test/check.sh)
 *	1/ 2/ ...	the tests: one for each difference, by its number
 *	new.tests	lists all; the new program is to do what the new version did
 *	old.tests	lists all; the new program is to do what the old version did
 *
 *	new_directory_open()
 *	gen_tests_write()	in the process that explores, after its last run
 *	gen_tests_close()
 */
#ifndef CMD_GEN_TEST_TESTS_H
#define CMD_GEN_TEST_TESTS_H

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

/* A test that is written, whatever it is made of. */
struct gen_test {
	char number[24];  /* its name, and that of its directory */
	const char *name; /* of the program, as the user gave it */
	struct command *command;
	/* what the program is to do, by side: that of the old version, and of the new one; NULL: the test has no such side */
	const struct trial_result *results[2];
};

/* Writes TEST to its place in DIRECTORY. */
struct error *gen_test_write(const struct gen_test *test, const char *directory) MUST_CHECK;
/* Writes the script that runs tests, each for MAX_MS at most. */
struct error *gen_tests_write_check(const char *directory, uint64_t max_ms) MUST_CHECK;
/* Runs TEST, which was written to DIRECTORY with the script, for SIDE on PROGRAM; *RET: it succeeds. */
struct error *gen_test_run(const struct gen_test *test, const struct trial_opts *opts,
			   const char *directory, const char *program, unsigned side,
			   bool *ret) MUST_CHECK;
/* Adds a line for `remt run --tests`: the program does what SIDE did, as tests in PATH say. */
void gen_test_add_line(struct strbuf *list, const struct gen_test *test, const char *path,
		       unsigned side);

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
