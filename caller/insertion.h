/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests that are added to a source that has tests: they stand in front of the block that runs its tests, and are run behind
 * the last one of these, in the same way. The block is a function or a table: what frameworks call it does not matter.
 */
#ifndef CALLER_INSERTION_H
#define CALLER_INSERTION_H

#include "caller/test_file.h"
#include "common/error.h"

/* Where tests go in a source: offsets of beginnings of lines. */
struct insertion {
	const char *text; /* of the source; borrowed */
	size_t includes, tests, calls;
	char *call;   /* the line that runs a test, without its end; owned */
	char *direct; /* a plain call in place of it, for tests that are no tests of a framework; NULL: CALL is one; owned */
	char *test;   /* the name of the test in these lines; owned */
	char *indent; /* what lines of functions begin with; owned */
};

/*
 * Finds where tests of STYLE go in TEXT, which is borrowed. Call insertion_deinit() in any case. ERROR_UNUSABLE: nothing there
 * runs tests.
 */
struct error *insertion_find(const char *text, enum test_style style,
			     struct insertion *ret) MUST_CHECK;
void insertion_deinit(struct insertion *insertion);

/* True if the source includes NAME, whatever directory it says. */
bool insertion_includes(const struct insertion *insertion, const char *name);

/*
 * Adds the whole source with the tests of PIECES. FORM says how these are written, and what they include: nothing more if the
 * source includes the unit. What has a name that the source has gets another one.
 */
void insertion_write(const struct insertion *insertion, const struct cases_form *form,
		     const struct test_piece *pieces, size_t nr_pieces, struct strbuf *ret);

#endif
