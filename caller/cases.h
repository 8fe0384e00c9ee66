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

struct cases_test {
	struct case_text text;
	struct leaves leaves;
	VEC(struct condition) conditions;
	char *name;	     /* of its function; NULL: not named yet */
	unsigned char *blob; /* owned */
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

/* Adds a test for BLOB behind the others. ERROR_UNUSABLE: C has no words for it. */
struct error *cases_add(struct cases *cases, const unsigned char *blob) MUST_CHECK;

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
