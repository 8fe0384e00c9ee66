/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Puts everything but the verdicts into the store: here the run and what it depends on, the code in
 * campaign_record_code.c, the tests in campaign_record_tests.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/hash.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "runner/campaign/campaign_state.h"
#include "runner/campaign/commit.h"
#include "runner/campaign/surroundings.h"

static void hash_units(struct hash *hash, const struct inventory *inventory)
{
	_cleanup_free_ uint64_t *uids = xcalloc(inventory->units.count + 1, sizeof(*uids));

	for (size_t i = 0; i < inventory->units.count; i++)
		uids[i] = inventory->units.items[i].uid;
	qsort(uids, inventory->units.count, sizeof(*uids), compare_u64);
	hash_add(hash, uids, inventory->units.count * sizeof(*uids));
}

/*
 * Hashes objects, mutants, tests and all options that verdicts depend on. Environments change from
 * run to run and don't count.
 */
static char *plan_hash(const struct campaign *campaign, enum store_oracle oracle)
{
	const struct campaign_opts *opts = campaign->opts;
	const struct inventory *inventory = &campaign->inventory;
	struct hash *hash = hash_create();
	char hex[HASH_HEX_SIZE];

	hash_units(hash, inventory);
	for (size_t i = 0; i < inventory->mutants.count; i++)
		hash_add_u64(hash, inventory->mutants.items[i].id);
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct test *test = &campaign->suite.tests.tests[i];
		_cleanup_free_ char *command = shell_quote_argv(test->argv);

		hash_add_string(hash, test->name);
		hash_add_string(hash, command);
		hash_add_string(hash, test->directory);
	}
	hash_add_u64(hash, opts->is_full);
	hash_add_u64(hash, opts->mode == BASELINE_EXEC);
	hash_add_u64(hash, campaign_wish(opts));
	if (oracle != STORE_ORACLE_TEST) /* earlier versions knew only this oracle */
		hash_add_u64(hash, oracle);
	hash_add(hash, &opts->allowance, sizeof(opts->allowance));
	hash_to_hex(hash_take(hash), hex);
	return xstrdup(hex);
}

/* Tells that an unfinished run could be resumed but for its oracle. */
static void tell_other_oracle(const struct campaign *campaign)
{
	enum store_oracle oracle = campaign->opts->oracle;
	enum store_oracle other =
		oracle == STORE_ORACLE_TEST ? STORE_ORACLE_OUTPUT : STORE_ORACLE_TEST;
	_cleanup_free_ char *plan = plan_hash(campaign, other);
	struct store_run last;
	struct error *err = store_get_run(campaign->store, &last);

	if (!err && !last.finished[0] && strcmp(last.plan, plan) == 0)
		events_say(campaign->events, EVENT_WARNING,
			   "the unfinished run has --oracle=%s and is not resumed: verdicts of two "
			   "oracles can't be mixed; a new one begins with --oracle=%s",
			   store_oracle_name(other), store_oracle_name(oracle));
	error_destroy(err); /* there is no run yet */
}

static struct error *record_run(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	char *const listed[] = { (char *)"--tests", (char *)opts->tests_file, NULL };
	_cleanup_free_ char *command = shell_quote_argv(opts->tests_file ? listed : opts->command);
	_cleanup_free_ char *plan = plan_hash(campaign, opts->oracle);
	char started[32];
	time_t now = time(NULL);
	struct tm utc;

	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
	struct store_run run = {
		.command = command,
		.root = campaign->inventory.root,
		.preset = campaign->inventory.preset,
		.compiler = campaign->inventory.compiler,
		.plan = plan,
		.started = started,
		.finished = "",
		.full = opts->is_full,
		.oracle = opts->oracle,
	};

	tell_other_oracle(campaign);
	struct error *err = campaign_check_resume(campaign, plan);

	if (err)
		return err;
	return store_begin_run(campaign->store, &run, &campaign->is_resumed);
}

static struct error *record_number(struct campaign *campaign, const char *name, uint64_t value)
{
	_cleanup_free_ char *text = xasprintf("%" PRIu64, value);

	return store_put_meta(campaign->store, name, text);
}

/* Records what all verdicts depend on beside the tests and the code. */
static struct error *record_conditions(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	_cleanup_free_ char *surroundings = surroundings_describe();
	struct hash *hash = hash_create();
	char hex[HASH_HEX_SIZE];
	struct error *err;

	hash_add_u64(hash, campaign_wish(opts));
	hash_add_u64(hash, opts->oracle);
	hash_add(hash, &opts->allowance, sizeof(opts->allowance));
	hash_add_string(hash, surroundings);
	hash_to_hex(hash_take(hash), hex);
	err = store_put_meta(campaign->store, "surroundings", surroundings);
	return err ? err : store_put_meta(campaign->store, "conditions", hex);
}

/* Records the name by which `--base=REF` finds the run. */
static struct error *record_commit(struct campaign *campaign)
{
	_cleanup_free_ char *commit = commit_current(campaign->inventory.root);

	return store_put_meta(campaign->store, STORE_META_COMMIT, commit ? commit : "");
}

struct error *campaign_record(struct campaign *campaign)
{
	const struct inventory *inventory = &campaign->inventory;
	struct error *err = record_run(campaign);

	if (!err)
		err = campaign_record_code(campaign);
	if (!err)
		err = campaign_record_tests(campaign);
	if (!err)
		err = record_number(campaign, "left-out-tests", inventory->nr_left_out_tests);
	if (!err)
		err = record_number(campaign, "left-out-filter", inventory->nr_left_out_filter);
	if (!err)
		err = record_number(campaign, "left-out-sample", inventory->nr_left_out_sample);
	if (!err)
		err = record_number(campaign, "allow-network", campaign->opts->allow_network);
	if (!err)
		err = record_conditions(campaign);
	if (!err)
		err = record_commit(campaign);
	if (!err)
		err = campaign_record_stamps(campaign);
	if (!err)
		err = store_flush(campaign->store);
	return err;
}
