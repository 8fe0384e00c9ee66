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

/*
 * Adds the source with the tests of ITEMS, which are PIECES, in FORM. IS_TRAP: the last test ends the program. Changes
 * PIECES.
 */
void gen_functions_into_write(const struct gen_functions_into *into, const struct cases_form *form,
			      const struct gen_functions_item *const *items, size_t nr_items,
			      struct test_piece *pieces, bool is_trap, struct strbuf *ret);

/* Says why tests can't stand there: WHY, or, if that is NULL, the source lacks their unit. The caller frees. */
char *gen_functions_into_explain(const struct gen_functions_into *into, const char *why);

/* Returns the path of the patch in DIRECTORY; the caller frees. */
char *gen_functions_into_name(const struct gen_functions_into *into, const char *directory);

/*
 * Writes the file PATH: what makes TEXT of the source, for `patch -p1` in the working directory; if the source is not
 * below it, for `patch -p1 -d /`. A symbolic link stands for what it leads to: patch refuses links.
 */
struct error *gen_functions_into_patch(const struct gen_functions_into *into, const char *text,
				       const char *path) MUST_CHECK;

#endif
