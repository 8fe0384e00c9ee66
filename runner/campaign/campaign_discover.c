/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the suite once, traced, and finds tests, mutants and oddities of the build. */
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/campaign/campaign_state.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"

static struct error *no_mutants(const struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;

	if (modules->nr_objects)
		return error_create(
			ERROR_UNUSABLE,
			"no instrumented program was executed by the test command, though objects "
			"with mutants lie here: were the programs linked again, and do the tests "
			"run them?");
	if (modules->plain_programs.count) {
		_cleanup_free_ char *names = campaign_name_some(
			campaign, modules->plain_programs.items, modules->plain_programs.count);

		return error_create(
			ERROR_UNUSABLE,
			"no instrumented program was executed; %s %s built without the plugin: "
			"build again from scratch with the flags that `remt cflags` prints",
			names, modules->plain_programs.count > 1 ? "were" : "was");
	}
	return error_create(
		ERROR_UNUSABLE,
		"no instrumented program was executed by the test command: build again from "
		"scratch with the flags that `remt cflags` prints, and run remt in the build "
		"directory");
}

/* Only if the command has mutants to be run for. */
static void warn_whole(const struct campaign *campaign)
{
	const struct suite *suite = &campaign->suite;

	if (strcmp(suite->harness, HARNESS_COMMAND) != 0)
		return;
	_cleanup_free_ char *line = shell_quote_argv(suite->tests.tests[0].argv);

	events_say(campaign->events, EVENT_WARNING,
		   "the tests behind \"%s\" could not be separated: every mutant costs one run of "
		   "the whole command; a list of single commands is read with --tests=FILE",
		   line);
}

static void warn_stale(const struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;

	if (!modules->nr_objects || !modules->plain_objects.count)
		return;
	_cleanup_free_ char *names = campaign_name_some(campaign, modules->plain_objects.items,
							modules->plain_objects.count);

	events_say(campaign->events, EVENT_WARNING,
		   "%zu of %zu objects were built without the plugin, so that their code is not "
		   "mutated: %s",
		   modules->plain_objects.count, modules->plain_objects.count + modules->nr_objects,
		   names);
}

static void warn_changed(const struct campaign *campaign)
{
	char **paths = NULL;
	size_t count = 0;

	for (size_t i = 0; i < campaign->inventory.files.count; i++) {
		const struct inventory_file *file = &campaign->inventory.files.items[i];

		if (file->is_changed || file->is_conflicting) {
			strv_append(&paths, file->path);
			count++;
		}
	}
	if (count) {
		_cleanup_free_ char *names = campaign_name_some(campaign, paths, count);

		events_say(
			campaign->events, EVENT_WARNING,
			"changed since the objects were built, so reported lines may be wrong: %s",
			names);
	}
	strv_destroy(paths);
}

static void tell_left_out(const struct campaign *campaign)
{
	const struct inventory *inventory = &campaign->inventory;
	char **paths = NULL;
	size_t count = 0;

	if (!inventory->nr_left_out_tests)
		return;
	for (size_t i = 0; i < inventory->units.count; i++)
		if (inventory->units.items[i].is_test &&
		    !strv_contains(paths, inventory->units.items[i].input)) {
			strv_append(&paths, inventory->units.items[i].input);
			count++;
		}
	_cleanup_free_ char *names = campaign_name_some(campaign, paths, count);

	events_say(campaign->events, EVENT_NOTE,
		   "%" PRIu32 " mutants of the tests' own code are left out%s: %s",
		   inventory->nr_left_out_tests,
		   campaign->opts->tests_stay_out ? "" : " (--mutate-tests keeps them)", names);
	strv_destroy(paths);
}

/* Keeps the tests whose name matches one of the wanted globs. */
static struct error *select_tests(struct campaign *campaign)
{
	struct test_list *list = &campaign->suite.tests;
	char *const *globs = campaign->opts->tests;
	struct test_list dropped = { xcalloc(list->nr_tests + 1, sizeof(struct test)), 0 };
	size_t kept = 0;

	for (size_t i = 0; i < list->nr_tests; i++) {
		bool is_wanted = !globs;

		for (size_t j = 0; globs && globs[j] && !is_wanted; j++)
			is_wanted = fnmatch(globs[j], list->tests[i].name, 0) == 0 ||
				    strcmp(globs[j], list->tests[i].name) == 0;
		if (is_wanted)
			list->tests[kept++] = list->tests[i];
		else
			dropped.tests[dropped.nr_tests++] = list->tests[i];
	}
	list->nr_tests = kept;
	test_list_deinit(&dropped);
	if (!kept)
		return error_create(globs ? ERROR_USAGE : ERROR_UNUSABLE,
				    globs ? "no test matches --test (--list-tests lists them)"
					  : "the test command runs no test");
	return NULL;
}

/* A word that is no program is a mistake in the list, not a failing test. */
static struct error *check_started(const struct campaign *campaign, const struct test *test,
				   int status, const char *output)
{
	enum {
		NOT_EXECUTABLE = 126,
		NOT_FOUND = 127
	}; /* status of the shell, which prints a line */
	_cleanup_free_ char *text = NULL;
	const char *last;

	if (campaign->opts->quarantine_failing || !WIFEXITED(status) ||
	    (WEXITSTATUS(status) != NOT_EXECUTABLE && WEXITSTATUS(status) != NOT_FOUND))
		return NULL;
	struct error *err = fs_read_file(output, &text, NULL);

	if (err)
		return err;
	for (size_t size = strlen(text); size && text[size - 1] == '\n';)
		text[--size] = '\0';
	last = strrchr(text, '\n');
	return error_create(ERROR_USAGE, "test %s can't be started: %s", test->name,
			    last ? last + 1 : text);
}

/*
 * True if another process killed the run, or the kernel for want of memory. A shell reports such an
 * end of its last command as its own status.
 */
static bool was_killed(const struct trace *trace)
{
	int status = trace->status;

	return !trace->timed_out && !trace->cancelled &&
	       (WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL
				    : WEXITSTATUS(status) == 128 + SIGKILL);
}

/* Traces a run that nobody kills; RET_REFUSAL is as for trace_run_anyhow(). */
static struct error *trace_patiently(const struct trace_opts *opts, struct trace *ret,
				     char **ret_refusal)
{
	enum { MAX_RUNS = 3 }; /* as often as the job of a worker that dies */
	struct error *err = trace_run_anyhow(opts, ret, ret_refusal);

	for (unsigned i = 1; !err && i < MAX_RUNS && was_killed(ret); i++) {
		trace_deinit(ret);
		free(TAKE(*ret_refusal));
		err = trace_run_anyhow(opts, ret, ret_refusal);
	}
	return err;
}

/* Warns of a test that did not come to its own end: what it would have executed is unknown. */
static void warn_ended(const struct campaign *campaign, const struct test *test,
		       const struct trace *trace)
{
	if (trace->timed_out)
		events_say(campaign->events, EVENT_WARNING,
			   "test %s takes more than %u s when traced; programs that it would have "
			   "started then are not mutated",
			   test->name, campaign->opts->baseline_timeout_ms / 1000);
	else if (was_killed(trace))
		events_say(campaign->events, EVENT_WARNING,
			   "test %s ended by SIGKILL each time when traced; programs that it would "
			   "have started then are not mutated",
			   test->name);
}

/* Runs one test of a plain list, in order to know which programs it executes. */
static struct error *trace_listed(struct campaign *campaign, const struct test *test)
{
	_cleanup_free_ char *output = path_join(campaign->scratch.path, "discovery.out");
	_cleanup_strv_ char **env =
		attach_environ(test->environ, campaign->opts->runtime, campaign->session, NULL);
	struct trace trace;
	struct trace_opts opts = {
		.argv = test->argv,
		.directory = test->directory,
		.environ = env,
		.output_path = output,
		.input_path = test->input,
		.timeout_ms = campaign->opts->baseline_timeout_ms,
		.is_contained = !campaign->opts->no_isolation,
		.notes_names = true,
		.cancelled = campaign->opts->cancelled,
	};
	_cleanup_free_ char *refusal = NULL;
	struct error *err = trace_patiently(&opts, &trace, &refusal);

	if (err)
		return error_wrap(err, "running test %s", test->name);
	warn_ended(campaign, test, &trace);
	if (refusal && !campaign->is_blind)
		suite_warn(&campaign->suite, SUITE_BLIND, refusal);
	campaign->is_blind |= trace.is_blind;
	modules_add_trace(&campaign->modules, &trace, campaign->opts->directory);
	campaign_note_names(campaign, &trace);
	err = check_started(campaign, test, trace.status, output);
	trace_deinit(&trace);
	return err;
}

static struct error *read_list(struct campaign *campaign)
{
	struct error *err = suite_read_list(campaign->opts->tests_file, campaign->opts->directory,
					    &campaign->suite);

	for (size_t i = 0;
	     !err && i < campaign->suite.tests.nr_tests && !campaign_is_cancelled(campaign); i++)
		err = trace_listed(campaign, &campaign->suite.tests.tests[i]);
	return err;
}

static struct error *run_command(struct campaign *campaign)
{
	_cleanup_strv_ char **preload =
		attach_assignments(environ, campaign->opts->runtime, campaign->session);
	_cleanup_free_ char *output = path_join(campaign->scratch.path, "discovery.out");
	struct trace trace;
	struct suite_opts opts = {
		.argv = campaign->opts->command,
		.directory = campaign->opts->directory,
		.preload = preload,
		.output_path = output,
		.may_fail = campaign->opts->quarantine_failing,
		.is_contained = !campaign->opts->no_isolation,
		.cancelled = campaign->opts->cancelled,
	};
	struct error *err = suite_discover(&opts, &trace, &campaign->suite);

	if (err)
		return err;
	campaign->is_blind = trace.is_blind;
	modules_add_trace(&campaign->modules, &trace, campaign->opts->directory);
	campaign_note_names(campaign, &trace);
	trace_deinit(&trace);
	return NULL;
}

static struct error *find_suite(struct campaign *campaign)
{
	struct remt_session *session;
	struct error *err = session_create(campaign->session, &session);

	if (err)
		return err;
	campaign->has_all_names = true;
	campaign->began_ns = stamp_begin();
	if (campaign->opts->tests_file)
		err = read_list(campaign);
	else
		err = run_command(campaign);
	if (campaign_is_cancelled(campaign)) {
		error_destroy(err);
		return campaign_cancelled();
	}
	if (!err && !campaign->variants)
		modules_add_build(&campaign->modules, campaign->opts->directory,
				  campaign->is_blind);
	if (!err)
		err = campaign_check_traced(campaign);
	return err ? err : campaign_check_instrumented(campaign);
}

static struct error *make_inventory(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	_cleanup_free_ char *root = NULL;
	struct error *err;

	if (!campaign->modules.modules.count)
		return no_mutants(campaign);
	if (opts->root || campaign->variants)
		err = path_resolve(opts->root ? opts->root : opts->directory, &root);
	else
		err = modules_find_root(&campaign->modules, opts->directory, &root);
	if (err)
		return err;
	inventory_init(&campaign->inventory, root, opts->directory);
	err = modules_read(&campaign->modules, &campaign->inventory);
	if (err)
		return err;
	inventory_finish(&campaign->inventory, &opts->filter);
	if (!campaign->inventory.mutants.count)
		return error_create(opts->filter.mutant || campaign->inventory.nr_left_out_filter
					    ? ERROR_USAGE
					    : ERROR_UNUSABLE,
				    "no mutant is left: %" PRIu32
				    " were left out by options, %" PRIu32 " belong to the tests",
				    campaign->inventory.nr_left_out_filter,
				    campaign->inventory.nr_left_out_tests);
	return NULL;
}

struct error *campaign_discover(struct campaign *campaign)
{
	struct error *err = campaign_open_binaries(campaign);

	if (!err)
		err = find_suite(campaign);
	if (err)
		return err;
	for (size_t i = 0; campaign->suite.warnings && campaign->suite.warnings[i]; i++)
		events_say(campaign->events, EVENT_WARNING, "%s", campaign->suite.warnings[i]);
	err = select_tests(campaign);
	if (!err)
		err = make_inventory(campaign);
	if (err)
		return err;
	campaign_note_build(campaign);
	warn_whole(campaign);
	warn_stale(campaign);
	warn_changed(campaign);
	tell_left_out(campaign);
	return NULL;
}
