/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a resumed run takes over: the cells that it decided, and what its tests reached. */
#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "runner/campaign/campaign_state.h"

struct keyed {
	int64_t key;
	uint32_t index;
};

/* Maps keys of the store to numbers of mutants and tests. */
struct recall {
	struct campaign *campaign;
	struct keyed *mutants, *tests;	    /* sorted by key */
	VEC(struct coverage_entry) entries; /* coverage of `test` */
	uint32_t test;
	struct slots extras; /* hash → 1 if the files are unchanged, else 0 */
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

static void recall_init(struct recall *recall, struct campaign *campaign)
{
	*recall = (struct recall){
		.campaign = campaign,
		.mutants = keyed_create(campaign->mutant_keys, campaign->inventory.mutants.count),
		.tests = keyed_create(campaign->test_keys, campaign->suite.tests.nr_tests),
	};
}

static void recall_deinit(struct recall *recall)
{
	free(recall->mutants);
	free(recall->tests);
	vec_deinit(&recall->entries);
	slots_deinit(&recall->extras);
}

/* Finds the cell of two keys; false if the plan does not have this mutant or test. */
static bool recall_find(const struct recall *recall, int64_t mutant, int64_t test,
			struct plan_cell *ret)
{
	const struct campaign *campaign = recall->campaign;
	const struct keyed wanted_mutant = { .key = mutant }, wanted_test = { .key = test };
	const struct keyed *m =
		bsearch(&wanted_mutant, recall->mutants, campaign->inventory.mutants.count,
			sizeof(*m), compare_keyed);
	const struct keyed *t = bsearch(&wanted_test, recall->tests, campaign->suite.tests.nr_tests,
					sizeof(*t), compare_keyed);

	if (!m || !t)
		return false;
	*ret = (struct plan_cell){ m->index, t->index };
	return true;
}

/* True if another output may have killed, but the test is now known to change its output anyway. */
static bool may_be_chance(const struct campaign *campaign, uint32_t test, enum verdict verdict)
{
	return campaign->opts->oracle == STORE_ORACLE_OUTPUT && verdict == VERDICT_KILLED_FAIL &&
	       !campaign->baselines[test].expected;
}

static struct error *note_extra(void *arg, const struct store_extra *set)
{
	struct recall *recall = arg;
	char *changed = extra_find_changed(set, recall->campaign->inputs);

	slots_add(&recall->extras, set->hash, !changed);
	free(changed);
	return NULL;
}

/* True if a file has changed that only the mutated run of the cell named. */
static bool has_other_files(const struct recall *recall, const struct store_cell *cell)
{
	return cell->extra && slots_find(&recall->extras, cell->extra) != 1;
}

/* Takes the verdict of a stored cell over; unknown ones are tried again. */
static struct error *recall_cell(void *arg, const struct store_cell *cell)
{
	struct recall *recall = arg;
	struct plan_cell found;

	if (cell->verdict == VERDICT_UNKNOWN ||
	    !recall_find(recall, cell->mutant, cell->test, &found) ||
	    may_be_chance(recall->campaign, found.test, cell->verdict) ||
	    has_other_files(recall, cell))
		return NULL;
	plan_set_verdict(recall->campaign->plan, found, cell->verdict);
	recall->campaign->nr_recalled++;
	return NULL;
}

struct error *campaign_recall_cells(struct campaign *campaign)
{
	struct recall recall;
	struct error *err;

	recall_init(&recall, campaign);
	err = store_each_extra(campaign->store, note_extra, &recall);
	if (!err)
		err = store_each_cell(campaign->store, 0, recall_cell, &recall);
	recall_deinit(&recall);
	return err;
}

/*
 * The output of an earlier baseline counts as that of one more run. If it changed, or was too long,
 * the surviving cells were not judged by it.
 */
static struct error *compare_output(void *arg, const struct store_test *earlier)
{
	struct campaign *campaign = arg;

	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		struct baseline *baseline = &campaign->baselines[i];

		if (!baseline->expected ||
		    strcmp(campaign->suite.tests.tests[i].name, earlier->name) != 0)
			continue;
		if (earlier->oracle == STORE_ORACLE_OUTPUT &&
		    earlier->output_hash == baseline->output_hash)
			continue;
		baseline->has_changing_output = true;
		baseline_forget_output(baseline);
		events_say(campaign->events, EVENT_WARNING,
			   "test %s printed other things in an earlier baseline of this run, "
			   "where the harness's verdict alone counts",
			   earlier->name);
	}
	return NULL;
}

struct error *campaign_recall_outputs(struct campaign *campaign)
{
	if (campaign->opts->oracle != STORE_ORACLE_OUTPUT)
		return NULL;
	return store_each_test(campaign->store, compare_output, campaign);
}

static int compare_entries(const void *a, const void *b)
{
	const struct coverage_entry *x = a, *y = b;

	return (x->place > y->place) - (x->place < y->place);
}

/* The earlier baselines count as one more run of the test. */
static void join_earlier(struct recall *recall)
{
	struct baseline *baseline = &recall->campaign->baselines[recall->test];
	struct coverage earlier = {
		.reached = baseline->coverage.reached,
		.nr_reached = baseline->coverage.nr_reached,
	};
	size_t used = 0;

	if (!recall->entries.count || !baseline_could_kill(baseline))
		return;
	earlier.entries = recall->entries.items;
	qsort(earlier.entries, recall->entries.count, sizeof(*earlier.entries), compare_entries);
	for (size_t i = 0; i < recall->entries.count; i++) {
		struct coverage_entry *entry = &earlier.entries[i];

		/* There is a row for each mutant of the place. */
		if (used && earlier.entries[used - 1].place == entry->place)
			continue;
		/* The store does not tell which mutants were infected. */
		entry->infected = coverage_find(&baseline->coverage, entry->place) ? 0 : UINT32_MAX;
		baseline->has_changing_coverage |= entry->is_changing;
		earlier.entries[used++] = *entry;
	}
	earlier.nr_entries = used;
	baseline->has_changing_coverage |= coverage_merge(&baseline->coverage, &earlier).reach;
}

static struct error *note_cover(void *arg, const struct store_cover *cover)
{
	struct recall *recall = arg;
	struct plan_cell found;

	if (!recall_find(recall, cover->mutant, cover->test, &found))
		return NULL;
	if (found.test != recall->test) {
		join_earlier(recall);
		recall->entries.count = 0;
		recall->test = found.test;
	}
	vec_push(&recall->entries,
		 ((struct coverage_entry){
			 .place = recall->campaign->inventory.mutants.items[found.mutant].place,
			 .before_main = cover->before_main,
			 .is_changing = cover->is_changing,
			 .first = cover->first,
			 .count = cover->count,
		 }));
	return NULL;
}

struct error *campaign_recall_coverage(struct campaign *campaign)
{
	struct recall recall;
	struct error *err;

	recall_init(&recall, campaign);
	err = store_each_cover(campaign->store, 0, note_cover, &recall);
	if (!err)
		join_earlier(&recall);
	recall_deinit(&recall);
	return err;
}
