/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of one function as a C program (caller/cases.h). Before it is shown, all is tried: each test passes on the original,
 * with sanitizers, too, and fails on each mutant that its comment names.
 */
#ifndef CMD_GEN_FUNCTION_TESTS_H
#define CMD_GEN_FUNCTION_TESTS_H

#include "caller/cases.h"
#include "cmd/gen_function_run.h"
#include "common/destination.h"

/*
 * Writes the tests of RUN to FILE, the user's PATH, and says how many they are. ERROR_UNUSABLE: they don't compile.
 */
struct error *gen_function_tests_write(struct gen_function_run *run, struct destination *file,
				       const char *path) MUST_CHECK;
#endif
