/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts everything but the verdicts into the store. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/hash.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_mapped.h"
#include "runner/campaign/campaign.h"
#include "runner/campaign/commit.h"
#include "runner/campaign/surroundings.h"
#include "runner/test/test_record.h"
#include "sites/foreign.h"
#include "sites/linkage.h"
#include "sites/resolution.h"

enum { MIN_PROBES = 3 /* runs that agree in the order in which they reached the sites */ };

static void hash_units(struct hash *hash, const struct inventory *inventory)
{
	_cleanup_free_ uint64_t *uids = xcalloc(inventory->units.count + 1, sizeof(*uids));

	for (size_t i = 0; i < inventory->units.count; i++)
		uids[i] = inventory->units.items[i].uid;
	qsort(uids, inventory->units.count, sizeof(*uids), compare_u64);
	hash_add(hash, uids, inventory->units.count * sizeof(*uids));
}

/* Objects, mutants, tests and all options that verdicts depend on.  Environments change from run to
 * run and don't count. */
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
	if (oracle != STORE_ORACLE_TEST) /* of which earlier versions knew no other */
		hash_add_u64(hash, oracle);
	hash_add(hash, &opts->allowance, sizeof(opts->allowance));
	hash_to_hex(hash_take(hash), hex);
	return xstrdup(hex);
}

/* An unfinished run that could be resumed, but for its oracle, is not passed over in silence. */
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
	error_destroy(err); /* there is none yet */
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

static struct error *record_files(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->inventory.files.count; i++) {
		const struct inventory_file *file = &campaign->inventory.files.items[i];
		struct store_file stored = {
			.path = file->path,
			.hash = file->hash,
			.folded = file->folded,
			.macro = file->macro,
			.shape = file->shape,
			.user = file->user,
		};

		if (file->is_test)
			continue;
		struct error *err = store_put_file(campaign->store, &stored);

		if (err)
			return err;
	}
	return NULL;
}

/* Of code that was not instrumented nothing is known but that it is the same. */
static struct error *record_subject(struct campaign *campaign, uint32_t number,
				    const struct subject *subject)
{
	struct store_module stored = {
		.module = number,
		.path = subject->path,
		.foreign = subject->path,
		.content = subject->module.uid,
		.resolution = "",
	};

	return store_put_module(campaign->store, &stored);
}

static struct error *record_module(struct campaign *campaign, uint32_t number,
				   const struct site_tables *tables)
{
	const char *path = campaign->modules.modules.items[number].path;
	_cleanup_free_ char *resolution = NULL;
	struct store_module stored = { .module = number, .path = path };
	struct foreign foreign = { 0 };
	struct error *err = linkage_read(path, &stored.linkage);

	if (!err)
		err = resolution_read(path, tables, &resolution);
	if (!err)
		err = foreign_read(path, tables, &foreign);
	if (!err && (foreign_name(&foreign) || foreign.is_optimized))
		stored.content = resolution_image(resolution);
	stored.resolution = resolution;
	stored.foreign = foreign_name(&foreign);
	if (!stored.foreign)
		stored.foreign = "";
	if (!err)
		err = store_put_module(campaign->store, &stored);
	foreign_deinit(&foreign);
	return err;
}

/* Of one module; units that another one has, too, are put again, which changes nothing. */
static struct error *record_units_of(struct campaign *campaign, uint32_t number)
{
	const struct module *module = &campaign->modules.modules.items[number];
	struct site_tables tables = { 0 };
	struct error *err = module_tables(module, &tables);

	if (!err)
		err = module->subject ? record_subject(campaign, number, module->subject)
				      : record_module(campaign, number, &tables);
	for (size_t i = 0; !err && i < tables.nr_tables; i++) {
		const struct site_table *table = &tables.tables[i];
		_cleanup_free_ char *source = inventory_path(
			&campaign->inventory, site_table_string(table, table->header->comp_dir_str),
			site_table_string(table, table->header->input_str));
		struct store_unit unit = {
			.uid = table->header->uid,
			.source = source,
			.content = table->header,
			.size = table->header->size,
		};

		struct store_link link = {
			.uid = unit.uid,
			.module = number,
			.is_library = module->kind == INVENTORY_LIBRARY,
		};

		err = store_put_unit(campaign->store, &unit);
		if (!err)
			err = store_put_link(campaign->store, &link);
	}
	if (!module->subject)
		site_tables_deinit(&tables);
	return err;
}

static struct error *record_units(struct campaign *campaign)
{
	struct error *err = NULL;

	for (uint32_t i = 0; !err && i < campaign->modules.modules.count; i++)
		err = record_units_of(campaign, i);
	return err;
}

static struct error *record_instances(struct campaign *campaign,
				      const struct inventory_mutant *mutant, int64_t key)
{
	const struct inventory *inventory = &campaign->inventory;

	for (uint32_t i = 0; i < mutant->nr_instances; i++) {
		const struct inventory_instance *instance =
			&inventory->instances.items[mutant->first_instance + i];
		struct store_instance stored = {
			.mutant = key,
			.uid = inventory->units.items[instance->unit].uid,
			.site = instance->site,
			.function = instance->function,
			.alternative = instance->alternative,
		};
		struct error *err = store_put_instance(campaign->store, &stored);

		if (err)
			return err;
	}
	return NULL;
}

static struct error *record_mutants(struct campaign *campaign)
{
	const struct inventory *inventory = &campaign->inventory;

	campaign->mutant_keys =
		xcalloc(inventory->mutants.count + 1, sizeof(*campaign->mutant_keys));
	for (size_t i = 0; i < inventory->mutants.count; i++) {
		const struct inventory_mutant *mutant = &inventory->mutants.items[i];
		struct store_mutant stored = {
			.file = mutant->file,
			.function = mutant->function,
			.line = mutant->line,
			.column = mutant->column,
			.end_line = mutant->end_line,
			.end_column = mutant->end_column,
			.site_line = mutant->site_line,
			.site_column = mutant->site_column,
			.site_end_line = mutant->site_end_line,
			.site_end_column = mutant->site_end_column,
			.op = mutant->op,
			.replacement = mutant->replacement,
			.description = mutant->description,
			.line_hash = mutant->line_hash,
			.flags = mutant->flags,
		};

		inventory_id_text(mutant->id, stored.id);
		struct error *err = store_put_mutant(campaign->store, &stored);

		if (!err)
			err = record_instances(campaign, mutant, stored.key);
		if (err)
			return err;
		campaign->mutant_keys[i] = stored.key;
	}
	return NULL;
}

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

/* Cells that are not in the plan, and must not be taken for "not reached". */
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

/* Sites in the order in which units were read. */
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

/* What each test reaches, and what can't be known of that. */
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

/* Earlier baselines of a resumed run may have reached other places, which their tests' rows say. */
static struct error *record_baselines(struct campaign *campaign)
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

static struct error *record_number(struct campaign *campaign, const char *name, uint64_t value)
{
	_cleanup_free_ char *text = xasprintf("%" PRIu64, value);

	return store_put_meta(campaign->store, name, text);
}

/* What all verdicts depend on, but the tests and the code. */
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

/* The name that `--base=REF` finds the run by. */
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
		err = record_files(campaign);
	if (!err)
		err = record_units(campaign);
	if (!err)
		err = record_mutants(campaign);
	if (!err)
		err = record_baselines(campaign);
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
