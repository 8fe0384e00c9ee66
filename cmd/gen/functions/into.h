/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source of tests that gets those that are found, as a patch (caller/insertion.h says where they go).
 *
 *	gen_functions_into_open()
 *	gen_functions_into_patch()	each time that there are more tests
 *	gen_functions_into_close()
 */
#ifndef CMD_GEN_FUNCTIONS_INTO_H
#define CMD_GEN_FUNCTIONS_INTO_H

#include "cmd/gen/function/list.h"

/* Reads PATH. Call gen_functions_into_close() in any case. ERROR_UNUSABLE: it can't be read, or nothing in it runs tests. */
struct error *gen_functions_into_open(const char *path, struct gen_functions_into *ret) MUST_CHECK;
void gen_functions_into_close(struct gen_functions_into *into);

/* Returns COMPILER with the option by which a copy of the source elsewhere finds what stands beside it; the caller frees. */
char *gen_functions_into_compiler(const struct gen_functions_into *into, const char *compiler);

/* Returns the path of the patch in DIRECTORY; the caller frees. */
char *gen_functions_into_name(const struct gen_functions_into *into, const char *directory);

/* Writes the file PATH: what makes TEXT of the source, for `patch -p1`. */
struct error *gen_functions_into_patch(const struct gen_functions_into *into, const char *text,
				       const char *path) MUST_CHECK;

#endif
