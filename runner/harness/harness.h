/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the single tests behind the user's test command.
 *
 * The command runs once, unmutated, under the execution tracer (runner/trace/trace.h). Each adapter
 * looks at what was executed. Automake's parallel harness shows as calls of test-driver, the serial
 * one as the children of its shell loop. CTest and Meson show as their own program, which is then
 * asked for its list. What no adapter claims is one test, "command". Each adapter has a file, which
 * exports one `const struct harness_adapter`.
 */
#ifndef RUNNER_HARNESS_HARNESS_H
#define RUNNER_HARNESS_HARNESS_H

#include "common/attr.h"
#include "common/strbuf.h"
#include "runner/test/test.h"
#include "runner/trace/trace.h"

struct suite {
	struct test_list tests;
	char *harness;	 /* adapter that found the tests; "ctest+meson" if there are several */
	long counted;	 /* tests by the harness's own final count; -1: it printed none */
	char **warnings; /* lines for the user, NULL-terminated; NULL: none */
};

/* Tests that failed in a run without any mutant. */
struct failures {
	char **names;	    /* NULL-terminated; NULL: none; owned */
	struct strbuf text; /* the names, each with the end of its output */
};

struct harness_adapter {
	const char *name;
	/* True if this image decides over tests: a driver call, a test loop, the ctest process. */
	bool (*is_runner)(const struct trace_exec *exec);
	/*
	 * Fills *RET and sets *FOUND if this harness ran. OUTPUT: captured stdout and stderr of the
	 * whole run.
	 */
	struct error *(*discover)(const struct trace *trace, const char *output, bool *found,
				  struct suite *ret);
	/* Adds the failed tests that the harness's own logs name. NULL: it keeps no logs. */
	void (*explain)(const struct trace *trace, const char *output, struct failures *ret);
};

/* All adapters but "command", NULL-terminated. */
extern const struct harness_adapter *const harness_adapters[];
extern const struct harness_adapter harness_automake, harness_automake_serial, harness_ctest,
	harness_meson;

/*
 * Returns the index of the next exec, at or after FROM, that is a runner of ADAPTER and belongs to
 * the suite itself. A runner below another runner does not: a test may run a build of its own.
 * SIZE_MAX: no more.
 */
size_t harness_next_runner(const struct trace *trace, const struct harness_adapter *adapter,
			   size_t from);

/*
 * Returns the index of the first exec, at or after FROM, that the image RUNNER forked and whose
 * command line is ARGV or, behind a wrapper, ends with it. SIZE_MAX: none.
 */
size_t harness_find_child(const struct trace *trace, size_t runner, char *const argv[],
			  size_t from);

/*
 * Sums up the numbers behind PREFIX at the start of a line, "# PASS:  12"; colours are skipped. -1:
 * no such line.
 */
long harness_sum_lines(const char *output, const char *prefix);

/* Adds a failed test and the end of its OUTPUT, which may be NULL. */
void failures_add(struct failures *failures, const char *name, const char *output);

/* Adds a test with name and harness. The pointer is valid until the next call. */
struct test *suite_add(struct suite *suite, const char *name, const char *harness);

/* Sets directory, environment and input as EXEC had them, and the command line ARGV. */
void suite_set_command(struct test *test, const struct trace_exec *exec, char *const argv[]);

/* Harness, and name of the only test, of a command whose tests can't be separated. */
#define HARNESS_COMMAND "command"

/* Adds the whole command, whose first image is EXEC, as one test. */
void suite_add_command(struct suite *suite, const struct trace_exec *exec);

/*
 * Makes each test from index FIRST on run first, in every run of its own, the tests that it
 * `needs`. Unknown names are ignored.
 */
void suite_join_needs(struct suite *suite, size_t first);

/*
 * Puts the directory relative to ROOT (absolute) before names that occur twice, and "#2", … behind
 * those that still do.
 */
void suite_make_names_unique(struct suite *suite, const char *root);

void suite_warn(struct suite *suite, const char *format, ...) PRINTF_LIKE(2, 3);

/* Hint if ptrace is refused; %s is the reason. */
#define SUITE_BLIND                                                                                \
	"%s: which programs run can't be seen, so that those without the run-time go unnoticed "   \
	"and "                                                                                     \
	"tests behind make or scripts are one (containers need --cap-add=SYS_PTRACE)"

struct suite_opts {
	char *const *argv;
	const char *directory;
	/*
	 * Assignments added to the environment of the run, such as the run-time's; NULL-terminated
	 * or NULL.
	 */
	char *const *preload;
	const char *output_path;
	bool is_contained; /* the namespaces of the run end what it leaves behind */
	bool may_fail;	   /* a failing command is no error if its tests can be told apart */
	/* a signal handler sets it to end the run; may be NULL */
	const volatile sig_atomic_t *cancelled;
};

/*
 * Runs the command under the tracer and finds its tests. ERROR_USAGE if it can't be started;
 * ERROR_UNUSABLE, with the end of its output, if it fails.
 */
struct error *suite_discover(const struct suite_opts *opts, struct trace *ret_trace,
			     struct suite *ret) MUST_CHECK;

/*
 * Reads a list with one shell command per line, "name: command" or "command"; # starts a comment.
 */
struct error *suite_read_list(const char *path, const char *directory,
			      struct suite *ret) MUST_CHECK;

void suite_deinit(struct suite *suite);

#endif
