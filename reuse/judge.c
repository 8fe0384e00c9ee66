/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Judges each test, and each set of modules that tests load, once; judge_cell() then only looks up.
 * A new mutant is an old one only if their instances are paired one to one (mapM, Definition 2.6 of
 * "Regression Mutation Testing").
 *
 * There are two proofs that a verdict holds. Either the old run entered no function with a
 * dangerous edge (reuse/resolved_set.h). Or no dangerous edge was taken before the mutant
 * (reuse/order.h), and none can be reached behind it (graph/reach.h). The second proof is not
 * attempted for tests with several processes, threads, a changing order of first reach, or an end
 * by a signal.
 */
#include "reuse/judge.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "reuse/image.h"
#include "reuse/modules.h"
#include "reuse/order.h"
#include "reuse/same.h"
#include "runner/baseline/extra.h"

/* Numbers the sites of a program by unit. */
static void index_units(const struct program *program, struct slots *ret)
{
	for (uint32_t u = 0; u < program->units.count; u++)
		slots_add(ret, program->units.items[u].table->header->uid, u);
}

/* Returns the number of a unit's site, or PROGRAM_NONE. */
static uint32_t site_number(const struct program *program, const struct slots *units, uint64_t uid,
			    uint32_t site)
{
	uint32_t unit = slots_find(units, uid);

	if (unit == SLOTS_NONE || site >= program->units.items[unit].table->header->sites.count)
		return PROGRAM_NONE;
	return program->units.items[unit].first_site + site;
}

/* An instance of a new mutant, with the old site that it continues. */
struct pairing {
	int64_t new_key, old_key; /* old_key 0: it continues none */
	uint32_t old_site;
};

static int compare_pairings(const void *a, const void *b)
{
	const struct pairing *x = a, *y = b;

	return (x->new_key > y->new_key) - (x->new_key < y->new_key);
}

static struct pairing pair_instance(const struct judge *judge, const struct slots *units,
				    const struct store_instance *instance)
{
	const struct program *old = judge->old->version.program;
	uint32_t new_site =
		site_number(judge->new->version.program, units, instance->uid, instance->site);
	struct pairing pairing = { instance->mutant, 0, PROGRAM_NONE };

	if (new_site == PROGRAM_NONE || judge->map.old_site[new_site] == PROGRAM_NONE)
		return pairing;
	pairing.old_site = judge->map.old_site[new_site];
	const struct program_unit *unit = program_unit_of_site(old, pairing.old_site);

	pairing.old_key =
		stored_run_find_mutant(judge->old, unit->table->header->uid,
				       pairing.old_site - unit->first_site, instance->alternative);
	return pairing;
}

/*
 * Notes a new mutant with its COUNT instances. It is an old one if these are all instances of that.
 */
static void add_mutant(struct judge *judge, const struct pairing *pairings, size_t count)
{
	struct judge_mutant mutant = { pairings->new_key, pairings->old_key, { 0 } };

	if (!mutant.old_key || stored_run_count_instances(judge->old, mutant.old_key) != count)
		return;
	for (size_t i = 0; i < count; i++) {
		if (pairings[i].old_key != mutant.old_key) {
			vec_deinit(&mutant.sites);
			return;
		}
		vec_push(&mutant.sites, pairings[i].old_site);
	}
	vec_push(&judge->mutants, mutant);
}

static int compare_mutants(const void *a, const void *b)
{
	const struct judge_mutant *x = a, *y = b;

	return (x->old_key > y->old_key) - (x->old_key < y->old_key);
}

static void find_mutants(struct judge *judge)
{
	size_t count = judge->new->instances.count, next;
	_cleanup_free_ struct pairing *pairings = xcalloc(count + 1, sizeof(*pairings));
	struct slots units = { 0 };

	index_units(judge->new->version.program, &units);
	for (size_t i = 0; i < count; i++)
		pairings[i] = pair_instance(judge, &units, &judge->new->instances.items[i]);
	qsort(pairings, count, sizeof(*pairings), compare_pairings);
	for (size_t i = 0; i < count; i = next) {
		for (next = i + 1; next < count && pairings[next].new_key == pairings[i].new_key;)
			next++;
		add_mutant(judge, &pairings[i], next - i);
	}
	if (judge->mutants.count)
		qsort(judge->mutants.items, judge->mutants.count, sizeof(*judge->mutants.items),
		      compare_mutants);
	slots_deinit(&units);
}

const struct judge_mutant *judge_find_mutant(const struct judge *judge, int64_t old_key)
{
	const struct judge_mutant wanted = { .old_key = old_key };

	return judge->mutants.count ? bsearch(&wanted, judge->mutants.items, judge->mutants.count,
					      sizeof(wanted), compare_mutants)
				    : NULL;
}

/* Tests share an image if they load the same files in both versions. */
static uint32_t find_image(struct judge *judge, const struct stored_test *old,
			   const struct stored_test *new)
{
	for (uint32_t i = 0; i < judge->images.count; i++) {
		if (modules_are_alike(judge->images.items[i].old, old) &&
		    modules_are_alike(judge->images.items[i].new, new))
			return i;
	}
	vec_push(&judge->images, image_make(judge, old, new));
	return (uint32_t)judge->images.count - 1;
}

/*
 * Returns by old site its place in the order in which TEST reached the sites; NULL: the order
 * changes from run to run.
 */
static uint32_t *read_order(const struct judge *judge, const struct stored_test *test)
{
	const struct program *program = judge->old->version.program;
	uint32_t *first = program_numbers(program->nr_sites);
	struct slots units = { 0 };
	bool is_known = true;

	_Static_assert(ORDER_NEVER == PROGRAM_NONE, "not reached");
	index_units(program, &units);
	for (size_t i = 0; i < test->reached.count; i++) {
		const struct store_reached *reached = &test->reached.items[i];
		uint32_t site = site_number(program, &units, reached->uid, reached->site);

		is_known &= site != PROGRAM_NONE && reached->first != 0;
		if (site != PROGRAM_NONE)
			first[site] = reached->first;
	}
	slots_deinit(&units);
	if (is_known)
		return first;
	free(first);
	return NULL;
}

static bool has_safe_set(const struct judge *judge, uint64_t set)
{
	uint32_t index = resolved_sets_find(&judge->old->sets, set);

	return index != SLOTS_NONE && judge->resolved_set_is_safe[index];
}

/*
 * True if entered sets tell of the test's runs: as far as can be seen, each run enters the same
 * functions.
 */
static bool has_steady_sets(const struct judge *judge, const struct judge_test *test)
{
	const struct stored_test *old = test->old;
	bool is_steady = old->entered != 0;

	for (size_t i = 0; i < old->reached.count; i++)
		is_steady &= old->reached.items[i].first != 0;
	return is_steady && !judge->images.items[test->image].is_blind;
}

/*
 * Decides whether entered sets tell of runs with limits of time. The limits of a mutated run come
 * from the unmutated runs: if these enter no changed code, the limits are the old ones. Else equal
 * limits may still be, but hits and time of the test itself are not.
 */
static void find_sets(const struct judge *judge, const struct stored_test *new,
		      struct judge_test *test)
{
	if (!has_steady_sets(judge, test))
		return;
	test->has_timed_sets = has_safe_set(judge, test->old->entered);
	test->has_sets =
		test->has_timed_sets || (test->old->limits && test->old->limits == new->limits);
}

/* For a test whose image is not safe: finds what of its run came before any danger. */
static char *find_order(const struct judge *judge, struct judge_test *test)
{
	const struct judge_image *image = &judge->images.items[test->image];
	_cleanup_free_ char *edge = image_describe_edge(judge, image->edge);

	if (test->old->nr_processes != 1)
		return xasprintf("it runs several processes, which can come to %s", edge);
	if (image->reach.is_coarse)
		return xasprintf("it can come to %s, and has threads, processes, handlers of "
				 "signals, or code that was not built with remt",
				 edge);
	if (test->old->was_killed)
		return xasprintf("it can come to %s, and ends by a signal", edge);
	test->first = read_order(judge, test->old);
	if (!test->first)
		return xasprintf(
			"it can come to %s, and reaches its code in changing order, or too "
			"few runs of the baseline show that it does not",
			edge);
	test->danger = order_of_danger(&judge->difference, test->first, image->reach.can_run);
	return NULL;
}

static struct judge_test judge_one(struct judge *judge, const struct stored_test *new)
{
	struct judge_test test = { .old = stored_run_find_test(judge->old, new->test.name) };

	if (!test.old) {
		test.refusal = xstrdup("it is a new test");
		return test;
	}
	test.refusal = same_test(test.old, new, judge->inputs);
	if (test.refusal)
		return test;
	test.image = find_image(judge, test.old, new);
	const struct judge_image *image = &judge->images.items[test.image];

	if (image->refusal)
		test.refusal = xstrdup(image->refusal);
	else if (!image->is_safe)
		test.refusal = find_order(judge, &test);
	if (!image->refusal)
		find_sets(judge, new, &test);
	return test;
}

static void find_safe_sets(struct judge *judge)
{
	const struct resolved_sets *sets = &judge->old->sets;

	judge->resolved_set_is_safe = xcalloc(sets->items.count + 1, sizeof(bool));
	for (size_t i = 0; i < sets->items.count; i++)
		judge->resolved_set_is_safe[i] =
			resolved_set_is_safe(&sets->items.items[i], &judge->difference);
}

void judge_find(const struct stored_run *old, const struct stored_run *new, struct inputs *inputs,
		struct judge *ret)
{
	*ret = (struct judge){ .old = old, .new = new, .inputs = inputs };
	difference_find(old->version.program, new->version.program, PAIRS_EQUIVALENT,
			&ret->difference);
	mutants_map_find(&ret->difference, &ret->map);
	find_safe_sets(ret);
	ret->extras = xcalloc(old->extras.sets.count + 1, sizeof(*ret->extras));
	find_mutants(ret);
	for (size_t i = 0; i < new->tests.count; i++)
		vec_push(&ret->tests, judge_one(ret, &new->tests.items[i]));
}

void judge_deinit(struct judge *judge)
{
	for (size_t i = 0; i < judge->images.count; i++)
		image_deinit(&judge->images.items[i]);
	for (size_t i = 0; i < judge->tests.count; i++) {
		free(judge->tests.items[i].refusal);
		free(judge->tests.items[i].first);
	}
	for (size_t i = 0; i < judge->mutants.count; i++)
		vec_deinit(&judge->mutants.items[i].sites);
	vec_deinit(&judge->images);
	vec_deinit(&judge->tests);
	vec_deinit(&judge->mutants);
	free(judge->resolved_set_is_safe);
	for (size_t i = 0; judge->extras && i < judge->old->extras.sets.count; i++)
		free(judge->extras[i].changed);
	free(judge->extras);
	mutants_map_deinit(&judge->map);
	difference_deinit(&judge->difference);
}

/*
 * True if the run executed a program that the unmutated test does not execute: nobody has compared
 * that.
 */
static bool leaves_image(const struct judge *judge, const struct judge_image *image, uint64_t set)
{
	uint32_t index = resolved_sets_find(&judge->old->sets, set);

	return index != SLOTS_NONE && !image->has_set[index];
}

/* True if LINES has the line PATH. LINES may be NULL. */
static bool has_line(const char *lines, const char *path)
{
	size_t length = strlen(path);

	for (const char *at = lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n') {
		if (strncmp(at, path, length) == 0 && (at[length] == '\n' || !at[length]))
			return true;
	}
	return false;
}

/*
 * Finds the changed file by what the new version's run has noted, where files are not looked at any
 * more.
 */
static char *recall_changed(const struct judge *judge, const struct named_set *set)
{
	const char *at = set->content;
	struct named_row row;

	while (named_next(&at, set->content + set->size, &row)) {
		if (has_line(judge->new->changed_extras, row.path))
			return xstrdup(row.path);
	}
	return NULL;
}

static struct judge_extra *look_at_extra(const struct judge *judge, const struct store_cell *old)
{
	const struct named_sets *sets = &judge->old->extras;
	const struct named_set *set = old->extra ? named_sets_find(sets, old->extra) : NULL;
	struct judge_extra *extra = set ? &judge->extras[set - sets->sets.items] : NULL;

	if (!extra || extra->is_known)
		return extra;
	const struct store_extra stored = { set->hash, set->content, set->size };

	extra->is_known = true;
	extra->changed = judge->inputs ? extra_find_changed(&stored, judge->inputs)
				       : recall_changed(judge, set);
	return extra;
}

const char *judge_find_file(const struct judge *judge, const struct store_cell *old)
{
	const struct judge_extra *extra = look_at_extra(judge, old);

	return extra ? extra->changed : NULL;
}

/* Judges a cell by what has changed in the code and in what the unmutated test depends on. */
static enum judge_verdict judge_code(const struct judge *judge, const struct judge_test *test,
				     const struct judge_mutant *mutant, uint64_t set,
				     enum verdict verdict)
{
	const struct judge_image *image;
	uint32_t first = ORDER_NEVER;
	bool has_set = verdict == VERDICT_KILLED_TIMEOUT ? test->has_timed_sets : test->has_sets;

	if (test->refusal && !test->has_sets)
		return JUDGE_TEST;
	image = &judge->images.items[test->image];
	if (leaves_image(judge, image, set))
		return JUDGE_AFTER;
	if (has_set && has_safe_set(judge, set))
		return JUDGE_HOLDS;
	if (test->refusal)
		return JUDGE_TEST;
	if (image->is_safe)
		return JUDGE_HOLDS;
	for (size_t i = 0; i < mutant->sites.count; i++) {
		uint32_t site = mutant->sites.items[i];

		if (test->first[site] < first)
			first = test->first[site];
		if (image->site_is_dangerous[site])
			return JUDGE_AFTER;
	}
	return first != ORDER_NEVER && first <= test->danger ? JUDGE_HOLDS : JUDGE_BEFORE;
}

enum judge_verdict judge_cell(const struct judge *judge, const struct judge_test *test,
			      const struct judge_mutant *mutant, const struct store_cell *old)
{
	enum judge_verdict judged = judge_code(judge, test, mutant, old->entered, old->verdict);
	const struct judge_extra *extra;

	if (judged != JUDGE_HOLDS)
		return judged;
	extra = look_at_extra(judge, old);
	if (!extra)
		return JUDGE_UNSEEN;
	return extra->changed ? JUDGE_FILE : JUDGE_HOLDS;
}
