/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cells that are to be run, without those that an unfinished run has decided. */
#include <stdlib.h>

#include "common/xalloc.h"
#include "runner/campaign.h"

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
