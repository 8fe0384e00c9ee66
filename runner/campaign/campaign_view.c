/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows other folders what they may know of a campaign. */
#include "runner/campaign/campaign_state.h"

const struct campaign_opts *campaign_opts(const struct campaign *campaign)
{
	return campaign->opts;
}

const char *campaign_scratch(const struct campaign *campaign)
{
	return campaign->scratch.path;
}

struct store *campaign_store(const struct campaign *campaign)
{
	return campaign->store;
}

struct inputs *campaign_inputs(const struct campaign *campaign)
{
	return campaign->inputs;
}

const struct test_list *campaign_tests(const struct campaign *campaign)
{
	return &campaign->suite.tests;
}

const struct modules *campaign_modules(const struct campaign *campaign)
{
	return &campaign->modules;
}

const struct inventory *campaign_inventory(const struct campaign *campaign)
{
	return &campaign->inventory;
}

struct subject_list campaign_subjects(const struct campaign *campaign)
{
	return (struct subject_list){ campaign->subjects.items, campaign->subjects.count };
}

bool campaign_has_variants(const struct campaign *campaign)
{
	return campaign->variants != NULL;
}

bool campaign_is_blind(const struct campaign *campaign)
{
	return campaign->is_blind;
}

const struct baseline *campaign_baseline(const struct campaign *campaign, size_t test)
{
	return &campaign->baselines[test];
}

struct worker_pool *campaign_pool(const struct campaign *campaign)
{
	return campaign->pool;
}

bool campaign_has_view(const struct campaign *campaign)
{
	return campaign->has_view;
}

struct error *campaign_read_coverage(struct campaign *campaign, const char *directory,
				     struct coverage *ret)
{
	return coverage_read(campaign->reader, directory, ret);
}

struct plan *campaign_plan(const struct campaign *campaign)
{
	return campaign->plan;
}

bool campaign_is_resumed(const struct campaign *campaign)
{
	return campaign->is_resumed;
}

uint64_t campaign_count_recalled(const struct campaign *campaign)
{
	return campaign->nr_recalled;
}

int64_t campaign_mutant_key(const struct campaign *campaign, size_t mutant)
{
	return campaign->mutant_keys[mutant];
}

int64_t campaign_test_key(const struct campaign *campaign, size_t test)
{
	return campaign->test_keys[test];
}

struct entered_sets *campaign_entered(struct campaign *campaign)
{
	return &campaign->entered;
}

struct extras *campaign_extras(struct campaign *campaign)
{
	return &campaign->extras;
}

const struct matrix_counts *campaign_counts(const struct campaign *campaign)
{
	return &campaign->counts;
}
