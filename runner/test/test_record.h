/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a test down: as JSON for the store, as a command line for the screen. */
#ifndef RUNNER_TEST_TEST_RECORD_H
#define RUNNER_TEST_TEST_RECORD_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/test/test.h"

/*
 * Returns one line of JSON, {"name": "t/a.test", "harness": "automake", "argv": ["t/a.test"], …}. A
 * string that is not UTF-8 becomes {"hex": "…"}. Owned by the caller.
 */
char *test_record_write(const struct test *test) RETURNS_NONNULL MUST_CHECK;

/* Reads what test_record_write() wrote; anything else is ERROR_UNUSABLE. */
struct error *test_record_read(const char *json, struct test *ret) MUST_CHECK;

/*
 * Returns the test as a line for a shell whose environment is BASE: cd DIR && env … COMMAND <INPUT.
 * env sets and unsets only variables that differ from BASE. Owned by the caller.
 */
char *test_record_command(const struct test *test, char *const base[]) RETURNS_NONNULL MUST_CHECK;

#endif
