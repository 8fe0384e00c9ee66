/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Mutants that share the verdicts of another one. They are held back while that one is run, and get its verdicts test by
 * test. Then they are run by the tests that have told nothing of it: that do not reach it, or whose verdict is unknown.
 */
#include <stdlib.h>

#include "common/slots.h"
#include "runner/campaign/campaign_state.h"

struct sharing {
	struct campaign *campaign;
	struct slots tests; /* by key: index */
	struct campaign_share share;
};

void campaign_share(struct campaign *campaign, size_t mutant, size_t run)
{
	vec_push(&campaign->shares, ((struct campaign_share){ (uint32_t)mutant, (uint32_t)run }));
	plan_hold(campaign->plan, (uint32_t)mutant);
}

/* Gives the verdict of a cell to the same test's cell of the mutant that shares it. */
static struct error *share_cell(void *arg, const struct store_cell *cell)
{
	struct sharing *sharing = arg;
	struct campaign *campaign = sharing->campaign;
	uint32_t test = slots_find(&sharing->tests, (uint64_t)cell->test);
	const struct plan_cell planned = { sharing->share.mutant, test };
	struct store_cell shared = *cell;

	if (cell->verdict == VERDICT_UNKNOWN || test == SLOTS_NONE ||
	    !plan_set_verdict(campaign->plan, planned, cell->verdict))
		return NULL;
	shared.mutant = campaign->mutant_keys[sharing->share.mutant];
	shared.shared = campaign->mutant_keys[sharing->share.run];
	shared.origin = 0;
	shared.wall_us = 0;
	/* What a run enters and names is known of the mutant that was run alone: a call may be in one source only. */
	shared.entered = shared.extra = 0;
	campaign->counts.nr_shared++;
	return store_put_cell(campaign->store, &shared);
}

struct error *campaign_share_verdicts(struct campaign *campaign)
{
	struct sharing sharing = { .campaign = campaign };
	struct error *err = NULL;

	for (size_t t = 0; t < campaign->suite.tests.nr_tests; t++)
		slots_add(&sharing.tests, (uint64_t)campaign->test_keys[t], (uint32_t)t);
	for (size_t i = 0; i < campaign->shares.count && !err; i++) {
		sharing.share = campaign->shares.items[i];
		err = store_each_cell(campaign->store, campaign->mutant_keys[sharing.share.run],
				      share_cell, &sharing);
		if (!err)
			plan_release(campaign->plan, sharing.share.mutant);
	}
	slots_deinit(&sharing.tests);
	return err ? err : store_flush(campaign->store);
}
