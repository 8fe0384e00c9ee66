/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt run --duplicates`: mutants of which plain GCC makes the same object, by the options of the build, are the same
 * program, so that no test can tell them apart. One of them is run for all. That the instrumented program tells them
 * apart, where something undefined is executed, is what --audit-duplicates shows.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/progress.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/plural.h"
#include "common/slots.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "runner/matrix/plan.h"

struct member {
	char first[STORE_MUTANT_ID_SIZE]; /* names the group */
	uint32_t mutant;		  /* index */
	uint32_t nr_tests;
};

/* MUTANT could have the verdicts of RUN; both are indexes. */
struct pair {
	uint32_t mutant, run;
};

struct run_duplicates {
	struct slots mutants; /* by key: index */
	VEC(struct member) members;
	VEC(struct pair) pairs;
	/* of one audited pair: verdicts of the mutant that is run, by test */
	struct slots verdicts;
	uint64_t nr_compared, nr_unlike;
	char unlike[2 * STORE_MUTANT_ID_SIZE + 8]; /* the first pair that a test tells apart */
};

static struct error *note_member(void *arg, const struct store_duplicate *duplicate)
{
	struct run_duplicates *duplicates = arg;
	struct member member = { .mutant = slots_find(&duplicates->mutants,
						      (uint64_t)duplicate->mutant) };

	if (member.mutant == SLOTS_NONE)
		return NULL;
	snprintf(member.first, sizeof(member.first), "%s", duplicate->first);
	vec_push(&duplicates->members, member);
	return NULL;
}

/* By group; what most tests reach comes first, as it has most verdicts to share. */
static int compare_members(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->first, y->first);

	if (order)
		return order;
	if (x->nr_tests != y->nr_tests)
		return x->nr_tests > y->nr_tests ? -1 : 1;
	return x->mutant < y->mutant ? -1 : x->mutant > y->mutant;
}

static void pair_members(struct run_duplicates *duplicates, struct campaign *campaign)
{
	struct member *members = duplicates->members.items;
	size_t count = duplicates->members.count, run = 0;

	for (size_t i = 0; i < count; i++)
		members[i].nr_tests = plan_count_tests(campaign_plan(campaign), members[i].mutant);
	if (count)
		qsort(members, count, sizeof(*members), compare_members);
	for (size_t i = 1; i < count; i++) {
		if (strcmp(members[i].first, members[run].first) != 0)
			run = i;
		else if (members[i].nr_tests)
			vec_push(&duplicates->pairs,
				 ((struct pair){ members[i].mutant, members[run].mutant }));
	}
}

static void index_mutants(struct run_duplicates *duplicates, const struct campaign *campaign)
{
	for (size_t m = 0; m < campaign_inventory(campaign)->mutants.count; m++)
		slots_add(&duplicates->mutants, (uint64_t)campaign_mutant_key(campaign, m),
			  (uint32_t)m);
}

struct error *run_find_duplicates(struct campaign *campaign, const struct run_args *args,
				  const struct events *events, struct run_duplicates **ret)
{
	struct run_duplicates *duplicates;
	uint64_t begun_ms = clock_ms();
	struct error *err;
	char spent[32];

	if (!args->is_duplicates && !args->audit_duplicates)
		return NULL;
	*ret = duplicates = xcalloc(1, sizeof(*duplicates));
	err = run_prove_duplicates(campaign, args, events);
	if (err || campaign_is_cancelled(campaign))
		return err;
	index_mutants(duplicates, campaign);
	err = store_each_duplicate(campaign_store(campaign), note_member, duplicates);
	if (err)
		return err;
	pair_members(duplicates, campaign);
	for (size_t i = 0; i < duplicates->pairs.count && !args->audit_duplicates; i++)
		campaign_share(campaign, duplicates->pairs.items[i].mutant,
			       duplicates->pairs.items[i].run);
	progress_duration(clock_ms() - begun_ms, spent, sizeof(spent));
	events_say(events, EVENT_NOTE,
		   "of %zu mutant%s the compiler makes the object of another one%s; found in %s",
		   duplicates->pairs.count, plural(duplicates->pairs.count),
		   args->audit_duplicates ? "" : ", which is run for both", spent);
	return NULL;
}

static struct error *note_verdict(void *arg, const struct store_cell *cell)
{
	struct run_duplicates *duplicates = arg;

	if (cell->verdict != VERDICT_UNKNOWN)
		slots_add(&duplicates->verdicts, (uint64_t)cell->test,
			  verdict_is_killed(cell->verdict));
	return NULL;
}

static struct error *compare_verdict(void *arg, const struct store_cell *cell)
{
	struct run_duplicates *duplicates = arg;
	uint32_t is_killed = slots_find(&duplicates->verdicts, (uint64_t)cell->test);

	if (cell->verdict == VERDICT_UNKNOWN || is_killed == SLOTS_NONE)
		return NULL;
	duplicates->nr_compared++;
	duplicates->nr_unlike += verdict_is_killed(cell->verdict) != (bool)is_killed;
	return NULL;
}

static void name_unlike(struct run_duplicates *duplicates, const struct campaign *campaign,
			const struct pair *pair)
{
	const struct inventory *inventory = campaign_inventory(campaign);
	char one[INVENTORY_ID_DIGITS + 1], other[INVENTORY_ID_DIGITS + 1];

	inventory_id_text(inventory->mutants.items[pair->run].id, one);
	inventory_id_text(inventory->mutants.items[pair->mutant].id, other);
	snprintf(duplicates->unlike, sizeof(duplicates->unlike), "%s and %s", one, other);
}

/* Compares the verdicts of one pair. */
static struct error *audit_pair(struct run_duplicates *duplicates, struct campaign *campaign,
				const struct pair *pair)
{
	struct store *store = campaign_store(campaign);
	struct error *err;

	slots_deinit(&duplicates->verdicts);
	err = store_each_cell(store, campaign_mutant_key(campaign, pair->run), note_verdict,
			      duplicates);
	if (!err)
		err = store_each_cell(store, campaign_mutant_key(campaign, pair->mutant),
				      compare_verdict, duplicates);
	if (!err && duplicates->nr_unlike && !duplicates->unlike[0])
		name_unlike(duplicates, campaign, pair);
	return err;
}

struct error *run_check_duplicates(struct campaign *campaign, struct run_duplicates *duplicates,
				   const struct run_args *args, const struct events *events)
{
	struct error *err = NULL;

	if (!duplicates || !args->audit_duplicates || campaign_is_cancelled(campaign))
		return NULL;
	for (size_t i = 0; i < duplicates->pairs.count && !err; i++)
		err = audit_pair(duplicates, campaign, &duplicates->pairs.items[i]);
	if (err)
		return err;
	events_say(events, EVENT_NOTE,
		   "audit: %" PRIu64 " verdicts that could be shared were found by runs, %" PRIu64
		   " were others",
		   duplicates->nr_compared, duplicates->nr_unlike);
	if (duplicates->nr_unlike)
		return error_create(
			ERROR_INTERNAL,
			"a test kills only one of the mutants %s, of which GCC makes the same object: the test is not "
			"stable, something undefined is executed (`remt verify` tells), or remt is wrong",
			duplicates->unlike);
	return NULL;
}

void run_duplicates_destroy(struct run_duplicates *duplicates)
{
	if (!duplicates)
		return;
	slots_deinit(&duplicates->mutants);
	slots_deinit(&duplicates->verdicts);
	vec_deinit(&duplicates->members);
	vec_deinit(&duplicates->pairs);
	free(duplicates);
}
