/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a test program gets at the function: by the header that declares it, or by its whole unit. */
#ifndef CMD_GEN_FUNCTION_INCLUDE_H
#define CMD_GEN_FUNCTION_INCLUDE_H

#include "cmd/gen_function_check.h"

struct gen_function_include {
	char *name; /* as in #include "…"; owned */
	bool is_unit;
	char *command; /* by which the user compiles the tests; owned */
};

/*
 * Finds what the tests of CHECK, which the user's file PATH will have, are to include: the first header of the unit with
 * which they compile and pass, or the unit itself. ERROR_UNUSABLE: with neither they do.
 */
struct error *gen_function_include_find(struct gen_function_check *check, const char *path,
					struct gen_function_include *ret) MUST_CHECK;
void gen_function_include_deinit(struct gen_function_include *include);

#endif
