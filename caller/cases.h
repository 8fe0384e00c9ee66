/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tests of one function as one C program, in the style of a test framework; and a program that tells what the tests look at.
 *
 *	cases_create()
 *	cases_add()		a test for each blob
 *	cases_write_observer()	compiled and run: what it prints goes to cases_learn()
 *	cases_write()		the tests
 *	cases_destroy()
 */
#ifndef CALLER_CASES_H
#define CALLER_CASES_H

#include "caller/leaf.h"
#include "caller/style.h"
#include "caller/test_file.h"

/* A part of a test that is a sequence of calls (caller/sequence.h): a line, or, if that is NULL, what is checked then. */
struct case_part {
	char *line; /* with its end; owned */
	bool is_declaration;
	struct condition condition;
};

struct cases_test {
	struct case_text text;
	struct leaves leaves;
	VEC(struct condition) conditions;
	VEC(struct case_part) parts; /* all of the test, if there are any */
	char **traits;	     /* with parts: what its name may say, as parts of identifiers */
	char *name;	     /* of its function; NULL: not named yet */
	unsigned char *blob; /* owned; NULL: the test has parts */
	char **comment;	     /* lines */
	bool is_left_out;
};

struct cases {
	struct writer writer;
	struct program_options options;
	struct program *program; /* the harness that reads the blobs; borrowed */
	char *result;		 /* what tests call what the function returns */
	VEC(struct cases_test) tests;
};

/* PROGRAM is the harness of FUNCTION, with its pieces. All is borrowed. ERROR_UNUSABLE: types without a name. */
struct error *cases_create(const struct entries *entries, const struct entry *function,
			   struct program *program, struct cases **ret) MUST_CHECK;
void cases_destroy(struct cases *cases);
void cases_test_deinit(struct cases_test *test);

/* Adds a test for BLOB behind the others. ERROR_UNUSABLE: C has no words for it. */
struct error *cases_add(struct cases *cases, const unsigned char *blob) MUST_CHECK;

/* Adds TEST, which has parts alone, behind the others. It is taken over. */
void cases_add_parts(struct cases *cases, const struct cases_test *test);
/* Adds the parts of TEST, or, if STYLE is NR_TEST_STYLES, its lines and what its conditions evaluate. */
void cases_write_parts(const struct cases_test *test, enum test_style style, struct strbuf *ret);
/* True if tests of CASES call functions of <string.h>. */
bool cases_use_strings(const struct cases *cases);

/* The text of the observer: its argument 1 is the number of a test; it prints a line for each leaf and stage. */
void cases_write_observer(struct cases *cases, const char *include, struct strbuf *ret);
/*
 * Has test NUMBER say what the observer printed for the original, OUTPUT: the result, what the call changed, and what is
 * different in OTHERS, what the observer printed for mutants that the test is to kill. False: there is nothing to say.
 */
bool cases_learn(struct cases *cases, size_t number, const char *output, char *const *others);
/* True if the unit of the function has main(). */
bool cases_has_main(const struct cases *cases);
/* The tests that are not left out, for a file with those of other functions; false: there are none. RET is the caller's. */
bool cases_write_piece(struct cases *cases, enum test_style style, struct test_piece *ret);
/* The text of the tests that are not left out; false: there are none. */
bool cases_write(struct cases *cases, const struct cases_form *form, struct strbuf *ret);

#endif
