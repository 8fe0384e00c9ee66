/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the stored runs of the base, lets reuse/judge.h judge each of their cells, and writes the
 * verdicts that hold to the store of the campaign, with the run that found them as their origin. A
 * newer run decides before an older one. A kill that does not hold still tells the plan where to
 * expect one.
 *
 * Runs with variants of binaries, and runs under other conditions or surroundings, are not used.
 */
#include "reuse/carry_over.h"

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

struct carrier {
	struct campaign *campaign;
	const struct carry_over_opts *opts;
	struct carry_over *carry_over;
	struct store *old_store, *new_store;
	struct error *refusal; /* why a run could not be used; NULL: none was refused */
	struct judge judge;
	struct slots mutants;  /* by key: index in the inventory */
	struct slots tests;    /* by key: index in the suite */
	struct slots judged;   /* by old key: index in judge.tests */
	struct slots sets;     /* by old hash: index in translated */
	struct slots extras;   /* by old hash and test: index in carried */
	VEC(uint64_t) carried; /* hashes of the translated extras */
	/* Hashes of the translated sets; 0: the new version has no such set. */
	VEC(uint64_t) translated;
};

/*
 * True if the plan has the cell and one run decides it. A cell that is not reached has no verdict.
 * A cell that depends on the layout is run in each layout, while the rules know one run of the old
 * version only.
 */
static bool is_planned(const struct carrier *carrier, uint32_t mutant, uint32_t test)
{
	const struct campaign *campaign = carrier->campaign;
	const struct baseline *baseline = campaign_baseline(campaign, test);

	return baseline_takes_part(baseline) &&
	       coverage_find(&baseline->coverage,
			     campaign_inventory(campaign)->mutants.items[mutant].place) &&
	       !layouts_next(campaign_inventory(campaign), baseline, mutant, 0);
}

/* Translates the set HASH of an old run to the new version. */
static struct error *carry_set(struct carrier *carrier, uint64_t hash, uint64_t *ret)
{
	struct campaign *campaign = carrier->campaign;
	const struct resolved_sets *sets = &carrier->judge.old->sets;
	uint32_t index = resolved_sets_find(sets, hash);

	*ret = 0;
	if (index == SLOTS_NONE)
		return NULL;
	if (slots_find(&carrier->sets, hash) == SLOTS_NONE) {
		slots_add(&carrier->sets, hash, (uint32_t)carrier->translated.count);
		vec_push(&carrier->translated, resolved_set_translate(&sets->items.items[index],
								      &carrier->judge.difference,
								      campaign_entered(campaign)));
	}
	hash = carrier->translated.items[slots_find(&carrier->sets, hash)];
	return entered_set_store(campaign_entered(campaign), campaign_store(campaign), hash, ret);
}

static bool is_named_by(const struct stored_test *test, const struct stored_input *input)
{
	for (size_t i = 0; i < test->inputs.count; i++) {
		const struct stored_input *other = &test->inputs.items[i];

		if (strcmp(other->path, input->path) == 0)
			return extra_is_covered(input->use, other->use);
	}
	return input->use == INPUT_LOADED;
}

/*
 * Translates the extras of an old run to the new version. Files that the old test named were left
 * out of them; the new test may not name all of these.
 */
static uint64_t translate_extras(struct carrier *carrier, const struct judge_test *test,
				 const struct stored_test *new, uint64_t hash)
{
	const struct named_set *set = named_sets_find(&carrier->judge.old->extras, hash);
	struct strbuf content = { 0 };
	size_t size;

	strbuf_add(&content, set->content, set->size);
	for (size_t i = 0; i < test->old->inputs.count; i++) {
		const struct stored_input *input = &test->old->inputs.items[i];

		if (!is_named_by(new, input))
			named_add_row(&content,
				      &(struct named_row){ input->use, input->state, input->path });
	}
	size = content.length;
	return named_sets_add(&campaign_extras(carrier->campaign)->sets, strbuf_take(&content),
			      size);
}

static struct error *carry_extras(struct carrier *carrier, uint32_t index, uint64_t hash,
				  uint64_t *ret)
{
	struct campaign *campaign = carrier->campaign;
	const uint64_t key[2] = { index, hash };
	uint64_t both = hash_bytes(key, sizeof(key));

	if (slots_find(&carrier->extras, both) == SLOTS_NONE) {
		slots_add(&carrier->extras, both, (uint32_t)carrier->carried.count);
		vec_push(&carrier->carried,
			 translate_extras(carrier, &carrier->judge.tests.items[index],
					  &carrier->judge.new->tests.items[index], hash));
	}
	*ret = carrier->carried.items[slots_find(&carrier->extras, both)];
	return extras_store(campaign_extras(campaign), campaign_store(campaign), *ret);
}

/* Carries the cell OLD over if its verdict holds. INDEX is the test's in judge.tests. */
static struct error *hold(struct carrier *carrier, const struct store_cell *old,
			  struct plan_cell cell, int64_t mutant, uint32_t index)
{
	int64_t test = carrier->judge.new->tests.items[index].key;
	struct store_cell stored = *old;
	struct error *err;

	if (!plan_set_verdict(campaign_plan(carrier->campaign), cell, old->verdict))
		return NULL; /* a newer run has decided it */
	carrier->carry_over->nr_held++;
	err = carry_set(carrier, old->entered, &stored.entered);
	if (!err)
		err = carry_extras(carrier, index, old->extra, &stored.extra);
	if (err)
		return err;
	stored.mutant = mutant;
	stored.test = test;
	stored.origin = old->origin ? old->origin : carrier->carry_over->run;
	return store_put_cell(campaign_store(carrier->campaign), &stored);
}

static void count(struct carry_over *carry_over, enum judge_verdict judged)
{
	switch (judged) {
	case JUDGE_TEST: carry_over->nr_refused++; break;
	case JUDGE_BEFORE: carry_over->nr_before++; break;
	case JUDGE_AFTER: carry_over->nr_after++; break;
	case JUDGE_FILE: carry_over->nr_file++; break;
	case JUDGE_UNSEEN: carry_over->nr_unseen++; break;
	case JUDGE_HOLDS: break;
	}
}

/* Notes a file for whoever asks later why its cells were run. */
static void note_file(struct carrier *carrier, const char *path)
{
	if (!strv_contains(carrier->carry_over->files, path))
		strv_append(&carrier->carry_over->files, path);
}

static struct error *carry_cell(void *arg, const struct store_cell *old)
{
	struct carrier *carrier = arg;
	struct carry_over *carry_over = carrier->carry_over;
	const struct judge_mutant *mutant = judge_find_mutant(&carrier->judge, old->mutant);
	uint32_t index = slots_find(&carrier->judged, (uint64_t)old->test);

	/* A shared verdict is of another mutant's run, which may have entered other functions. It is shared again. */
	if (old->verdict == VERDICT_UNKNOWN || old->shared)
		return NULL;
	if (!mutant || index == SLOTS_NONE) {
		carry_over->nr_gone++;
		return NULL;
	}
	const struct judge_test *test = &carrier->judge.tests.items[index];
	int64_t test_key = carrier->judge.new->tests.items[index].key;
	struct plan_cell cell = {
		slots_find(&carrier->mutants, (uint64_t)mutant->new_key),
		slots_find(&carrier->tests, (uint64_t)test_key),
	};

	if (cell.mutant == SLOTS_NONE || cell.test == SLOTS_NONE ||
	    !is_planned(carrier, cell.mutant, cell.test)) {
		carry_over->nr_gone++;
		return NULL;
	}
	enum judge_verdict judged = judge_cell(&carrier->judge, test, mutant, old);

	if (judged != JUDGE_HOLDS) {
		count(carry_over, judged);
		if (judged == JUDGE_FILE)
			note_file(carrier, judge_find_file(&carrier->judge, old));
		if (verdict_is_killed(old->verdict))
			plan_expect_kill(campaign_plan(carrier->campaign), cell);
		return NULL;
	}
	if (audit_takes(carrier->opts->audit, mutant->new_key, test_key)) {
		audit_add(&carry_over->audit, mutant->new_key, test_key, old->verdict);
		return NULL;
	}
	return hold(carrier, old, cell, mutant->new_key, index);
}

static void index_keys(struct carrier *carrier)
{
	const struct campaign *campaign = carrier->campaign;

	for (size_t i = 0; i < campaign_inventory(campaign)->mutants.count; i++)
		slots_add(&carrier->mutants, (uint64_t)campaign_mutant_key(campaign, i),
			  (uint32_t)i);
	for (size_t i = 0; i < campaign_tests(campaign)->nr_tests; i++)
		slots_add(&carrier->tests, (uint64_t)campaign_test_key(campaign, i), (uint32_t)i);
	for (size_t i = 0; i < carrier->judge.tests.count; i++) {
		const struct stored_test *old = carrier->judge.tests.items[i].old;

		if (old)
			slots_add(&carrier->judged, (uint64_t)old->key, (uint32_t)i);
	}
}

/* Tells the refusals to the user now, and puts them into the store. */
static struct error *tell_refusals(struct carrier *carrier)
{
	struct error *err = NULL;

	for (size_t i = 0; i < carrier->judge.tests.count && !err; i++) {
		const struct stored_test *new = &carrier->judge.new->tests.items[i];
		const char *refusal = carrier->judge.tests.items[i].refusal;

		if (!refusal)
			continue;
		_cleanup_free_ char *line =
			xasprintf("test %s%s: %s", new->test.name,
				  carrier->judge.tests.items[i].has_sets
					  ? ", but for runs that came to no changed code"
					  : "",
				  refusal);

		strv_append(&carrier->carry_over->refusals, line);
		err = store_put_refusal(campaign_store(carrier->campaign), new->key, refusal);
	}
	return err;
}

/* Adds a line for each reason for which units of the old version have no partner. */
static void tell_units(struct carry_over *carry_over, const struct pairs *pairs)
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

		strv_append(&carry_over->refusals, line);
		told = why;
	}
}

static struct error *carry_between(struct carrier *carrier, const struct stored_run *old,
				   const struct stored_run *new)
{
	struct error *err;

	judge_find(old, new, campaign_inputs(carrier->campaign), &carrier->judge);
	index_keys(carrier);
	tell_units(carrier->carry_over, &carrier->judge.difference.pairs);
	err = tell_refusals(carrier);
	if (!err)
		err = store_each_cell(old->store, 0, carry_cell, carrier);
	judge_deinit(&carrier->judge);
	slots_deinit(&carrier->mutants);
	slots_deinit(&carrier->tests);
	slots_deinit(&carrier->judged);
	slots_deinit(&carrier->sets);
	slots_deinit(&carrier->extras);
	vec_deinit(&carrier->translated);
	vec_deinit(&carrier->carried);
	return err;
}

/* Compares what the verdicts of a run depend on besides its tests and code. */
static struct error *compare_conditions(const struct stored_run *old, const struct stored_run *new)
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

static struct error *carry_from_chosen(struct carrier *carrier)
{
	struct names *names = names_create();
	struct stored_run old = { 0 }, new = { 0 };
	struct error *err = stored_run_read(carrier->old_store, names, &old);

	if (!err)
		err = stored_run_read(carrier->new_store, names, &new);
	if (!err)
		err = compare_conditions(&old, &new);
	if (!err)
		err = carry_between(carrier, &old, &new);
	if (!err) {
		free(carrier->carry_over->started);
		carrier->carry_over->started = xstrdup(old.run.started);
	}
	stored_run_deinit(&old);
	stored_run_deinit(&new);
	names_destroy(names);
	return err;
}

/* What is told of one run. */
static void reset(struct carry_over *carry_over, int64_t run)
{
	carry_over->run = run;
	carry_over->nr_before = carry_over->nr_after = carry_over->nr_refused =
		carry_over->nr_gone = 0;
	carry_over->nr_file = carry_over->nr_unseen = 0;
	carry_over->refusals = NULL;
}

/* Makes CARRY_OVER tell of the run that it told of when it was NEWER. */
static void restore(struct carry_over *carry_over, const struct carry_over *newer)
{
	strv_destroy(carry_over->refusals);
	carry_over->run = newer->run;
	carry_over->nr_before = newer->nr_before;
	carry_over->nr_after = newer->nr_after;
	carry_over->nr_refused = newer->nr_refused;
	carry_over->nr_gone = newer->nr_gone;
	carry_over->nr_file = newer->nr_file;
	carry_over->nr_unseen = newer->nr_unseen;
	carry_over->refusals = newer->refusals;
}

/* A run that can't be used leaves the others as they are. */
static struct error *carry_from_run(void *arg, int64_t run)
{
	struct carrier *carrier = arg;
	struct carry_over *carry_over = carrier->carry_over;
	struct carry_over newer = *carry_over;
	struct error *err = store_choose(carrier->old_store, run);

	reset(carry_over, run);
	if (!err)
		err = carry_from_chosen(carrier);
	if (!err || err->code == ERROR_INTERNAL) {
		strv_destroy(newer.refusals);
		return err;
	}
	restore(carry_over, &newer);
	error_destroy(carrier->refusal);
	carrier->refusal = err;
	return NULL;
}

/* All runs of the base, which may be the store of the campaign itself. */
static struct error *carry_from_base(struct carrier *carrier, int64_t current)
{
	const char *base = carrier->opts->base;
	bool is_own = fs_is_same(base, campaign_opts(carrier->campaign)->store);
	struct error *err = store_open(base, STORE_READ, &carrier->old_store);

	if (!err)
		err = store_open(campaign_opts(carrier->campaign)->store, STORE_READ,
				 &carrier->new_store);
	if (!err)
		err = store_each_base(carrier->old_store, is_own ? current : 0,
				      carrier->opts->commit, carry_from_run, carrier);
	if (!err && carrier->opts->commit && !carrier->carry_over->run && !carrier->refusal) {
		carrier->carry_over->is_other_commit = true;
		err = store_each_base(carrier->old_store, is_own ? current : 0, NULL,
				      carry_from_run, carrier);
	}
	store_close(carrier->old_store);
	store_close(carrier->new_store);
	if (err || carrier->carry_over->run) {
		error_destroy(carrier->refusal);
		return err;
	}
	return carrier->refusal;
}

/* Notes the base for `remt show --why`. */
static struct error *note_base(struct campaign *campaign, const struct carry_over_opts *opts,
			       int64_t run)
{
	_cleanup_free_ char *number = xasprintf("%" PRId64, run);
	struct error *err = store_put_meta(campaign_store(campaign), "base", run ? opts->base : "");

	return err ? err : store_put_meta(campaign_store(campaign), "base-run", number);
}

static struct error *note_files(struct campaign *campaign, char *const *files)
{
	struct strbuf lines = { 0 };

	for (size_t i = 0; files && files[i]; i++)
		strbuf_addf(&lines, "%s\n", files[i]);
	struct error *err = store_put_meta(campaign_store(campaign), SNAPSHOT_CHANGED_EXTRAS,
					   strbuf_get(&lines));

	strbuf_deinit(&lines);
	return err;
}

struct error *carry_over_cells(struct campaign *campaign, const struct carry_over_opts *opts,
			       struct carry_over *ret)
{
	struct carrier carrier = { .campaign = campaign, .opts = opts, .carry_over = ret };
	_cleanup_free_ char *done = NULL;
	struct store_run run;
	struct error *err;

	*ret = (struct carry_over){ 0 };
	err = store_get_run(campaign_store(campaign), &run);
	if (!err)
		err = store_get_meta(campaign_store(campaign), "base", &done);
	if (!err && campaign_opts(campaign)->allow_network)
		err = error_create(ERROR_UNUSABLE,
				   "nothing can be carried over of tests that may reach the "
				   "network: --base and --allow-network exclude each other");
	ret->is_resumed = done || campaign_count_recalled(campaign);
	if (err || ret->is_resumed)
		return err;
	ret->spent_ms = clock_ms();
	err = carry_from_base(&carrier, run.key);
	ret->spent_ms = clock_ms() - ret->spent_ms;
	if (err)
		return error_wrap(err, "the base %s", opts->base);
	err = note_base(campaign, opts, ret->run);
	if (!err)
		err = note_files(campaign, ret->files);
	return err ? err : store_flush(campaign_store(campaign));
}

void carry_over_deinit(struct carry_over *carry_over)
{
	free(carry_over->started);
	strv_destroy(carry_over->refusals);
	strv_destroy(carry_over->files);
	audit_deinit(&carry_over->audit);
}
