/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps a test: as JSON in the store, as a command line on the screen. */
#ifndef RUNNER_TEST_TEST_RECORD_H
#define RUNNER_TEST_TEST_RECORD_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/test/test.h"

/* One line of JSON; strings that are not UTF-8 are kept as {"hex": …}.  Owned by the caller. */
char *test_record_write(const struct test *test) RETURNS_NONNULL MUST_CHECK;

/* Reads what test_record_write() wrote; ERROR_UNUSABLE if it is something else. */
struct error *test_record_read(const char *json, struct test *ret) MUST_CHECK;

/*
 * The test as a line that can be pasted into a shell whose environment is
 * BASE: cd DIR && env … COMMAND <INPUT.  Only what differs from BASE is named.
 * Owned by the caller.
 */
char *test_record_command(const struct test *test, char *const base[]) RETURNS_NONNULL MUST_CHECK;

#endif
