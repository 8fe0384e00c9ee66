/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the single tests behind the user's test command.
 *
 * The command is run once, unmutated, under the execution tracer (runner/trace/trace.h).
 * Each adapter looks at what was executed: Automake's parallel harness shows as test-driver
 * calls, the serial one as the children of its shell loop, CTest and Meson by their own program,
 * which is then asked for its list.  What no adapter claims is one test, "command". One file per
 * adapter, each exporting one `const struct harness_adapter`.
 */
#ifndef RUNNER_HARNESS_HARNESS_H
#define RUNNER_HARNESS_HARNESS_H

#include "common/attr.h"
#include "common/strbuf.h"
#include "runner/test/test.h"
#include "runner/trace/trace.h"

/* A discovered suite. */
struct suite {
	struct test_list tests;
	char *harness;	 /* name of the adapter that won */
	long counted;	 /* tests by the harness's own final count; -1: it printed none */
	char **warnings; /* lines for the user, NULL-terminated or NULL */
};

/* Tests that failed in a run without any mutant. */
struct failures {
	char **names;	    /* NULL-terminated or NULL; owned */
	struct strbuf text; /* names with the ends of their outputs */
};

struct harness_adapter {
	const char *name;
	/* True if this image is the one that decides over tests: a driver call, a test loop, the
	 * ctest process. */
	bool (*is_runner)(const struct trace_exec *exec);
	/* Fills ret and returns true in *found if this harness ran.  OUTPUT: captured stdout+stderr
	 * of the whole run. */
	struct error *(*discover)(const struct trace *trace, const char *output, bool *found,
				  struct suite *ret);
	/* Adds the tests that failed, by the harness's own logs; NULL: it keeps none. */
	void (*explain)(const struct trace *trace, const char *output, struct failures *ret);
};

/* NULL-terminated; what none of them finds is one test. */
extern const struct harness_adapter *const harness_adapters[];
extern const struct harness_adapter harness_automake, harness_automake_serial, harness_ctest,
	harness_meson;

/*
 * Index of the next exec at or after FROM that is a runner of ADAPTER and belongs to the suite
 * itself: not started by another runner (a test that runs a build of its own).  SIZE_MAX: no more.
 */
size_t harness_next_runner(const struct trace *trace, const struct harness_adapter *adapter,
			   size_t from);

/*
 * Index of the first exec at or after FROM that the image RUNNER forked and that runs ARGV, as a
 * whole or as the end of a longer command line (a wrapper).  SIZE_MAX: none.
 */
size_t harness_find_child(const struct trace *trace, size_t runner, char *const argv[],
			  size_t from);

/* Sum of the numbers that follow PREFIX at the start of a line (colours are skipped); -1 if there
 * is none. */
long harness_sum_lines(const char *output, const char *prefix);

/* Adds a failed test and the end of its output; OUTPUT may be NULL. */
void failures_add(struct failures *failures, const char *name, const char *output);

/* Adds a test with name and harness; valid until the next call. */
struct test *suite_add(struct suite *suite, const char *name, const char *harness);

/* Directory, environment, stdin and command line ARGV of TEST as EXEC had them. */
void suite_set_command(struct test *test, const struct trace_exec *exec, char *const argv[]);

/* Name of the harness, and of the only test, of a command whose tests can't be separated. */
#define HARNESS_COMMAND "command"

/* Adds the whole command, its first image EXEC, as one test. */
void suite_add_command(struct suite *suite, const struct trace_exec *exec);

/*
 * From the test at FIRST on: each one that `needs` others runs them first, in every run of its own.
 * Names that are not found there are ignored.
 */
void suite_join_needs(struct suite *suite, size_t first);

/*
 * Puts the directory as seen from ROOT (absolute) before names that occur twice,
 * and "#2", … behind those that still do.
 */
void suite_make_names_unique(struct suite *suite, const char *root);

void suite_warn(struct suite *suite, const char *format, ...) PRINTF_LIKE(2, 3);

/* Hint where ptrace is refused, for the reason %s. */
#define SUITE_BLIND                                                                                \
	"%s: which programs run can't be seen, so that those without the run-time go unnoticed "   \
	"and "                                                                                     \
	"tests behind make or scripts are one (containers need --cap-add=SYS_PTRACE)"

struct suite_opts {
	char *const *argv;
	const char *directory;
	char *const *preload; /* assignments added to the environment of the run, e.g. the
				 run-time's; NULL-terminated or NULL */
	const char *output_path;
	bool is_contained; /* what the command leaves behind, in namespaces of its own */
	bool may_fail; /* a failing command is no error as long as its tests can be told apart */
	const volatile sig_atomic_t *cancelled; /* set by a signal handler: it ends; may be NULL */
};

/*
 * Runs a command under the tracer and discovers its tests.  One that can't be started is
 * ERROR_USAGE; one that fails (baseline) is ERROR_UNUSABLE with the end of its output.
 */
struct error *suite_discover(const struct suite_opts *opts, struct trace *ret_trace,
			     struct suite *ret) MUST_CHECK;

/* Reads a plain list: one shell command per line, "name: command" or "command"; # starts a
 * comment. */
struct error *suite_read_list(const char *path, const char *directory,
			      struct suite *ret) MUST_CHECK;

void suite_deinit(struct suite *suite);

#endif
