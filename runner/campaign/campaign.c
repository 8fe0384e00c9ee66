/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens and closes a campaign, and hands its matrix over to the workers. */
#include "runner/campaign/campaign_state.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/path.h"
#include "common/strbuf.h"
#include "common/xalloc.h"
#include "runner/sandbox/inherited_limits.h"

enum { MAX_NAMED = 5 /* files named in one message */ };

struct error *campaign_open(const struct campaign_opts *opts, const struct events *events,
			    struct campaign **ret)
{
	struct scratch scratch;
	struct campaign *campaign;
	struct error *err;

	if (access(opts->runtime, R_OK) < 0)
		return error_errno(ERROR_INTERNAL, errno, "the run-time library %s", opts->runtime);
	err = inherited_limits_check(opts->jobs);
	if (err)
		return err;
	err = scratch_create(&scratch);
	if (err)
		return err;
	campaign = xcalloc(1, sizeof(*campaign));
	*campaign = (struct campaign){
		.opts = opts,
		.events = events,
		.scratch = scratch,
		.inputs = inputs_create(opts->store),
		.session = path_join(scratch.path, "session"),
	};
	*ret = campaign;
	return NULL;
}

void campaign_close(struct campaign *campaign)
{
	if (!campaign)
		return;
	worker_pool_destroy(campaign->pool);
	plan_destroy(campaign->plan);
	free(campaign->plan_tests);
	vec_deinit(&campaign->shares);
	free(campaign->mutant_keys);
	free(campaign->test_keys);
	baseline_destroy(campaign->baselines, campaign->suite.tests.nr_tests);
	coverage_reader_destroy(campaign->reader);
	inputs_destroy(campaign->inputs);
	entered_sets_deinit(&campaign->entered);
	extras_deinit(&campaign->extras);
	if (campaign->store)
		store_close(campaign->store);
	if (campaign->inventory.root)
		inventory_deinit(&campaign->inventory);
	modules_deinit(&campaign->modules);
	for (size_t i = 0; i < campaign->subjects.count; i++)
		subject_close(campaign->subjects.items[i]);
	vec_deinit(&campaign->subjects);
	slots_deinit(&campaign->variant_ids);
	free(campaign->variants);
	suite_deinit(&campaign->suite);
	free(campaign->session);
	scratch_destroy(&campaign->scratch);
	free(campaign->logs);
	free(campaign);
}

enum contain_wish campaign_wish(const struct campaign_opts *opts)
{
	if (opts->no_isolation)
		return CONTAIN_NOT;
	return opts->allow_network ? CONTAIN_ONLINE : CONTAIN_OFFLINE;
}

bool campaign_is_cancelled(const struct campaign *campaign)
{
	return campaign->opts->cancelled && *campaign->opts->cancelled;
}

struct error *campaign_cancelled(void)
{
	return error_create(ERROR_INTERNAL, "cancelled");
}

char *campaign_name_some(const struct campaign *campaign, char *const *paths, size_t count)
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

struct error *campaign_lock(struct campaign *campaign)
{
	struct error *err = store_open(campaign->opts->store, STORE_WRITE, &campaign->store);

	if (err)
		return err;
	if (store_damage(campaign->store))
		events_say(campaign->events, EVENT_WARNING, "%s", store_damage(campaign->store));
	campaign->logs = path_join(campaign->opts->store, "logs");
	return fs_make_directories(campaign->logs, 0777);
}

struct error *campaign_go_without_store(struct campaign *campaign)
{
	campaign->logs = path_join(campaign->scratch.path, "logs");
	return fs_make_directories(campaign->logs, 0700);
}

void campaign_estimate(const struct campaign *campaign, uint64_t *ret_least_ms,
		       uint64_t *ret_most_ms)
{
	uint64_t least, most;

	plan_estimate(campaign->plan, &least, &most);
	*ret_least_ms = least / 1000 / campaign->opts->jobs;
	*ret_most_ms = most / 1000 / campaign->opts->jobs;
}

static bool is_stopped(const struct campaign *campaign)
{
	return campaign->counts.is_cancelled || campaign->counts.is_budget_spent;
}

/* Runs what is planned, and adds to the counts. */
static struct error *run_matrix(struct campaign *campaign, const struct matrix_opts *opts)
{
	struct matrix_counts counts = { 0 };
	struct error *err = matrix_run(opts, campaign->plan, campaign->pool, campaign->store,
				       campaign->events, &counts);

	if (!err)
		matrix_counts_add(&campaign->counts, &counts);
	return err;
}

struct error *campaign_execute(struct campaign *campaign)
{
	struct matrix_opts opts = {
		.inventory = &campaign->inventory,
		.tests = &campaign->suite.tests,
		.baselines = campaign->baselines,
		.mutant_keys = campaign->mutant_keys,
		.test_keys = campaign->test_keys,
		.entered = &campaign->entered,
		.extras = &campaign->extras,
		.extra = { &campaign->modules, campaign->scratch.path, campaign->inputs },
		.allowance = campaign->opts->allowance,
		.infection = campaign->opts->infection,
		.splits = !campaign->variants && (campaign->opts->mode == BASELINE_AUTO ||
						  campaign->opts->mode == BASELINE_SPLIT),
		.splits_all = campaign->opts->mode == BASELINE_SPLIT,
		.tells_fallbacks = campaign->opts->mode == BASELINE_SPLIT,
		.logs = campaign->opts->keep_logs ? campaign->logs : NULL,
		.budget_ms = campaign->opts->budget_ms,
		.cancelled = campaign->opts->cancelled,
	};
	struct error *err;

	plan_start(campaign->plan);
	err = run_matrix(campaign, &opts);
	if (!err && !is_stopped(campaign) && campaign->shares.count) {
		err = campaign_share_verdicts(campaign);
		if (!err)
			err = run_matrix(campaign, &opts);
	}
	if (err || is_stopped(campaign))
		return err;
	err = campaign_record_extra_stamps(campaign);
	return err ? err : store_finish_run(campaign->store);
}
