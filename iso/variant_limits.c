/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of runs of variants. */
#include "iso/variant_state.h"

enum {
	/*
	 * divisor of the least processor time that a suspected timeout has; first runs get the
	 * quotient
	 */
	HASTE = 2,
	/*
	 * In milliseconds: the proof that a run never ends may take as long, and fail, so that
	 * shorter limits go without it.
	 */
	WORTH_A_PROOF_MS = 400,
};

bool variant_count_executions(const struct pass *pass, const struct variant_run *run,
			      uint64_t *ret_count)
{
	const struct coverage *coverage =
		&campaign_baseline(pass->side->campaign, run->test)->coverage;
	bool is_early = false;

	*ret_count = 0;
	for (uint32_t i = 0; i < run->nr_branches; i++) {
		const struct coverage_entry *entry = coverage_find(
			coverage, pass->side->branches.items.items[run->branches[i]].place);

		if (entry) {
			*ret_count += entry->count;
			is_early |= entry->before_main;
		}
	}
	if (run->mutant != BRANCH_NONE) {
		const struct inventory *inventory = campaign_inventory(pass->side->campaign);
		const struct coverage_entry *entry =
			coverage_find(coverage, inventory->mutants.items[run->mutant].place);

		is_early |= entry && entry->before_main;
	}
	return is_early;
}

/*
 * Returns what the test uses without negations, traced if the run is traced: hooks take several
 * times as long as the code that they look at.
 */
static struct allowance_use use_of(const struct pass *pass, const struct variant_run *run)
{
	struct allowance_use use = campaign_baseline(pass->side->campaign, run->test)->use;
	uint64_t traced_us = run->traces ? pass->side->traced_us[run->test] : 0;

	if (traced_us > use.cpu_us) {
		use.wall_us += traced_us - use.cpu_us;
		use.longest_us = 0;
		use.cpu_us = traced_us;
	}
	return use;
}

/*
 * Returns the limits of a hasty first run. Most variants that meet these do so in both versions,
 * and are alike. For the others all runs that follow have much more time.
 */
static struct limits first_limits(const struct allowance_opts *opts,
				  const struct allowance_use *use, uint64_t count)
{
	struct allowance_opts hasty = *opts;
	struct limits limits;

	hasty.min_cpu_ms /= HASTE;
	limits = allowance_suspecting(&hasty, use, count);
	if (limits.cpu_ms <= WORTH_A_PROOF_MS)
		limits.endless_ms = 0;
	limits.cpu_ms += !limits.cpu_ms; /* 0 would be no limit. */
	return limits;
}

struct limits variant_limits(const struct pass *pass, const struct variant_run *run, uint64_t count)
{
	const struct campaign *campaign = pass->side->campaign;
	const struct allowance_opts *opts = &campaign_opts(campaign)->allowance;
	struct allowance_use use = use_of(pass, run);
	struct limits limits = run->scale > 1  ? allowance_limits(opts, &use, count, run->scale)
			       : run->is_hasty ? first_limits(opts, &use, count)
					       : allowance_suspecting(opts, &use, count);

	limits.hits = 0; /* No other run tells what a variant does behind its negations. */
	return limits;
}

struct limits variant_trunk_limits(const struct pass *pass, const struct variant_run *run)
{
	struct allowance_use use = use_of(pass, run);
	struct limits limits = allowance_limits(&campaign_opts(pass->side->campaign)->allowance,
						&use, 0, VARIANT_PATIENCE);

	limits.hits = 0;
	return limits;
}
