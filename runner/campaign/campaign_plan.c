/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans the cells that have to be run. */
#include "common/xalloc.h"
#include "runner/baseline/layouts.h"
#include "runner/campaign/campaign_state.h"

struct error *campaign_make_plan(struct campaign *campaign)
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
	/* Only after recording the coverage, since this build's tests do not reach these places. */
	for (uint32_t i = 0; i < nr_tests; i++)
		layouts_extend(&campaign->baselines[i]);
	campaign->plan = plan_create(&campaign->inventory, campaign->plan_tests, nr_tests, &opts);
	if (campaign->is_resumed)
		err = campaign_recall_cells(campaign);
	return err;
}
