/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt run`: a campaign from the test command to the report. */
#include "cmd/run.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/paths.h"
#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/position.h"
#include "common/print.h"
#include "common/xalloc.h"
#include "runner/matrix/plan.h"

static const volatile sig_atomic_t *cancelled; /* see cmd/cancel.h */
static uint64_t first_ms;		       /* clock_ms() when the first mutant was run */

static void print_mutants(const struct inventory *inventory)
{
	for (size_t i = 0; i < inventory->mutants.count; i++) {
		const struct inventory_mutant *mutant = &inventory->mutants.items[i];
		char id[INVENTORY_ID_DIGITS + 1];

		_cleanup_free_ char *place =
			position_text(mutant->file, mutant->site_line, mutant->site_column);

		inventory_id_text(mutant->id, id);
		print("%s %s: %s: %s\n", id, place, mutant->op, mutant->description);
	}
}

static void print_tests(const struct test_list *list)
{
	for (size_t i = 0; i < list->nr_tests; i++)
		print("%s\n", list->tests[i].name);
}

/* A longer run is announced together with the ways to shorten it. */
#define LONG_RUN_MS (30 * 60 * (uint64_t)1000)

static void tell_plan(const struct campaign *campaign, const struct run_args *args,
		      const struct events *events)
{
	const struct campaign_opts *opts = campaign_opts(campaign);
	const struct plan *plan = campaign_plan(campaign);
	size_t nr_tests = campaign_tests(campaign)->nr_tests;
	_cleanup_free_ char *proofs = NULL;
	char least[32], most[32];
	uint64_t least_ms, most_ms;
	bool is_range;

	campaign_estimate(campaign, &least_ms, &most_ms);
	progress_duration(least_ms, least, sizeof(least));
	progress_duration(most_ms, most, sizeof(most));
	is_range = strcmp(least, most) != 0;
	proofs = run_prove_describe(args, least_ms);
	if (campaign_is_resumed(campaign))
		events_say(events, EVENT_NOTE, "resuming: %" PRIu64 " verdicts are known",
			   campaign_count_recalled(campaign));
	events_say(events, EVENT_NOTE,
		   "%zu mutants, %" PRIu32 " of them reached by %zu test%s (%" PRIu64
		   " cells); about %s%s%s with %u job%s, some seconds for each mutant that "
		   "hangs%s",
		   campaign_inventory(campaign)->mutants.count, plan_count_mutants(plan), nr_tests,
		   plural(nr_tests), plan_count_cells(plan), least, is_range ? " to " : "",
		   is_range ? most : "", opts->jobs, plural(opts->jobs), proofs);
	if (least_ms > LONG_RUN_MS && !opts->budget_ms)
		events_say(events, EVENT_NOTE,
			   "--budget=TIME, --sample=N or --file=GLOB make it shorter; it can be "
			   "stopped and resumed");
}

static void tell_counts(const struct campaign *campaign, const struct events *events)
{
	const struct matrix_counts *counts = campaign_counts(campaign);

	events_say(events, EVENT_NOTE,
		   "%" PRIu64 " verdicts from %" PRIu64 " runs: %" PRIu64
		   " by split-stream, %" PRIu64 " by fork-server, %" PRIu64 " by exec; %" PRIu64
		   " timeouts confirmed, %" PRIu64 " not",
		   counts->nr_cells, counts->nr_runs, counts->nr_split, counts->nr_forkserver,
		   counts->nr_exec, counts->nr_confirmed, counts->nr_refuted);
	if (counts->nr_uninfected)
		events_say(events, EVENT_NOTE,
			   "%" PRIu64 " of them needed no run: their mutants never change a value",
			   counts->nr_uninfected);
	if (counts->nr_shared)
		events_say(events, EVENT_NOTE,
			   "%" PRIu64 " verdicts are those of another mutant with the same object",
			   counts->nr_shared);
	if (counts->nr_audited)
		events_say(events, EVENT_NOTE,
			   "audit: %" PRIu64 " mutants that never change a value were run, %" PRIu64
			   " were killed",
			   counts->nr_audited, counts->nr_disagreed);
	if (counts->fallback[0])
		events_say(events, EVENT_NOTE, "the fork-server could not be used everywhere: %s",
			   counts->fallback);
	if (counts->nr_unproven)
		events_say(events, EVENT_WARNING,
			   "%" PRIu64 " runs gave no proof that their mutant was executed; their "
			   "verdict is unknown",
			   counts->nr_unproven);
	if (counts->nr_disputed)
		events_say(events, EVENT_WARNING,
			   "%" PRIu64
			   " mutants were killed in one run and not in the next by tests "
			   "that differ from run to run; their verdict is unknown",
			   counts->nr_disputed);
	if (counts->nr_layout)
		events_say(events, EVENT_WARNING,
			   "%" PRIu64 " verdicts depend on where the linker puts data (`remt show "
			   "MUTANT` says how); they are unknown",
			   counts->nr_layout);
	if (counts->nr_lost)
		events_say(events, EVENT_WARNING, "%" PRIu64 " workers died and were replaced",
			   counts->nr_lost);
	if (counts->nr_killed)
		events_say(events, EVENT_WARNING,
			   "%" PRIu64 " runs, or processes of theirs, ended by SIGKILL, which no "
			   "limit of remt's sent (the kernel does when memory is short: use fewer "
			   "--jobs); they were repeated",
			   counts->nr_killed);
	/* Where the machine refuses views, that was told at the start. */
	if (counts->nr_unisolated && campaign_has_view(campaign))
		events_say(events, EVENT_WARNING,
			   "%" PRIu64 " runs had no view of their own (`remt doctor` says why)",
			   counts->nr_unisolated);
	if (counts->is_budget_spent)
		events_say(events, EVENT_NOTE,
			   "the time is up; the same command goes on from here");
}

/* Tells what the rules saved, compared with running all mutants with all tests. */
static void tell_saved(const struct campaign *campaign, const struct carry_over *carry_over,
		       const struct events *events)
{
	const struct plan *plan = campaign_plan(campaign);
	uint64_t nr_all = (uint64_t)campaign_inventory(campaign)->mutants.count *
			  campaign_tests(campaign)->nr_tests,
		 nr_planned = plan_count_cells(plan);
	uint64_t nr_late = plan_is_finished(plan) ? nr_planned - plan_count_done(plan) : 0;
	_cleanup_free_ char *spared =
		plan_count_spared(plan)
			? xasprintf(", up to %" PRIu64
				    " of them as the test that killed it before came first",
				    plan_count_spared(plan))
			: xstrdup("");

	events_say(events, EVENT_NOTE,
		   "of %" PRIu64 " executions (all mutants, all tests), not needed were %" PRIu64
		   " whose test does not reach the mutant, %" PRIu64
		   " whose mutant never changes a value, %" PRIu64 " carried over, %" PRIu64
		   " after the mutant was killed%s",
		   nr_all, nr_all - nr_planned, campaign_counts(campaign)->nr_uninfected,
		   carry_over->nr_held, nr_late, spared);
}

static struct error *execute(struct campaign *campaign, const struct run_args *args,
			     const struct events *events)
{
	struct error *err;

	tell_plan(campaign, args, events);
	first_ms = clock_ms();
	if (campaign_has_variants(campaign) && campaign_opts(campaign)->mode == BASELINE_AUTO)
		events_say(events, EVENT_NOTE,
			   "mutants of binaries are run by fork-server or exec: for split-stream "
			   "values would have to be compared, of which instructions tell nothing");
	err = campaign_execute(campaign);
	if (err)
		return err;
	tell_counts(campaign, events);
	if (campaign_counts(campaign)->nr_disagreed)
		return error_create(
			ERROR_INTERNAL,
			"the infection filter is wrong: %s is killed; please report it, "
			"and use --no-infection-filter",
			campaign_counts(campaign)->disagreement);
	return NULL;
}

static struct error *run_all(struct campaign *campaign, const struct run_args *args,
			     const struct events *events)
{
	struct carry_over carry_over = { 0 };
	struct run_duplicates *duplicates = NULL;
	struct error *err = campaign_run_baseline(campaign);

	if (!err)
		err = campaign_make_plan(campaign);
	if (!err)
		err = run_reuse(campaign, args, events, &carry_over);
	if (!err)
		err = run_find_duplicates(campaign, args, events, &duplicates);
	if (!err)
		err = execute(campaign, args, events);
	if (!err)
		err = run_check_duplicates(campaign, duplicates, args, events);
	if (!err)
		tell_saved(campaign, &carry_over, events);
	if (!err)
		err = run_check_reuse(campaign, &carry_over, events);
	run_duplicates_destroy(duplicates);
	carry_over_deinit(&carry_over);
	return err;
}

/* Prints the summary; returns the exit code for the threshold. */
static int report(const struct run_args *args)
{
	_cleanup_free_ char *store = xasprintf("--store=%s", args->campaign.store);
	_cleanup_free_ char *threshold =
		args->threshold ? xasprintf("--threshold=%s", args->threshold) : NULL;
	char name[] = "remt report", limit[] = "--limit=20";
	char *argv[] = { name, store, limit, threshold, NULL };

	return cmd_report(threshold ? 4 : 3, argv);
}

/* Fails if nothing is known of any mutant: such a run is no success. */
static struct error *check_known(const struct campaign *campaign)
{
	const struct matrix_counts *counts = campaign_counts(campaign);

	if (!counts->nr_unknown || counts->nr_unknown < plan_count_done(campaign_plan(campaign)))
		return NULL;
	return error_create(ERROR_UNUSABLE, "no verdict is known; of the first: %s",
			    counts->unknown);
}

static bool is_listing(const struct run_args *args)
{
	return args->list_mutants || args->list_tests;
}

/* How far a run had come when it was stopped. */
enum run_stage { RUN_BEFORE_MUTANTS, RUN_MUTANTS, RUN_PROOFS };

static int end_cancelled(enum run_stage stage)
{
	static const char *const texts[] = {
		[RUN_BEFORE_MUTANTS] = "stopped before the first mutant; nothing is stored",
		[RUN_MUTANTS] = "stopped; all verdicts so far are stored, the same command goes on "
				"from here, after a new baseline",
		[RUN_PROOFS] = "stopped; all verdicts are stored, `remt equiv` goes on with the "
			       "proofs, and `remt report` tells what is known",
	};

	cmd_say("%s", texts[stage]);
	return 128 + (int)*cancelled;
}

/* Lists what is asked for, or runs all. *RET_STAGE: how far it came; *RET_UNKNOWN: that no verdict is known, or NULL. */
static struct error *carry_out(const struct run_args *args, const struct events *events,
			       enum run_stage *ret_stage, struct error **ret_unknown)
{
	struct campaign *campaign = NULL;
	bool is_list = is_listing(args);
	struct error *err = campaign_open(&args->campaign, events, &campaign);

	if (!err && !is_list)
		err = campaign_lock(campaign);
	if (!err)
		err = campaign_discover(campaign);
	if (!err && args->list_tests)
		print_tests(campaign_tests(campaign));
	if (!err && args->list_mutants)
		print_mutants(campaign_inventory(campaign));
	if (!err && !is_list)
		err = run_all(campaign, args, events);
	if (campaign && campaign_plan(campaign))
		*ret_stage = RUN_MUTANTS;
	if (!err && !is_list)
		*ret_unknown = check_known(campaign);
	campaign_close(campaign);
	return err;
}

static int run_campaign(const struct run_args *args)
{
	enum run_stage stage = RUN_BEFORE_MUTANTS;
	struct progress_view view;
	struct events events;
	struct error *err, *unknown = NULL;

	progress_view_init(&view, args->is_quiet);
	progress_view_events(&view, &events);
	if (run_is_unchanged(args, &events))
		return report(args);
	err = carry_out(args, &events, &stage, &unknown);
	if (!err && !unknown && !is_listing(args) && !*cancelled) {
		stage = RUN_PROOFS;
		err = run_prove(args, &events, clock_ms() - first_ms);
	}
	if (*cancelled) {
		error_destroy(err);
		error_destroy(unknown);
		return end_cancelled(stage);
	}
	if (err)
		return cmd_fail(err);
	if (is_listing(args))
		return EXIT_OK;
	int code = report(args);

	return unknown ? cmd_fail(unknown) : code;
}

int cmd_run(int argc, char **argv)
{
	struct run_args args;
	_cleanup_free_ char *working = NULL, *directory = NULL, *store = NULL,
			    *runtime = paths_runtime(), *request = NULL;
	struct error *err;
	int code;

	run_args_parse(&args, argc, argv);
	if (!runtime)
		return cmd_fail(
			error_create(ERROR_INTERNAL, "the run-time library is not installed"));
	err = path_working_directory(&working);
	if (!err)
		err = path_resolve(working, &directory);
	if (!err)
		err = cancel_catch(&cancelled);
	if (err)
		return cmd_fail(err);
	if (args.campaign.root && !fs_is_directory(args.campaign.root))
		return cmd_fail(error_create(ERROR_USAGE, "--root: %s is no directory",
					     args.campaign.root));
	store = path_absolute(directory, args.store ? args.store : ".remt");
	args.campaign.directory = directory;
	err = run_check_base(&args);
	if (err)
		return cmd_fail(err);
	args.campaign.store = store;
	args.campaign.runtime = runtime;
	args.campaign.cancelled = cancelled;
	request = run_request(&args, argc, argv);
	args.campaign.request = request;
	if (args.campaign.command || args.campaign.tests_file)
		code = run_campaign(&args);
	else
		code = run_cell(&args);
	run_args_deinit(&args);
	return code;
}
