/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plain driver, as other tools have it: for each mutant of a stored run it executes the tests,
 *one after the other, with the mutant on, until one fails.  No isolation, no fork-server, no limit
 *but that of time: ten times the unmutated run.  maint/state/state.py measures remt against it.
 *
 *	drive [OPTION…] STORE
 *
 *	-r FILE  the run-time library (required)	-x FILE  ids of mutants to leave out
 *	-c       only tests that reach the mutant	-m ID    this mutant alone
 *
 * Prints a line for each mutant: its id, survived, killed or timeout, the number of tests that were
 *executed, their wall clock and processor time in µs.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"
#include "runner/sandbox/scratch.h"
#include "spawn.h"
#include "stored.h"

enum {
	TIMEOUT_FACTOR = 10,
	MIN_TIMEOUT_MS = 300, /* a busy machine makes short tests much longer */
};

struct driver {
	struct stored stored;
	char ***environs; /* of each test */
	struct remt_session *session;
	char *output; /* file, for harnesses that look at it */
	bool is_covered;
	const char *only; /* id of a mutant; NULL: all */
};

/* What the tests of one mutant used. */
struct use {
	uint32_t nr_tests;
	uint64_t wall_us, cpu_us;
	const char *outcome;
};

/* True if the test lets the mutant live. */
static bool run_test(const struct driver *driver, uint32_t index, struct use *use)
{
	const struct stored_test *stored = &driver->stored.tests.items[index];
	uint64_t timeout_ms = stored->wall_us * TIMEOUT_FACTOR / 1000;
	struct test_end end = { .output = driver->output };
	enum test_result result;
	pid_t pid;

	use->nr_tests++;
	pid = spawn_test(&stored->test, driver->environs[index], driver->output);
	if (!spawn_await(pid, driver->session,
			 (int)(timeout_ms < MIN_TIMEOUT_MS ? MIN_TIMEOUT_MS : timeout_ms),
			 &end.status)) {
		use->outcome = "timeout";
		return false;
	}
	result = test_judge(&stored->test, &end);
	use->outcome = result == TEST_PASSED || result == TEST_SKIPPED ? "survived" : "killed";
	return use->outcome[0] == 's';
}

static void run_mutant(const struct driver *driver, const struct stored_mutant *mutant)
{
	const struct job job = {
		.session_mode = REMT_MODE_MUTATE,
		.on = mutant->on.items,
		.nr_on = (uint32_t)mutant->on.count,
	};
	uint64_t start_us = clock_us(), start_cpu_us = spawn_used_us();
	struct use use = { .outcome = "survived" };
	bool lives = true;

	session_prepare(driver->session, &job);
	for (uint32_t i = 0; lives && i < driver->stored.tests.count; i++) {
		if (!driver->is_covered || stored_reaches(mutant, i))
			lives = run_test(driver, i, &use);
	}
	use.cpu_us = spawn_used_us() - start_cpu_us;
	use.wall_us = clock_us() - start_us;
	printf("%s %s %" PRIu32 " %" PRIu64 " %" PRIu64 "\n", mutant->id, use.outcome, use.nr_tests,
	       use.wall_us, use.cpu_us);
}

static void run_all(struct driver *driver, const char *runtime, const char *session)
{
	size_t nr_tests = driver->stored.tests.count;

	driver->environs = xcalloc(nr_tests + 1, sizeof(*driver->environs));
	for (size_t i = 0; i < nr_tests; i++)
		driver->environs[i] = attach_environ(driver->stored.tests.items[i].test.environ,
						     runtime, session, NULL);
	for (size_t i = 0; i < driver->stored.mutants.count; i++) {
		const struct stored_mutant *mutant = &driver->stored.mutants.items[i];

		if (!mutant->is_left_out &&
		    (!driver->only || strcmp(driver->only, mutant->id) == 0))
			run_mutant(driver, mutant);
	}
	for (size_t i = 0; i < nr_tests; i++)
		strv_destroy(driver->environs[i]);
	free(driver->environs);
}

/* The files of the driver lie where those of remt do. */
static void drive(struct driver *driver, const char *runtime)
{
	struct scratch scratch;
	_cleanup_free_ char *session = NULL;
	struct error *err = scratch_create(&scratch);

	if (!err) {
		session = path_join(scratch.path, "session");
		driver->output = path_join(scratch.path, "output");
		err = session_create(session, &driver->session);
	}
	if (err) {
		fprintf(stderr, "drive: %s\n", err->message);
		exit(4);
	}
	spawn_prepare();
	run_all(driver, runtime, session);
	scratch_destroy(&scratch);
	free(driver->output);
}

int main(int argc, char **argv)
{
	const char *runtime = NULL, *left_out = NULL;
	struct driver driver = { 0 };

	for (int c; (c = getopt(argc, argv, "r:cx:m:")) != -1;) {
		switch (c) {
		case 'r': runtime = optarg; break;
		case 'c': driver.is_covered = true; break;
		case 'x': left_out = optarg; break;
		case 'm': driver.only = optarg; break;
		default: return 2;
		}
	}
	if (!runtime || optind + 1 != argc)
		return 2;
	stored_load(&driver.stored, argv[optind], left_out);
	drive(&driver, runtime);
	stored_deinit(&driver.stored);
	return 0;
}
