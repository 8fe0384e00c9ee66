/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests.  A file testsuite/unit/NAME.c is one program of cases:
 *
 *	#include "unit.h"
 *
 *	TEST(empty_list_has_no_tests)
 *	{
 *		CHECK_INT(list.nr_tests, ==, 0);
 *	}
 *
 * There is no list to edit: a case registers itself through a linker section.  Each
 * case runs in a process of its own with a private empty directory as cwd, so a crash, a
 * hang (60 s) or a leak of state costs only that case.  Output is TAP; the exit
 * status is 0 if all passed.  `NAME CASE` runs one case in this process, for a debugger.
 *
 * A failed CHECK prints what was compared and ends the case.
 */
#ifndef TESTSUITE_UNIT_H
#define TESTSUITE_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct unit_case {
	const char *name;
	const char *file;
	int line;
	void (*run)(void);
};

/* The section holds pointers, so nothing depends on the size or alignment of the records. */
#define TEST(case_name)                                                                            \
	static void unit_##case_name(void);                                                        \
	static const struct unit_case unit_case_##case_name = { #case_name, __FILE__, __LINE__,    \
								unit_##case_name };                \
	__attribute__((used, section("unit_cases"))) static const struct unit_case                 \
		*const unit_entry_##case_name = &unit_case_##case_name;                            \
	static void unit_##case_name(void)

/* Ends the case as failed. */
void unit_fail(const char *file, int line, const char *format, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* Ends the case as skipped: this machine can't show it.  REASON is for the reader. */
void unit_skip(const char *reason) __attribute__((noreturn));

/* Directory of the sources, for test data. */
const char *unit_source_dir(void);

#define FAIL(...) unit_fail(__FILE__, __LINE__, __VA_ARGS__)

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition))                                                                  \
			FAIL("not true: %s", #condition);                                          \
	} while (0)

/* Signed integers up to 64 bits. */
#define CHECK_INT(left, op, right)                                                                 \
	do {                                                                                       \
		long long unit_left_ = (long long)(left), unit_right_ = (long long)(right);        \
		if (!(unit_left_ op unit_right_))                                                  \
			FAIL("not true: %s %s %s (%lld, %lld)", #left, #op, #right, unit_left_,    \
			     unit_right_);                                                         \
	} while (0)

/* Unsigned integers up to 64 bits. */
#define CHECK_UINT(left, op, right)                                                                \
	do {                                                                                       \
		unsigned long long unit_left_ = (left), unit_right_ = (right);                     \
		if (!(unit_left_ op unit_right_))                                                  \
			FAIL("not true: %s %s %s (%llu, %llu)", #left, #op, #right, unit_left_,    \
			     unit_right_);                                                         \
	} while (0)

/* Equal strings; NULL equals only NULL. */
#define CHECK_STR(left, right)                                                                     \
	do {                                                                                       \
		const char *unit_left_ = (left), *unit_right_ = (right);                           \
		if (!unit_left_ || !unit_right_ ? unit_left_ != unit_right_                        \
						: strcmp(unit_left_, unit_right_) != 0)            \
			FAIL("%s is \"%s\", not \"%s\"", #left,                                    \
			     unit_left_ ? unit_left_ : "(null)",                                   \
			     unit_right_ ? unit_right_ : "(null)");                                \
	} while (0)

/* Success of a function that returns struct error *; shows the message otherwise. */
#define CHECK_OK(call)                                                                             \
	do {                                                                                       \
		struct error *unit_error_ = (call);                                                \
		if (unit_error_)                                                                   \
			FAIL("%s: %s", #call, unit_error_->message);                               \
	} while (0)

/* Failure with CODE and a message that contains TEXT. */
#define CHECK_ERROR(call, expected_code, text)                                                     \
	do {                                                                                       \
		struct error *unit_error_ = (call);                                                \
		if (!unit_error_)                                                                  \
			FAIL("%s succeeded", #call);                                               \
		if (unit_error_->code != (expected_code) || !strstr(unit_error_->message, (text))) \
			FAIL("%s: code %d, \"%s\"", #call, (int)unit_error_->code,                 \
			     unit_error_->message);                                                \
		error_destroy(unit_error_);                                                        \
	} while (0)

#endif
