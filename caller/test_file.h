/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a test program: the tests of one function or of several ones of a unit, in the style of a test framework. */
#ifndef CALLER_TEST_FILE_H
#define CALLER_TEST_FILE_H

#include "caller/style.h"
#include "common/strbuf.h"

/* The tests of one function. */
struct test_piece {
	struct strbuf types; /* lines that define types for them */
	struct strbuf tests;
	char **names; /* of the tests */
	bool uses_strings;
	const char *
		include; /* a header that these tests need in a source that is there; NULL: none; borrowed */
};

/* How a test program is written. */
struct cases_form {
	enum test_style style;
	const char *include; /* the unit, or a header that declares the functions: "calc.h" */
	bool includes_unit;
	bool has_main;	   /* the unit has the function main() */
	const char *about; /* lines for the comment in front; each ends */
	/* argument 1 is the number of the only test that is to run; with another one, the calls of those before it are made first */
	bool is_checked;
	bool calls_directly; /* in a source that is there: tests are called, not handed to what runs the others */
};

void test_piece_deinit(struct test_piece *piece);
/* Has *RET be PIECE without types, includes and names, whose last test ends the program. */
void test_piece_trap(const struct test_piece *piece, struct test_piece *ret);
/* Adds the line that includes what FORM says. */
void test_file_include(struct strbuf *text, const struct cases_form *form);
/* Adds the lines of all pieces that define types, each once. */
void test_file_types(struct strbuf *text, const struct test_piece *pieces, size_t nr_pieces);
/* Adds all but main(). */
void test_file_begin(struct strbuf *text, const struct cases_form *form,
		     const struct test_piece *pieces, size_t nr_pieces);
/* Adds main(), which runs all tests; SUBJECT is what they are about. */
void test_file_end(struct strbuf *text, const struct cases_form *form,
		   const struct test_piece *pieces, size_t nr_pieces, const char *subject);

#endif
