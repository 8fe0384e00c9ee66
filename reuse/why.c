/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Answers `remt show --why`. A cell that was carried over has its origin in the store. For a cell
 * that was run, the comparison with the base is done again, without looking at files: reuse/judge.h
 * then says what spoke against the verdict of the base.
 */
#include "reuse/why.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "reuse/image.h"

struct question {
	struct store *store;
	int64_t mutant, test; /* keys */
	bool has_cell;
	int64_t origin;
	char *refusal; /* the test's refusal; NULL: none; owned */
	bool has_test;
};

static struct error *find_cell(void *arg, const struct store_cell *cell)
{
	struct question *question = arg;

	if (cell->test == question->test) {
		question->has_cell = true;
		question->origin = cell->origin;
	}
	return NULL;
}

static struct error *find_test(void *arg, const struct store_test *test)
{
	struct question *question = arg;

	if (test->key == question->test) {
		question->has_test = true;
		question->refusal = xstrdup(test->refusal);
	}
	return NULL;
}

static const struct judge_mutant *mutant_of(const struct judge *judge, int64_t new_key)
{
	for (size_t i = 0; i < judge->mutants.count; i++) {
		if (judge->mutants.items[i].new_key == new_key)
			return &judge->mutants.items[i];
	}
	return NULL;
}

struct old_cell {
	int64_t test; /* key */
	struct store_cell cell;
	bool is_found;
};

static struct error *find_old_cell(void *arg, const struct store_cell *cell)
{
	struct old_cell *old = arg;

	if (cell->test != old->test)
		return NULL;
	old->cell = *cell;
	old->cell.detail = NULL;
	old->is_found = true;
	return NULL;
}

static char *explain_judged(const struct judge *judge, const struct judge_test *test,
			    const struct judge_mutant *mutant, const struct old_cell *old)
{
	_cleanup_free_ char *edge = NULL;

	if (!mutant)
		return xstrdup("it was run: the base has no such mutant, or its code has changed");
	if (test->refusal)
		return xasprintf("it was run: %s", test->refusal);
	edge = image_describe_edge(judge, judge->images.items[test->image].edge);
	switch (judge_cell(judge, test, mutant, &old->cell)) {
	case JUDGE_BEFORE:
		return xasprintf("it was run: before the mutant, the test comes to %s", edge);
	case JUDGE_AFTER:
		return xasprintf("it was run: after the mutant, the test can come to %s", edge);
	case JUDGE_FILE:
		return xasprintf("it was run: %s, which only mutated runs opened or looked for, "
				 "has changed",
				 judge_find_file(judge, &old->cell));
	case JUDGE_UNSEEN:
		if (old->is_found)
			return xstrdup("it was run: the base does not know which files the run "
				       "with this mutant named");
		break;
	case JUDGE_TEST:
	case JUDGE_HOLDS: break;
	}
	return xstrdup("it was run, to audit the verdict of the base, or because that had none");
}

static struct error *explain_test(const struct question *question, const struct judge *judge,
				  const struct judge_test *test, char **ret)
{
	const struct judge_mutant *mutant = mutant_of(judge, question->mutant);
	struct old_cell old = { .test = test->old ? test->old->key : 0 };
	struct error *err =
		mutant ? store_each_cell(judge->old->store, mutant->old_key, find_old_cell, &old)
		       : NULL;

	if (!err)
		*ret = explain_judged(judge, test, mutant, &old);
	return err;
}

static struct error *explain_between(const struct question *question, const struct stored_run *old,
				     const struct stored_run *new, char **ret)
{
	struct error *err = NULL;
	struct judge judge;

	judge_find(old, new, NULL, &judge);
	for (size_t i = 0; i < new->tests.count && !*ret && !err; i++) {
		if (new->tests.items[i].key == question->test)
			err = explain_test(question, &judge, &judge.tests.items[i], ret);
	}
	judge_deinit(&judge);
	return err;
}

static struct error *explain_run(const struct question *question, const char *base, int64_t run,
				 char **ret)
{
	struct names *names = names_create();
	struct stored_run old = { 0 }, new = { 0 };
	struct store *store = NULL;
	struct error *err = store_open(base, STORE_READ, &store);

	if (!err)
		err = store_choose(store, run);
	if (!err)
		err = stored_run_read(store, names, &old);
	if (!err)
		err = stored_run_read(question->store, names, &new);
	if (!err)
		err = explain_between(question, &old, &new, ret);
	stored_run_deinit(&old);
	stored_run_deinit(&new);
	names_destroy(names);
	store_close(store);
	return err;
}

/* Explains a cell that an earlier run has decided. */
static struct error *explain_origin(const struct question *question, char **ret)
{
	_cleanup_free_ char *base = NULL;
	struct store *store = NULL;
	struct store_run run;
	struct error *err = store_get_meta(question->store, "base", &base);

	if (!err && base && base[0])
		err = store_open(base, STORE_READ, &store);
	if (!err && store)
		err = store_choose(store, question->origin);
	if (!err && store)
		err = store_get_run(store, &run);
	if (!err && store)
		*ret = xasprintf(
			"it was carried over from the run of %s in %s: no changed code is "
			"executed before the mutant, and none can be after it, or none was "
			"in that run",
			run.started, base);
	else
		*ret = xasprintf("it was carried over from run %lld of a base that is gone",
				 (long long)question->origin);
	error_destroy(err);
	store_close(store);
	return NULL;
}

/* Explains a cell that this run has decided. */
static struct error *explain(const struct question *question, char **ret)
{
	_cleanup_free_ char *base = NULL;
	uint64_t run = 0;
	struct error *err = store_get_meta(question->store, "base", &base);

	if (!err)
		err = store_get_number(question->store, "base-run", &run);
	if (err)
		return err;
	if (!base)
		*ret = xstrdup("it was run: there was no --base");
	else if (!base[0])
		*ret = xstrdup("it was run: the base had no complete run");
	else if (question->refusal[0])
		*ret = xasprintf("it was run: %s", question->refusal);
	else
		return explain_run(question, base, (int64_t)run, ret);
	return NULL;
}

struct error *why_cell(struct store *store, int64_t mutant, int64_t test, char **ret)
{
	struct question question = { .store = store, .mutant = mutant, .test = test };
	struct error *err = store_each_cell(store, mutant, find_cell, &question);

	*ret = NULL;
	if (!err)
		err = store_each_test(store, find_test, &question);
	if (!err && !question.has_cell)
		*ret = xstrdup("there is no verdict: it was not run, or the test does not reach "
			       "the mutant");
	else if (!err && question.origin)
		err = explain_origin(&question, ret);
	else if (!err && question.has_test)
		err = explain(&question, ret);
	free(question.refusal);
	return err;
}
