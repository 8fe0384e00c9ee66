/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs each test alone and unmutated, tells which of them can be used, and why others can't. */
#include <stdlib.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/session.h"
#include "runner/baseline/baseline_mapped.h"
#include "runner/baseline/layouts.h"
#include "runner/campaign/campaign_state.h"
#include "runner/sandbox/unowned_files.h"

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
		else if (campaign->opts->mode >= BASELINE_FORKSERVER && baseline->exec_reason)
			events_say(campaign->events, EVENT_NOTE, "test %s is run by exec: %s", name,
				   baseline->exec_reason);
		for (size_t m = 0; m < baseline->unseen.count && !baseline->reason; m++) {
			_cleanup_free_ char *why =
				baseline_unseen_reason(baseline->unseen.items[m]);

			events_say(campaign->events, EVENT_WARNING,
				   "test %s gives no verdicts on some mutants: %s", name, why);
		}
		if (baseline->coverage.unknown_units.count)
			events_say(campaign->events, EVENT_WARNING,
				   "test %s runs %zu instrumented units whose file was not found",
				   name, baseline->coverage.unknown_units.count);
	}
}

static bool reaches_other_places(const struct baseline *baseline)
{
	return baseline->has_changing_coverage;
}

static bool is_judged_by_other_output(const struct baseline *baseline)
{
	return baseline->has_changing_output && baseline->is_judged_by_output;
}

static bool prints_other_things(const struct baseline *baseline)
{
	return baseline->has_changing_output && !baseline->is_judged_by_output;
}

static bool has_changing_output(const struct baseline *baseline)
{
	return baseline->has_changing_output;
}

static bool has_long_output(const struct baseline *baseline)
{
	return baseline->has_long_output && !baseline->has_changing_output;
}

/* A way in which tests differ from run to run, or from others, and its consequence. */
struct change {
	bool (*has)(const struct baseline *);
	enum event_level level;
	const char *when;
	const char *what;
	const char *so;
};

static void tell_change(const struct campaign *campaign, const struct change *change)
{
	_cleanup_strv_ char **names = NULL;
	size_t count = 0;

	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		if (baseline_takes_part(&campaign->baselines[i]) &&
		    change->has(&campaign->baselines[i])) {
			strv_append(&names, campaign->suite.tests.tests[i].name);
			count++;
		}
	if (!count)
		return;
	_cleanup_free_ char *some = campaign_name_some(campaign, names, count);

	events_say(campaign->events, change->level, "%s%zu test%s %s%s: %s", change->when, count,
		   count == 1 ? "" : "s", change->what, change->so, some);
}

#define FROM_RUN_TO_RUN "from run to run, "
#define OWN_VERDICT	", where the harness's verdict alone counts"

/*
 * Tells of tests whose input is random, or that depend on hash seeds, addresses or the time of day.
 */
static void tell_changing(const struct campaign *campaign)
{
	static const struct change changes[] = {
		{ reaches_other_places, EVENT_WARNING, FROM_RUN_TO_RUN, "reached other places",
		  ", where verdicts may stay unknown" },
		{ is_judged_by_other_output, EVENT_WARNING, FROM_RUN_TO_RUN, "printed other things",
		  ", which the harness looks at" },
		{ prints_other_things, EVENT_NOTE, FROM_RUN_TO_RUN, "printed other things",
		  ", which has no say in the result" },
	};
	static const struct change by_output[] = {
		{ reaches_other_places, EVENT_WARNING, FROM_RUN_TO_RUN, "reached other places",
		  ", where verdicts may stay unknown" },
		{ has_changing_output, EVENT_WARNING, FROM_RUN_TO_RUN, "printed other things",
		  OWN_VERDICT },
		{ has_long_output, EVENT_WARNING, "", "printed more than 1 MiB", OWN_VERDICT },
	};
	bool is_by_output = campaign->opts->oracle == STORE_ORACLE_OUTPUT;

	_Static_assert(ARRAY_SIZE(changes) == ARRAY_SIZE(by_output), "one loop for both");
	for (size_t i = 0; i < ARRAY_SIZE(changes); i++)
		tell_change(campaign, is_by_output ? &by_output[i] : &changes[i]);
}

/* Returns the end of FILE, "" if there is none; owned by the caller. */
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

/* If tests fail each time, the build or the way to run them is wrong. */
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
		_cleanup_free_ char *names = campaign_name_some(campaign, failures.names, count);

		while (failures.text.data[failures.text.length - 1] == '\n')
			strbuf_truncate(&failures.text, failures.text.length - 1);
		err = error_create(ERROR_UNUSABLE,
				   "without any mutant, %zu test%s when run alone: %s "
				   "(--quarantine-failing goes on without); the end of the "
				   "output:",
				   count, count == 1 ? " fails" : "s fail", names);
		error_set_detail(err, failures.text.data);
	}
	strv_destroy(failures.names);
	strbuf_deinit(&failures.text);
	return err;
}

/* Fails if no test can be used; the output of the first one says why. */
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

		struct error *err =
			error_create(ERROR_UNUSABLE, "no test can be used; the first, %s, %s",
				     campaign->suite.tests.tests[i].name, baseline->reason);

		error_set_detail(err, end);
		return err;
	}
	return error_create(ERROR_UNUSABLE, "no test can be used: all are skipped");
}

/* Fails if no usable test executed instrumented code. */
static struct error *check_attached(const struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct coverage *coverage = &campaign->baselines[i].coverage;

		if (!baseline_takes_part(&campaign->baselines[i]))
			continue;
		for (size_t j = 0; j < coverage->images.count; j++)
			if (coverage->images.items[j].has_units)
				return NULL;
	}
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct baseline *baseline = &campaign->baselines[i];

		if (!baseline_takes_part(baseline) || !baseline->unseen.count)
			continue;
		_cleanup_free_ char *why = baseline_unseen_reason(baseline->unseen.items[0]);

		return error_create(ERROR_UNUSABLE,
				    "no test can be used; the first, %s, gives no verdicts: %s",
				    campaign->suite.tests.tests[i].name, why);
	}
	return error_create(
		ERROR_UNUSABLE,
		"no test that can be used executed instrumented code: instrumented files lie here, "
		"but do the tests run these, or others that were installed before, and do they "
		"keep LD_PRELOAD and " REMT_SESSION_ENV " in the environment of what they run?");
}

/*
 * Returns the tree that tests may write into. It must not hide the directory of the store from us.
 */
static const char *view_root(const struct campaign *campaign)
{
	bool is_below = path_is_below(campaign->inventory.root, campaign->opts->directory);

	return is_below ? campaign->inventory.root : campaign->opts->directory;
}

/* A failing test may fail for files that its view can't change. */
static void hint_unowned_files(const struct campaign *campaign)
{
	bool any = false;

	if (campaign->opts->no_isolation || geteuid() == 0)
		return;
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		any |= campaign->baselines[i].is_quarantined;
	if (!any)
		return;
	_cleanup_strv_ char **paths = unowned_files_find(view_root(campaign));

	if (!paths)
		return;
	_cleanup_free_ char *some = campaign_name_some(campaign, paths, strv_count(paths));

	events_say(campaign->events, EVENT_WARNING,
		   "tests can't write into what belongs to another user or group, for their view "
		   "can't show it changed (EOVERFLOW); chown and chgrp, or --no-isolation: %s",
		   some);
}

/* Tells whatever is weaker than what was asked for. */
static void tell_gaps(const struct campaign *campaign)
{
	_cleanup_strv_ char **gaps = isolation_gaps(worker_pool_isolation(campaign->pool),
						    campaign_wish(campaign->opts));

	for (size_t i = 0; gaps && gaps[i]; i++)
		events_say(campaign->events, EVENT_WARNING, "%s (see `remt doctor`)", gaps[i]);
}

static struct worker_pool_opts worker_pool_of(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;

	return (struct worker_pool_opts){
		.nr_workers = opts->jobs,
		.scratch = campaign->scratch.path,
		.runtime = opts->runtime,
		.variants = campaign->variants,
		.subjects = campaign->followed.count ? &campaign->followed : NULL,
		.view_root = opts->no_isolation ? NULL : view_root(campaign),
		.wish = campaign_wish(opts),
		.entered = &campaign->entered,
		.named = &campaign->extras.named,
		.modules = &campaign->modules,
		.cancelled = opts->cancelled,
	};
}

/* Runs the tests once more with the data where other builds would put them. */
static struct error *cover_layouts(struct campaign *campaign)
{
	struct layouts_opts opts = {
		.inventory = &campaign->inventory,
		.list = &campaign->suite.tests,
		.scratch = campaign->scratch.path,
		.timeout_ms = campaign->opts->baseline_timeout_ms,
		.cancelled = campaign->opts->cancelled,
	};
	struct error *err = layouts_cover(&opts, campaign->reader, campaign->pool, campaign->events,
					  campaign->baselines);

	if (campaign_is_cancelled(campaign)) {
		error_destroy(err);
		return campaign_cancelled();
	}
	return err;
}

struct error *campaign_run_baseline(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	struct worker_pool_opts worker_pool_opts = worker_pool_of(campaign);
	struct baseline_opts baseline_opts = {
		.nr_runs = opts->baseline_runs,
		.mode = opts->mode,
		.quarantine_failing = opts->quarantine_failing,
		.quarantine_changing = opts->quarantine_changing,
		.keeps_outputs = opts->oracle == STORE_ORACLE_OUTPUT,
		.scratch = campaign->scratch.path,
		.logs = campaign->logs,
		.runtime = opts->runtime,
		.variants = worker_pool_opts.variants,
		.subjects = worker_pool_opts.subjects,
		.view_root = worker_pool_opts.view_root,
		.wish = worker_pool_opts.wish,
		.timeout_ms = opts->baseline_timeout_ms,
		.jobs = opts->jobs,
		.nr_busy = opts->baseline_load,
		.cancelled = opts->cancelled,
	};
	struct error *err = worker_pool_create(&worker_pool_opts, &campaign->pool);

	if (err)
		return err;
	tell_gaps(campaign);
	campaign->has_view = worker_pool_isolation(campaign->pool)->has_view;
	campaign->reader = coverage_reader_create(&campaign->inventory);
	err = baseline_run(&baseline_opts, &campaign->suite.tests, &campaign->modules,
			   campaign->reader, campaign->pool, campaign->events,
			   &campaign->baselines);
	if (campaign_is_cancelled(campaign)) {
		error_destroy(err);
		return campaign_cancelled();
	}
	if (err)
		return err;
	hint_unowned_files(campaign);
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		baseline_drop_unseen(&campaign->baselines[i], &campaign->inventory);
	err = check_failing(campaign);
	if (err)
		return err;
	campaign_tell_breakpoints(campaign);
	tell_baseline(campaign);
	tell_changing(campaign);
	err = check_baseline(campaign);
	if (!err)
		err = campaign_check_executed(campaign);
	if (!err)
		err = check_attached(campaign);
	return err ? err : cover_layouts(campaign);
}
