/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the stored runs of the base, lets reuse/judge.h judge each of their cells, and writes the
 * verdicts that hold to the store of the campaign, with the run that found them as their origin. A
 * newer run decides before an older one. A kill that does not hold still tells the plan where to
 * expect one.
 *
 * Runs with variants of binaries, and runs under other conditions or surroundings, are not used.
 */
#include "reuse/settle.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/sites.h"
#include "reuse/judge.h"
#include "runner/baseline/layouts.h"
#include "runner/campaign/surroundings.h"

struct settler {
	struct campaign *campaign;
	const struct settle_opts *opts;
	struct settle *settle;
	struct store *old_store, *new_store;
	struct error *refusal; /* why a run could not be used */
	struct judge judge;
	struct slots mutants; /* by key: index in the inventory */
	struct slots tests;   /* by key: index in the suite */
	struct slots judged;  /* by old key: index in judge.tests */
	struct slots trails;  /* by old hash: index in translated */
	struct slots extras;  /* by old hash and test: index in carried */
	VEC(uint64_t) carried; /* hashes of the same in the new version */
	VEC(uint64_t) translated; /* hashes of the same in the new version; 0: there is none */
};

/*
 * True if the plan has the cell, which is that of one run: cells that are not reached have no
 * verdict, and those that depend on the layout are run in each, as the rules know one run of the
 * old version only.
 */
static bool is_planned(const struct settler *settler, uint32_t mutant, uint32_t test)
{
	const struct campaign *campaign = settler->campaign;
	const struct baseline *baseline = &campaign->baselines[test];

	return baseline_takes_part(baseline) &&
	       coverage_find(&baseline->coverage, campaign->inventory.mutants.items[mutant].place) &&
	       !layouts_next(&campaign->inventory, baseline, mutant, 0);
}

/* The trail HASH of an old run as one of the new version. */
static struct error *carry_trail(struct settler *settler, uint64_t hash, uint64_t *ret)
{
	struct campaign *campaign = settler->campaign;
	const struct trails *trails = &settler->judge.old->trails;
	uint32_t index = trails_find(trails, hash);

	*ret = 0;
	if (index == SLOTS_NONE)
		return NULL;
	if (slots_find(&settler->trails, hash) == SLOTS_NONE) {
		slots_add(&settler->trails, hash, (uint32_t)settler->translated.count);
		vec_push(&settler->translated,
			 trail_translate(&trails->trails.items[index], &settler->judge.difference,
					 &campaign->entered));
	}
	hash = settler->translated.items[slots_find(&settler->trails, hash)];
	return entered_store(&campaign->entered, campaign->store, hash, ret);
}

static bool is_named_by(const struct snapshot_test *test, const struct snapshot_input *input)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		const struct snapshot_input *other = &test->inputs.items[i];

		if (strcmp(other->path, input->path) == 0)
			return extra_is_covered(input->use, other->use);
	}
	return input->use == INPUT_LOADED;
}

/*
 * The extras of an old run as those of the new version: its test may not name all the files any more
 * that were left out for its sake.
 */
static uint64_t translate_extras(struct settler *settler, const struct judge_test *test,
				 const struct snapshot_test *new, uint64_t hash)
{
	const struct named_set *set = named_sets_find(&settler->judge.old->extras, hash);
	struct strbuf content = { 0 };
	size_t size;

	strbuf_add(&content, set->content, set->size);
	for (size_t i = 0; i < test->old->inputs.count; i++) {
		const struct snapshot_input *input = &test->old->inputs.items[i];

		if (!is_named_by(new, input))
			named_add_row(&content,
				      &(struct named_row){ input->use, input->state, input->path });
	}
	size = content.length;
	return named_sets_add(&settler->campaign->extras.sets, strbuf_take(&content), size);
}

static struct error *carry_extras(struct settler *settler, uint32_t index, uint64_t hash,
				  uint64_t *ret)
{
	struct campaign *campaign = settler->campaign;
	const uint64_t key[2] = { index, hash };
	uint64_t both = hash_bytes(key, sizeof(key));

	if (slots_find(&settler->extras, both) == SLOTS_NONE) {
		slots_add(&settler->extras, both, (uint32_t)settler->carried.count);
		vec_push(&settler->carried,
			 translate_extras(settler, &settler->judge.tests.items[index],
					  &settler->judge.new->tests.items[index], hash));
	}
	*ret = settler->carried.items[slots_find(&settler->extras, both)];
	return extras_store(&campaign->extras, campaign->store, *ret);
}

/* INDEX: of the test in judge.tests. */
static struct error *hold(struct settler *settler, const struct store_cell *old,
			  struct plan_cell cell, int64_t mutant, uint32_t index)
{
	int64_t test = settler->judge.new->tests.items[index].key;
	struct store_cell stored = *old;
	struct error *err;

	if (!plan_settle(settler->campaign->plan, cell, old->verdict))
		return NULL; /* a newer run has decided it */
	settler->settle->nr_held++;
	err = carry_trail(settler, old->entered, &stored.entered);
	if (!err)
		err = carry_extras(settler, index, old->extra, &stored.extra);
	if (err)
		return err;
	stored.mutant = mutant;
	stored.test = test;
	stored.origin = old->origin ? old->origin : settler->settle->run;
	return store_put_cell(settler->campaign->store, &stored);
}

static void count(struct settle *settle, enum judge_verdict judged)
{
	switch (judged) {
	case JUDGE_TEST: settle->nr_refused++; break;
	case JUDGE_BEFORE: settle->nr_before++; break;
	case JUDGE_AFTER: settle->nr_after++; break;
	case JUDGE_FILE: settle->nr_file++; break;
	case JUDGE_UNSEEN: settle->nr_unseen++; break;
	case JUDGE_HOLDS: break;
	}
}

/* For who asks later why the cell was run. */
static void note_file(struct settler *settler, const char *path)
{
	if (!strv_contains(settler->settle->files, path))
		strv_append(&settler->settle->files, path);
}

static struct error *settle_cell(void *arg, const struct store_cell *old)
{
	struct settler *settler = arg;
	struct settle *settle = settler->settle;
	const struct judge_mutant *mutant = judge_find_mutant(&settler->judge, old->mutant);
	uint32_t index = slots_find(&settler->judged, (uint64_t)old->test);

	if (old->verdict == VERDICT_UNKNOWN)
		return NULL;
	if (!mutant || index == SLOTS_NONE) {
		settle->nr_gone++;
		return NULL;
	}
	const struct judge_test *test = &settler->judge.tests.items[index];
	int64_t test_key = settler->judge.new->tests.items[index].key;
	struct plan_cell cell = {
		slots_find(&settler->mutants, (uint64_t)mutant->new_key),
		slots_find(&settler->tests, (uint64_t)test_key),
	};

	if (cell.mutant == SLOTS_NONE || cell.test == SLOTS_NONE ||
	    !is_planned(settler, cell.mutant, cell.test)) {
		settle->nr_gone++;
		return NULL;
	}
	enum judge_verdict judged =
		judge_cell(&settler->judge, test, mutant, old);

	if (judged != JUDGE_HOLDS) {
		count(settle, judged);
		if (judged == JUDGE_FILE)
			note_file(settler, judge_find_file(&settler->judge, old));
		if (verdict_is_killed(old->verdict))
			plan_expect_kill(settler->campaign->plan, cell);
		return NULL;
	}
	if (audit_takes(settler->opts->audit, mutant->new_key, test_key)) {
		audit_add(&settle->audit, mutant->new_key, test_key, old->verdict);
		return NULL;
	}
	return hold(settler, old, cell, mutant->new_key, index);
}

static void index_keys(struct settler *settler)
{
	const struct campaign *campaign = settler->campaign;

	for (size_t i = 0; i < campaign->inventory.mutants.count; i++)
		slots_add(&settler->mutants, (uint64_t)campaign->mutant_keys[i], (uint32_t)i);
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++)
		slots_add(&settler->tests, (uint64_t)campaign->test_keys[i], (uint32_t)i);
	for (size_t i = 0; i < settler->judge.tests.count; i++) {
		const struct snapshot_test *old = settler->judge.tests.items[i].old;

		if (old)
			slots_add(&settler->judged, (uint64_t)old->key, (uint32_t)i);
	}
}

/* For the user now, and for the store. */
static struct error *tell_refusals(struct settler *settler)
{
	struct error *err = NULL;

	for (size_t i = 0; i < settler->judge.tests.count && !err; i++) {
		const struct snapshot_test *new = &settler->judge.new->tests.items[i];
		const char *refusal = settler->judge.tests.items[i].refusal;

		if (!refusal)
			continue;
		_cleanup_free_ char *line =
			xasprintf("test %s%s: %s", new->test.name,
				  settler->judge.tests.items[i].has_trails
					  ? ", but for runs that came to no changed code"
					  : "",
				  refusal);

		strv_append(&settler->settle->refusals, line);
		err = store_put_refusal(settler->campaign->store, new->key, refusal);
	}
	return err;
}

/* Adds a line for each reason for which units of the old version are compared with none. */
static void tell_units(struct settle *settle, const struct pairs *pairs)
{
	const char *told = NULL;

	for (uint32_t u = 0; u < pairs->old->units.count; u++) {
		const char *why = pairs->new_unit[u] == PROGRAM_NONE ? pairs->refusal[u] : NULL;
		uint32_t count = 0;

		if (!why || (told && strcmp(told, why) == 0))
			continue;
		for (uint32_t o = 0; o < pairs->old->units.count; o++)
			count += pairs->new_unit[o] == PROGRAM_NONE && pairs->refusal[o] &&
				 strcmp(pairs->refusal[o], why) == 0;
		_cleanup_free_ char *line =
			xasprintf("mutants of %s%s: %s than before",
				  names_text(pairs->old->names, pairs->old->units.items[u].source),
				  count > 1 ? " and other sources" : "", why);

		strv_append(&settle->refusals, line);
		told = why;
	}
}

static struct error *settle_between(struct settler *settler, const struct snapshot *old,
				    const struct snapshot *new)
{
	struct error *err;

	judge_find(old, new, settler->campaign->inputs, &settler->judge);
	index_keys(settler);
	tell_units(settler->settle, &settler->judge.difference.pairs);
	err = tell_refusals(settler);
	if (!err)
		err = store_each_cell(old->store, 0, settle_cell, settler);
	judge_deinit(&settler->judge);
	slots_deinit(&settler->mutants);
	slots_deinit(&settler->tests);
	slots_deinit(&settler->judged);
	slots_deinit(&settler->trails);
	slots_deinit(&settler->extras);
	vec_deinit(&settler->translated);
	vec_deinit(&settler->carried);
	return err;
}

/* What the verdicts of a run depend on, but its tests and code. */
static struct error *compare_conditions(const struct snapshot *old, const struct snapshot *new)
{
	_cleanup_free_ char *other = NULL;

	if (!old->conditions)
		return error_create(ERROR_UNUSABLE,
				    "its last run was made by an earlier remt, which kept too "
				    "little of it");
	if (strcmp(old->run.preset, REMT_BINARY_PRESET) == 0 ||
	    strcmp(new->run.preset, REMT_BINARY_PRESET) == 0)
		return error_create(ERROR_UNUSABLE, "what variants of binaries do is not compared");
	if (old->surroundings && new->surroundings)
		other = surroundings_find_other(old->surroundings, new->surroundings);
	if (other)
		return error_create(ERROR_UNUSABLE,
				    "its verdicts were found with another %s than there is now",
				    other);
	if (!new->conditions || strcmp(old->conditions, new->conditions) != 0)
		return error_create(ERROR_UNUSABLE,
				    "its verdicts were found under other limits, another oracle or "
				    "another isolation than what is asked for now");
	return NULL;
}

static struct error *settle_from(struct settler *settler)
{
	struct names *names = names_create();
	struct snapshot old = { 0 }, new = { 0 };
	struct error *err = snapshot_read(settler->old_store, names, &old);

	if (!err)
		err = snapshot_read(settler->new_store, names, &new);
	if (!err)
		err = compare_conditions(&old, &new);
	if (!err) {
		free(settler->settle->started);
		settler->settle->started = xstrdup(old.run.started);
		err = settle_between(settler, &old, &new);
	}
	snapshot_deinit(&old);
	snapshot_deinit(&new);
	names_destroy(names);
	return err;
}

/* A run that can't be used leaves the others as they are. */
static struct error *settle_run(void *arg, int64_t run)
{
	struct settler *settler = arg;
	struct settle *settle = settler->settle;
	int64_t newer = settle->run;
	struct error *err = store_choose(settler->old_store, run);

	settle->run = run;
	settle->nr_before = settle->nr_after = settle->nr_refused = settle->nr_gone = 0;
	settle->nr_file = settle->nr_unseen = 0;
	strv_destroy(settle->refusals);
	settle->refusals = NULL;
	if (!err)
		err = settle_from(settler);
	if (!err || err->code == ERROR_INTERNAL)
		return err;
	settle->run = newer;
	error_destroy(settler->refusal);
	settler->refusal = err;
	return NULL;
}

/* All runs of the base, which may be the store of the campaign itself. */
static struct error *settle_runs(struct settler *settler, int64_t current)
{
	const char *base = settler->opts->base;
	bool is_own = fs_is_same(base, settler->campaign->opts->store);
	struct error *err = store_open(base, STORE_READ, &settler->old_store);

	if (!err)
		err = store_open(settler->campaign->opts->store, STORE_READ, &settler->new_store);
	if (!err)
		err = store_each_base(settler->old_store, is_own ? current : 0,
				      settler->opts->commit, settle_run, settler);
	if (!err && settler->opts->commit && !settler->settle->run && !settler->refusal) {
		settler->settle->is_other_commit = true;
		err = store_each_base(settler->old_store, is_own ? current : 0, NULL, settle_run,
				      settler);
	}
	store_close(settler->old_store);
	store_close(settler->new_store);
	if (err || settler->settle->run) {
		error_destroy(settler->refusal);
		return err;
	}
	return settler->refusal;
}

/* For `remt show --why`. */
static struct error *note_base(struct campaign *campaign, const struct settle_opts *opts,
			       int64_t run)
{
	_cleanup_free_ char *number = xasprintf("%" PRId64, run);
	struct error *err = store_put_meta(campaign->store, "base", run ? opts->base : "");

	return err ? err : store_put_meta(campaign->store, "base-run", number);
}

static struct error *note_files(struct campaign *campaign, char *const *files)
{
	struct strbuf lines = { 0 };

	for (size_t i = 0; files && files[i]; i++)
		strbuf_addf(&lines, "%s\n", files[i]);
	struct error *err =
		store_put_meta(campaign->store, SNAPSHOT_CHANGED_EXTRAS, strbuf_get(&lines));

	strbuf_deinit(&lines);
	return err;
}

struct error *settle_cells(struct campaign *campaign, const struct settle_opts *opts,
			   struct settle *ret)
{
	struct settler settler = { .campaign = campaign, .opts = opts, .settle = ret };
	_cleanup_free_ char *done = NULL;
	struct store_run run;
	struct error *err;

	*ret = (struct settle){ 0 };
	err = store_get_run(campaign->store, &run);
	if (!err)
		err = store_get_meta(campaign->store, "base", &done);
	if (!err && campaign->opts->allow_network)
		err = error_create(ERROR_UNUSABLE,
				   "nothing can be carried over of tests that may reach the "
				   "network: --base and --allow-network exclude each other");
	ret->is_resumed = done || campaign->nr_settled;
	if (err || ret->is_resumed)
		return err;
	ret->spent_ms = clock_ms();
	err = settle_runs(&settler, run.key);
	ret->spent_ms = clock_ms() - ret->spent_ms;
	if (err)
		return error_wrap(err, "the base %s", opts->base);
	err = note_base(campaign, opts, ret->run);
	if (!err)
		err = note_files(campaign, ret->files);
	return err ? err : store_flush(campaign->store);
}

void settle_deinit(struct settle *settle)
{
	free(settle->started);
	strv_destroy(settle->refusals);
	strv_destroy(settle->files);
	audit_deinit(&settle->audit);
}
