/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the tests into the store: what each of them does, reaches and reads. */

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_mapped.h"
#include "runner/campaign/campaign_state.h"
#include "runner/test/test_record.h"

enum { MIN_PROBES = 3 /* runs that agree in the order in which they reached the sites */ };

static struct error *record_cover(struct campaign *campaign, size_t test)
{
	const struct coverage *coverage = &campaign->baselines[test].coverage;

	for (size_t i = 0; i < coverage->nr_entries; i++) {
		const struct coverage_entry *entry = &coverage->entries[i];
		const struct inventory_place *place =
			&campaign->inventory.places.items[entry->place];

		for (uint32_t m = place->first_mutant; m < place->first_mutant + place->nr_mutants;
		     m++) {
			struct store_cover stored = {
				.test = campaign->test_keys[test],
				.mutant = campaign->mutant_keys[m],
				.first = entry->first,
				.count = entry->count,
				.before_main = entry->before_main,
				.is_changing = entry->is_changing,
			};
			struct error *err = store_put_cover(campaign->store, &stored);

			if (err)
				return err;
		}
	}
	return NULL;
}

/* Records cells that are not in the plan and must not be taken for "not reached". */
static struct error *record_unseen(struct campaign *campaign, size_t test,
				   const struct module *module)
{
	const struct inventory *inventory = &campaign->inventory;
	_cleanup_free_ char *reason = baseline_unseen_reason(module);

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		struct store_cell stored = {
			.test = campaign->test_keys[test],
			.mutant = campaign->mutant_keys[i],
			.verdict = VERDICT_UNKNOWN,
			.mode = WORKER_NONE,
			.detail = reason,
		};

		if (!module_has_mutant(module, inventory, &inventory->mutants.items[i]))
			continue;
		struct error *err = store_put_cell(campaign->store, &stored);

		if (err)
			return err;
	}
	return NULL;
}

static bool has_whole_trace(const struct baseline *baseline)
{
	return baseline->footprint.is_whole && !baseline->unseen.count &&
	       !baseline->coverage.unknown_units.count;
}

static struct error *record_tests(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct test *test = &campaign->suite.tests.tests[i];
		const struct baseline *baseline = &campaign->baselines[i];
		_cleanup_free_ char *command = test_record_command(test, environ);
		_cleanup_free_ char *record = test_record_write(test);
		struct store_test stored = {
			.name = test->name,
			.harness = test->harness,
			.command = command,
			.record = record,
			.quarantined = baseline->is_quarantined,
			.reason = baseline->reason ? baseline->reason : "",
			.cpu_us = baseline->cpu_us,
			.wall_us = baseline->wall_us,
			.result = (int)baseline->result,
			.changes = baseline_changes(baseline),
			.oracle = baseline->expected ? STORE_ORACLE_OUTPUT : STORE_ORACLE_TEST,
			.output_hash = baseline->expected ? baseline->output_hash : 0,
			.nr_processes = baseline->footprint.nr_processes,
			.was_killed = baseline->footprint.was_killed,
			.has_trace = has_whole_trace(baseline),
			.limits = allowance_identity(&campaign->opts->allowance, &baseline->use),
		};
		struct error *err = entered_set_store(
			&campaign->entered, campaign->store,
			baseline->has_changing_entries ? 0 : baseline->entered, &stored.entered);

		if (!err)
			err = store_put_test(campaign->store, &stored);
		if (err)
			return err;
		campaign->test_keys[i] = stored.key;
	}
	return NULL;
}

/* Records the reached sites, in the order in which units were read. */
static struct error *record_order(struct campaign *campaign, size_t test)
{
	const struct inventory *inventory = &campaign->inventory;
	const struct coverage *coverage = &campaign->baselines[test].coverage;
	_cleanup_free_ struct store_reached *rows =
		xcalloc(coverage->nr_reached + 1, sizeof(*rows));
	bool is_steady =
		!coverage->has_changing_order && campaign->baselines[test].nr_probes >= MIN_PROBES;
	size_t unit = 0;

	for (size_t i = 0; i < coverage->nr_reached; i++) {
		const struct coverage_reached *reached = &coverage->reached[i];

		while (reached->site >= inventory->units.items[unit].first_site +
						inventory->units.items[unit].nr_sites)
			unit++;
		rows[i] = (struct store_reached){
			.uid = inventory->units.items[unit].uid,
			.site = reached->site - inventory->units.items[unit].first_site,
			.first = is_steady ? reached->first : 0,
		};
	}
	return store_put_reach(campaign->store, campaign->test_keys[test], rows,
			       coverage->nr_reached);
}

static struct error *record_footprint(struct campaign *campaign, size_t test)
{
	const struct footprint *footprint = &campaign->baselines[test].footprint;
	int64_t key = campaign->test_keys[test];
	struct error *err = NULL;

	for (size_t i = 0; !err && i < footprint->modules.count; i++)
		err = store_put_test_module(
			campaign->store, key,
			(uint32_t)(footprint->modules.items[i] - campaign->modules.modules.items));
	for (size_t i = 0; !err && i < footprint->names.count; i++) {
		const struct footprint_name *name = &footprint->names.items[i];
		struct store_input input = {
			.test = key,
			.path = name->path,
			.use = name->use,
			.state = inputs_state(campaign->inputs, name->path, name->use),
		};

		err = store_put_input(campaign->store, &input);
	}
	return err;
}

/* Records what each test reaches, and what can't be known of that. */
static struct error *record_reach(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct baseline *baseline = &campaign->baselines[i];
		struct error *err = record_cover(campaign, i);

		if (!err)
			err = record_order(campaign, i);
		if (!err)
			err = record_footprint(campaign, i);
		for (size_t m = 0; m < baseline->unseen.count && !err; m++)
			err = record_unseen(campaign, i, baseline->unseen.items[m]);
		if (err)
			return err;
	}
	return NULL;
}

/*
 * In a resumed run, earlier baselines may have reached other places, which the rows of the tests
 * tell.
 */
struct error *campaign_record_tests(struct campaign *campaign)
{
	struct error *err;

	campaign->test_keys =
		xcalloc(campaign->suite.tests.nr_tests + 1, sizeof(*campaign->test_keys));
	if (campaign->is_resumed) {
		err = campaign_recall_outputs(campaign);
		if (err)
			return err;
	}
	err = record_tests(campaign);
	if (!err && campaign->is_resumed) {
		err = campaign_recall_coverage(campaign);
		if (!err)
			err = record_tests(campaign);
	}
	return err ? err : record_reach(campaign);
}
