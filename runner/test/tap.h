/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Counts the results that a test reports by the Test Anything Protocol ("not ok 2 - name # TODO"),
 * by the rules of Automake's tap-driver or of Meson.
 */
#ifndef RUNNER_TEST_TAP_H
#define RUNNER_TEST_TAP_H

#include <stdbool.h>
#include <stddef.h>

enum tap_dialect { TAP_AUTOMAKE, TAP_MESON };

struct tap {
	size_t passed;
	size_t failed;
	size_t skipped;
	size_t todo_passed; /* an unexpected "ok … # TODO" */
	size_t todo_failed;
	size_t errors; /* violations of the protocol, and "Bail out!" */
	bool bailed_out;
};

enum tap_line {
	TAP_LINE_OTHER,
	TAP_LINE_FAILED, /* a result that fails the test, whatever follows */
	TAP_LINE_END,	 /* "Bail out!": nothing after it is read */
};

/* Returns what LINE, without its newline, says by itself. */
enum tap_line tap_read_line(const char *line, enum tap_dialect dialect);

/* Reads TEXT, a whole output. */
void tap_read(const char *text, enum tap_dialect dialect, struct tap *ret);

#endif
