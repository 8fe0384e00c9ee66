/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of one function as a C program (caller/cases.h). Before it is shown, all is tried: each test passes on the original,
 * with sanitizers, too, and fails on each mutant that its comment names.
 */
#ifndef CMD_GEN_FUNCTION_TESTS_H
#define CMD_GEN_FUNCTION_TESTS_H

#include "caller/cases.h"
#include "cmd/gen/function/run.h"
#include "common/destination.h"

/*
 * Writes the tests of RUN to FILE, the user's PATH, and says how many they are. ERROR_UNUSABLE: they don't compile.
 */
struct error *gen_function_tests_write(struct gen_function_run *run, struct destination *file,
				       const char *path) MUST_CHECK;

/* The tests of one function, for a file that has those of other functions of its unit, too. */
struct gen_function_pieces {
	struct test_piece shown; /* in the style that is wanted; no names: there are no tests */
	struct test_piece plain; /* in that of assert */
	char *include;		 /* the header that they include; owned */
	bool is_unit;		 /* they need the unit itself */
	bool *is_killed;	 /* by mutant of the run */
	char *failure;		 /* why there are none, though there should be; owned */
};

/* Makes the tests of RUN. RET is for gen_function_pieces_deinit() in any case. */
struct error *gen_function_tests_take(struct gen_function_run *run,
				      struct gen_function_pieces *ret) MUST_CHECK;
void gen_function_pieces_deinit(struct gen_function_pieces *pieces);
#endif
