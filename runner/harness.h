/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the single tests behind the user's test command.
 *
 * The command is run once, unmutated, under the execution tracer (runner/trace.h).
 * Each adapter looks at what was executed: Automake's parallel harness shows as test-driver
 * calls, the serial one as the children of its shell loop, CTest and Meson by their own program, which is then
 * asked for its list.  What no adapter claims is one test, "command".
 * One file per adapter, each exporting one `const struct harness_adapter`.
 */
#ifndef RUNNER_HARNESS_H
#define RUNNER_HARNESS_H

#include "runner/test.h"
#include "runner/trace.h"

/* A discovered suite. */
struct suite {
	struct test_list tests;
	char *harness;		/* name of the adapter that won */
	long counted;		/* tests by the harness's own final count; -1: it printed none */
	char **warnings;	/* lines for the user, NULL-terminated or NULL: "could not be separated …" */
};

struct harness_adapter {
	const char *name;
	/* Fills ret and returns true in *found if this harness ran.  OUTPUT: captured stdout+stderr of the whole run. */
	struct error *(*discover)(const struct trace *trace, const char *output, bool *found, struct suite *ret);
};

/*
 * Runs argv in DIRECTORY under the tracer and discovers its tests.
 * A command that can't be started is ERROR_USAGE; one that fails (baseline) is ERROR_UNUSABLE with the end of its output.
 * preload: environment assignments added for the run (NULL-terminated), e.g. the run-time's.
 */
struct error *suite_discover(char *const argv[], const char *directory, char *const preload[], const char *output_path,
			     struct trace *ret_trace, struct suite *ret) __attribute__((warn_unused_result));

/* Reads a plain list: one shell command per line, "name: command" or "command"; # starts a comment. */
struct error *suite_read_list(const char *path, const char *directory, struct suite *ret)
	__attribute__((warn_unused_result));

void suite_deinit(struct suite *suite);

#endif
