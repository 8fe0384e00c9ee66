/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/campaign.h"

#include <errno.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/attach.h"
#include "runner/session.h"

enum { MAX_NAMED = 5 /* of a list of files in one message */ };

struct error *campaign_open(const struct campaign_opts *opts, const struct events *events,
			    struct campaign *ret)
{
	struct campaign campaign = { .opts = opts, .events = events };
	struct error *err;

	if (access(opts->runtime, R_OK) < 0)
		return error_errno(ERROR_INTERNAL, errno, "the run-time library %s", opts->runtime);
	err = scratch_create(&campaign.scratch);
	if (err)
		return err;
	campaign.session = path_join(campaign.scratch.path, "session");
	*ret = campaign;
	return NULL;
}

void campaign_close(struct campaign *campaign)
{
	crew_destroy(campaign->crew);
	plan_destroy(campaign->plan);
	free(campaign->plan_tests);
	free(campaign->mutant_keys);
	free(campaign->test_keys);
	baseline_destroy(campaign->baselines, campaign->suite.tests.nr_tests);
	coverage_reader_destroy(campaign->reader);
	if (campaign->store)
		store_close(campaign->store);
	if (campaign->inventory.root)
		inventory_deinit(&campaign->inventory);
	modules_deinit(&campaign->modules);
	suite_deinit(&campaign->suite);
	free(campaign->session);
	scratch_destroy(&campaign->scratch);
	free(campaign->logs);
	*campaign = (struct campaign){ 0 };
}

static bool is_cancelled(const struct campaign *campaign)
{
	return campaign->opts->cancelled && *campaign->opts->cancelled;
}

static struct error *cancelled(void)
{
	return error_create(ERROR_INTERNAL, "cancelled");
}

/* "a.o, b.o and 3 more", as seen from the build directory; owned by the caller. */
static char *name_some(const struct campaign *campaign, char *const *paths, size_t count)
{
	struct strbuf text = { 0 };

	for (size_t i = 0; i < count && i < MAX_NAMED; i++) {
		_cleanup_free_ char *below = path_below(campaign->opts->directory, paths[i]);

		strbuf_addf(&text, "%s%s", i ? ", " : "", below ? below : paths[i]);
	}
	if (count > MAX_NAMED)
		strbuf_addf(&text, " and %zu more", count - MAX_NAMED);
	return strbuf_take(&text);
}

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
		_cleanup_free_ char *names = name_some(campaign, modules->plain_programs.items,
						       modules->plain_programs.count);

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

static void warn_stale(const struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;

	if (!modules->nr_objects || !modules->plain_objects.count)
		return;
	_cleanup_free_ char *names =
		name_some(campaign, modules->plain_objects.items, modules->plain_objects.count);

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
		_cleanup_free_ char *names = name_some(campaign, paths, count);

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
	_cleanup_free_ char *names = name_some(campaign, paths, count);

	events_say(campaign->events, EVENT_NOTE,
		   "%" PRIu32
		   " mutants of the tests' own code are left out (--mutate-tests keeps them): %s",
		   inventory->nr_left_out_tests, names);
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
		return error_create(
			globs ? ERROR_USAGE : ERROR_UNUSABLE,
			globs ? "no test matches --test (--list-tests lists them)"
			      : "the test command runs no test");
	return NULL;
}

/* Runs one test of a plain list, so that the programs that it executes are known. */
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
		.cancelled = campaign->opts->cancelled,
	};
	_cleanup_free_ char *refusal = NULL;
	struct error *err = trace_run_anyhow(&opts, &trace, &refusal);

	if (err)
		return error_wrap(err, "running test %s", test->name);
	if (refusal && !campaign->is_blind)
		suite_warn(&campaign->suite, SUITE_BLIND, refusal);
	campaign->is_blind |= trace.is_blind;
	modules_add_trace(&campaign->modules, &trace, campaign->opts->directory);
	trace_deinit(&trace);
	return NULL;
}

static struct error *read_list(struct campaign *campaign)
{
	struct error *err = suite_read_list(campaign->opts->tests_file, campaign->opts->directory,
					    &campaign->suite);

	for (size_t i = 0; !err && i < campaign->suite.tests.nr_tests && !is_cancelled(campaign);
	     i++)
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
		.cancelled = campaign->opts->cancelled,
	};
	struct error *err = suite_discover(&opts, &trace, &campaign->suite);

	if (err)
		return err;
	campaign->is_blind = trace.is_blind;
	modules_add_trace(&campaign->modules, &trace, campaign->opts->directory);
	trace_deinit(&trace);
	return NULL;
}

static struct error *find_suite(struct campaign *campaign)
{
	struct remt_session *session;
	struct error *err = session_create(campaign->session, &session);

	if (err)
		return err;
	if (campaign->opts->tests_file)
		err = read_list(campaign);
	else
		err = run_command(campaign);
	if (is_cancelled(campaign)) {
		error_destroy(err);
		return cancelled();
	}
	if (!err)
		modules_add_build(&campaign->modules, campaign->opts->directory,
				  campaign->is_blind);
	return err;
}

static struct error *make_inventory(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	_cleanup_free_ char *root = NULL;
	struct error *err;

	if (!campaign->modules.modules.count)
		return no_mutants(campaign);
	if (opts->root)
		err = path_resolve(opts->root, &root);
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
	struct error *err = find_suite(campaign);

	if (err)
		return err;
	for (size_t i = 0; campaign->suite.warnings && campaign->suite.warnings[i]; i++)
		events_say(campaign->events, EVENT_WARNING, "%s", campaign->suite.warnings[i]);
	if (campaign->suite.counted >= 0 &&
	    (size_t)campaign->suite.counted != campaign->suite.tests.nr_tests)
		events_say(campaign->events, EVENT_WARNING,
			   "%zu tests were found, the harness counts %ld",
			   campaign->suite.tests.nr_tests, campaign->suite.counted);
	err = select_tests(campaign);
	if (!err)
		err = make_inventory(campaign);
	if (err)
		return err;
	warn_stale(campaign);
	warn_changed(campaign);
	tell_left_out(campaign);
	return NULL;
}

struct error *campaign_lock(struct campaign *campaign)
{
	struct error *err = store_open(campaign->opts->store, STORE_WRITE, &campaign->store);

	if (err)
		return err;
	campaign->logs = path_join(campaign->opts->store, "logs");
	return fs_make_directories(campaign->logs, 0777);
}

static void tell_baseline(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct baseline *baseline = &campaign->baselines[i];
		const char *name = campaign->suite.tests.tests[i].name;

		if (baseline->reason)
			events_say(campaign->events, EVENT_WARNING, "test %s %s: %s%s%s%s", name,
				   baseline->is_quarantined ? "is quarantined"
							    : "gives no verdicts",
				   baseline->reason, baseline->output ? " (see " : "",
				   baseline->output ? baseline->output : "",
				   baseline->output ? ")" : "");
		else if (campaign->opts->mode == BASELINE_FORKSERVER && baseline->exec_reason)
			events_say(campaign->events, EVENT_NOTE, "test %s is run by exec: %s", name,
				   baseline->exec_reason);
		if (baseline->coverage.unknown_units.count)
			events_say(campaign->events, EVENT_WARNING,
				   "test %s runs %zu instrumented units whose file was not found",
				   name, baseline->coverage.unknown_units.count);
	}
}

/* Tests with random input, hash seeds or the time of day in them. */
static void warn_changing(const struct campaign *campaign)
{
	char **names = NULL;
	size_t count = 0;

	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		if (campaign->baselines[i].has_changing_coverage) {
			strv_append(&names, campaign->suite.tests.tests[i].name);
			count++;
		}
	if (count) {
		_cleanup_free_ char *some = name_some(campaign, names, count);

		events_say(campaign->events, EVENT_WARNING,
			   "%zu tests reach other places from run to run, where verdicts may stay "
			   "unknown: %s",
			   count, some);
	}
	strv_destroy(names);
}

/* The end of FILE; "" if there is none.  Owned by the caller. */
static char *output_end(const char *file)
{
	enum { END_BYTES = 4000 };
	_cleanup_free_ char *data = NULL;
	size_t size;

	if (!file)
		return xstrdup("");
	struct error *err = fs_read_file(file, &data, &size);

	if (err) {
		error_destroy(err);
		return xstrdup("");
	}
	while (size && data[size - 1] == '\n')
		data[--size] = '\0';
	return xstrdup(size > END_BYTES ? data + size - END_BYTES : data);
}

/* Tests that fail each time: either the build or the way to run it is wrong. */
static struct error *check_failing(const struct campaign *campaign)
{
	struct failures failures = { 0 };
	struct error *err = NULL;

	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct baseline *baseline = &campaign->baselines[i];

		if (!baseline->is_failing)
			continue;
		_cleanup_free_ char *end = output_end(baseline->output);

		failures_add(&failures, campaign->suite.tests.tests[i].name, end);
	}
	if (failures.names && !campaign->opts->quarantine_failing) {
		size_t count = strv_count(failures.names);
		_cleanup_free_ char *names = name_some(campaign, failures.names, count);

		while (failures.text.data[failures.text.length - 1] == '\n')
			strbuf_truncate(&failures.text, failures.text.length - 1);
		err = error_create(ERROR_UNUSABLE,
				   "without any mutant, %zu test%s when run alone: %s "
				   "(--quarantine-failing goes on without); the end of the "
				   "output:\n%s",
				   count, count == 1 ? " fails" : "s fail", names,
				   failures.text.data);
	}
	strv_destroy(failures.names);
	strbuf_deinit(&failures.text);
	return err;
}

/* Without one usable test there is nothing to do: the first one's output says why. */
static struct error *check_baseline(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		if (baseline_takes_part(&campaign->baselines[i]))
			return NULL;
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct baseline *baseline = &campaign->baselines[i];

		if (!baseline->reason)
			continue;
		_cleanup_free_ char *end = output_end(baseline->output);

		return error_create(ERROR_UNUSABLE, "no test can be used; the first, %s, %s\n%s",
				    campaign->suite.tests.tests[i].name, baseline->reason, end);
	}
	return error_create(ERROR_UNUSABLE, "no test can be used: all are skipped");
}

/* Tests may write into the project; the view must not hide the store's directory from ourselves. */
static const char *view_root(const struct campaign *campaign)
{
	_cleanup_free_ char *below =
		path_below(campaign->inventory.root, campaign->opts->directory);

	return below ? campaign->inventory.root : campaign->opts->directory;
}

struct error *campaign_baseline(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	struct crew_opts crew_opts = {
		.nr_workers = opts->jobs,
		.scratch = campaign->scratch.path,
		.runtime = opts->runtime,
		.view_root = opts->no_isolation ? NULL : view_root(campaign),
		.isolate = !opts->no_isolation,
		.cancelled = opts->cancelled,
	};
	struct baseline_opts baseline_opts = {
		.nr_runs = opts->baseline_runs,
		.mode = opts->mode,
		.quarantine_failing = opts->quarantine_failing,
		.scratch = campaign->scratch.path,
		.logs = campaign->logs,
		.runtime = opts->runtime,
		.view_root = crew_opts.view_root,
		.isolate = crew_opts.isolate,
		.timeout_ms = opts->baseline_timeout_ms,
		.jobs = opts->jobs,
		.cancelled = opts->cancelled,
	};
	struct error *err = crew_create(&crew_opts, &campaign->crew);

	if (err)
		return err;
	campaign->reader = coverage_reader_create(&campaign->inventory);
	err = baseline_run(&baseline_opts, &campaign->suite.tests, &campaign->modules,
			   campaign->reader, campaign->crew, campaign->events,
			   &campaign->baselines);
	if (is_cancelled(campaign)) {
		error_destroy(err);
		return cancelled();
	}
	if (!err)
		err = check_failing(campaign);
	if (err)
		return err;
	tell_baseline(campaign);
	warn_changing(campaign);
	return check_baseline(campaign);
}

/* Cells that an unfinished run of the same plan has decided; unknown ones are tried again. */
struct settle {
	struct campaign *campaign;
	struct keyed {
		int64_t key;
		uint32_t index;
	} * mutants, *tests;
};

static int compare_keyed(const void *a, const void *b)
{
	int64_t x = ((const struct keyed *)a)->key, y = ((const struct keyed *)b)->key;

	return (x > y) - (x < y);
}

static struct keyed *keyed_create(const int64_t *keys, size_t count)
{
	struct keyed *keyed = xcalloc(count + 1, sizeof(*keyed));

	for (size_t i = 0; i < count; i++)
		keyed[i] = (struct keyed){ keys[i], (uint32_t)i };
	qsort(keyed, count, sizeof(*keyed), compare_keyed);
	return keyed;
}

static struct error *settle_cell(void *arg, const struct store_cell *cell)
{
	struct settle *settle = arg;
	struct campaign *campaign = settle->campaign;
	struct keyed mutant = { .key = cell->mutant }, test = { .key = cell->test };
	const struct keyed *m = bsearch(&mutant, settle->mutants, campaign->inventory.mutants.count,
					sizeof(*m), compare_keyed);
	const struct keyed *t = bsearch(&test, settle->tests, campaign->suite.tests.nr_tests,
					sizeof(*t), compare_keyed);

	if (!m || !t || cell->verdict == VERDICT_UNKNOWN)
		return NULL;
	plan_settle(campaign->plan, (struct plan_cell){ m->index, t->index }, cell->verdict);
	campaign->nr_settled++;
	return NULL;
}

static struct error *settle_all(struct campaign *campaign)
{
	struct settle settle = {
		.campaign = campaign,
		.mutants = keyed_create(campaign->mutant_keys, campaign->inventory.mutants.count),
		.tests = keyed_create(campaign->test_keys, campaign->suite.tests.nr_tests),
	};
	struct error *err = store_each_cell(campaign->store, 0, settle_cell, &settle);

	free(settle.mutants);
	free(settle.tests);
	return err;
}

struct error *campaign_plan(struct campaign *campaign)
{
	enum { WINDOW_PER_WORKER = 32 };
	uint32_t nr_tests = (uint32_t)campaign->suite.tests.nr_tests;
	struct plan_opts opts = {
		.is_full = campaign->opts->is_full,
		.window = campaign->opts->budget_ms ? WINDOW_PER_WORKER * campaign->opts->jobs : 0,
		.seed = campaign->opts->seed,
	};
	struct error *err;

	campaign->plan_tests = xcalloc(nr_tests + 1, sizeof(*campaign->plan_tests));
	for (uint32_t i = 0; i < nr_tests; i++)
		campaign->plan_tests[i] = (struct plan_test){
			.coverage = baseline_takes_part(&campaign->baselines[i])
					    ? &campaign->baselines[i].coverage
					    : NULL,
			.cost_us = campaign->baselines[i].cost_us,
			.is_serial = campaign->suite.tests.tests[i].serial,
		};
	err = campaign_record(campaign);
	if (err)
		return err;
	campaign->plan = plan_create(&campaign->inventory, campaign->plan_tests, nr_tests, &opts);
	if (campaign->is_resumed)
		err = settle_all(campaign);
	return err;
}

void campaign_estimate(const struct campaign *campaign, uint64_t *ret_least_ms,
		       uint64_t *ret_most_ms)
{
	uint64_t least, most;

	plan_estimate(campaign->plan, &least, &most);
	*ret_least_ms = least / 1000 / campaign->opts->jobs;
	*ret_most_ms = most / 1000 / campaign->opts->jobs;
}

struct error *campaign_execute(struct campaign *campaign)
{
	struct matrix_opts opts = {
		.inventory = &campaign->inventory,
		.tests = &campaign->suite.tests,
		.baselines = campaign->baselines,
		.mutant_keys = campaign->mutant_keys,
		.test_keys = campaign->test_keys,
		.allowance = campaign->opts->allowance,
		.logs = campaign->opts->keep_logs ? campaign->logs : NULL,
		.budget_ms = campaign->opts->budget_ms,
		.cancelled = campaign->opts->cancelled,
	};
	struct error *err;

	plan_start(campaign->plan);
	err = matrix_run(&opts, campaign->plan, campaign->crew, campaign->store, campaign->events,
			 &campaign->counts);
	if (err || campaign->counts.is_cancelled || campaign->counts.is_budget_spent)
		return err;
	return store_finish_run(campaign->store);
}
