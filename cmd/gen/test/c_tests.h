/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Differences as one C program that tests for them (cmd/gen/test/c_test.c.in).
 *
 *	gen_c_tests_open()	before the search
 *	gen_c_tests_write()	in the process that explores, after its last run
 *	gen_c_tests_close()	when that has ended
 */
#ifndef CMD_GEN_TEST_C_TESTS_H
#define CMD_GEN_TEST_C_TESTS_H

#include "cmd/gen/test/tests.h"
#include "common/destination.h"

struct gen_c_tests {
	const char *path; /* of the file, as the user named it; NULL: none is wanted */
	struct destination file;
	VEC(bool) written; /* by difference: the program has a test */
	size_t nr_written;
	bool is_complete; /* all that was to be written is */
};

/* ERROR_UNUSABLE: the file can't be written, or nothing compiles C. */
struct error *gen_c_tests_open(struct gen_c_tests *tests) MUST_CHECK;

/*
 * Compiles a test for each difference, tries it on both versions, and writes those that hold, as
 * gen_tests_write() does. ERROR_UNUSABLE: it does not compile without warnings.
 */
struct error *gen_c_tests_write(struct gen_c_tests *tests, const struct gen_tests_opts *opts,
				const struct search *search) MUST_CHECK;

/* Ends the file, which stays as it was unless it IS_COMPLETE and has a test. */
struct error *gen_c_tests_close(struct gen_c_tests *tests, bool is_complete) MUST_CHECK;

/*
 * Adds the C program with tests for the differences that are WANTED; LIMIT_MS is what a run may take, NAME the
 * program.
 */
void gen_c_text_add(struct strbuf *text, const struct search *search, const bool *wanted,
		    uint64_t limit_ms, const char *name);

#endif
