/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the sample from the store. A cell that was not stored, or is unknown, is left out.
 *
 * A test that does not reach a mutant makes a claim, too: that the mutant changes nothing in it.
 * So the sample knows which tests reach a mutant, and verify/draw.c may add cells for the other
 * tests.
 */
#include "verify/sample.h"

#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "remt/sites.h"
#include "runner/test/test_record.h"

static struct error *load_file(void *arg, const struct store_file *file)
{
	struct verify_sample *sample = arg;
	struct verify_file *entry = vec_add(&sample->files);

	entry->path = xstrdup(file->path);
	entry->hash = file->hash;
	return NULL;
}

static unsigned find_kind(const char *op)
{
	size_t length = strcspn(op, ":");
	unsigned kind;

	for (kind = 0; kind < REMT_NR_OPERATORS; kind++) {
		if (strlen(remt_operators[kind].name) == length &&
		    strncmp(remt_operators[kind].name, op, length) == 0)
			break;
	}
	return kind;
}

const char *verify_mutant_group(const struct verify_mutant *mutant)
{
	return mutant->kind < REMT_NR_OPERATORS ? remt_operators[mutant->kind].group : mutant->op;
}

bool verify_cell_differs(const struct verify_cell *cell)
{
	return cell->outcome == VERIFY_WRONG || cell->outcome == VERIFY_KIND ||
	       cell->outcome == VERIFY_UNSTABLE;
}

static struct error *load_mutant(void *arg, const struct store_mutant *stored)
{
	struct verify_sample *sample = arg;
	struct verify_mutant *mutant = vec_add(&sample->mutants);

	mutant->key = stored->key;
	memcpy(mutant->id, stored->id, sizeof(mutant->id));
	mutant->file = xstrdup(stored->file);
	mutant->line = stored->line;
	mutant->column = stored->column;
	mutant->end_line = stored->end_line;
	mutant->end_column = stored->end_column;
	mutant->op = xstrdup(stored->op);
	mutant->replacement = xstrdup(stored->replacement);
	mutant->description = xstrdup(stored->description);
	mutant->kind = find_kind(stored->op);
	return NULL;
}

static struct error *load_test(void *arg, const struct store_test *stored)
{
	struct verify_sample *sample = arg;
	struct verify_test *test;

	if (stored->quarantined)
		return NULL;
	test = vec_add(&sample->tests);
	test->key = stored->key;
	test->name = xstrdup(stored->name);
	test->cpu_us = stored->cpu_us;
	test->wall_us = stored->wall_us;
	test->oracle = stored->oracle;
	return test_record_read(stored->record, &test->test);
}

static int compare_keys(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

static int by_key(const void *a, const void *b)
{
	return compare_keys(((const struct verify_mutant *)a)->key,
			    ((const struct verify_mutant *)b)->key);
}

static int by_test_key(const void *a, const void *b)
{
	return compare_keys(((const struct verify_test *)a)->key,
			    ((const struct verify_test *)b)->key);
}

/*
 * Finds the mutant and the index of the test that have these keys in the store. Returns false if
 * either is not loaded.
 */
static bool find_pair(struct verify_sample *sample, int64_t mutant, int64_t test,
		      struct verify_mutant **ret_mutant, uint32_t *ret_test)
{
	const struct verify_mutant mutant_key = { .key = mutant };
	const struct verify_test test_key = { .key = test };
	struct verify_mutant *m = bsearch(&mutant_key, sample->mutants.items, sample->mutants.count,
					  sizeof(*m), by_key);
	struct verify_test *t = bsearch(&test_key, sample->tests.items, sample->tests.count,
					sizeof(*t), by_test_key);

	if (!m || !t)
		return false;
	*ret_mutant = m;
	*ret_test = (uint32_t)(t - sample->tests.items);
	return true;
}

static struct error *load_cell(void *arg, const struct store_cell *stored)
{
	struct verify_sample *sample = arg;
	struct verify_mutant *mutant;
	struct verify_cell *cell;
	uint32_t test;

	if (!find_pair(sample, stored->mutant, stored->test, &mutant, &test) ||
	    (stored->verdict != VERDICT_SURVIVED && !verdict_is_killed(stored->verdict)))
		return NULL;
	cell = vec_add(&mutant->cells);
	cell->test = test;
	cell->stored = stored->verdict;
	return NULL;
}

static void mark_survivors(struct verify_sample *sample)
{
	for (size_t i = 0; i < sample->mutants.count; i++) {
		struct verify_mutant *mutant = &sample->mutants.items[i];

		mutant->is_survivor = mutant->cells.count > 0;
		for (size_t k = 0; k < mutant->cells.count; k++)
			mutant->is_survivor &= mutant->cells.items[k].stored == VERDICT_SURVIVED;
	}
}

/*
 * Notes that a test reaches a mutant, whether its cell was run or not: it gets no cell "not
 * reached".
 */
static struct error *load_cover(void *arg, const struct store_cover *cover)
{
	struct verify_sample *sample = arg;
	struct verify_mutant *mutant;
	uint32_t test;

	if (find_pair(sample, cover->mutant, cover->test, &mutant, &test))
		vec_push(&mutant->reached, test);
	return NULL;
}

static struct error *load(struct store *store, struct verify_sample *sample)
{
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (err)
		return err;
	if (strcmp(run.preset, REMT_BINARY_PRESET) == 0)
		return error_create(ERROR_USAGE,
				    "the last run has variants of binaries, which no source can be "
				    "patched with: compare with copies by `remt patch --mutate`");
	sample->root = xstrdup(run.root);
	err = store_get_number(store, "allow-network", &sample->allow_network);
	if (!err)
		err = store_each_file(store, load_file, sample);
	if (!err)
		err = store_each_mutant(store, load_mutant, sample);
	if (!err)
		err = store_each_test(store, load_test, sample);
	if (err)
		return err;
	if (sample->mutants.count)
		qsort(sample->mutants.items, sample->mutants.count, sizeof(*sample->mutants.items),
		      by_key);
	if (sample->tests.count)
		qsort(sample->tests.items, sample->tests.count, sizeof(*sample->tests.items),
		      by_test_key);
	err = store_each_cell(store, 0, load_cell, sample);
	if (!err)
		err = store_each_cover(store, 0, load_cover, sample);
	mark_survivors(sample);
	return err;
}

struct error *verify_sample_load(struct store *store, struct verify_sample *ret)
{
	struct verify_sample sample = { 0 };
	struct error *err = load(store, &sample);

	if (err)
		verify_sample_deinit(&sample);
	else
		*ret = sample;
	return err;
}

void verify_mutant_deinit(struct verify_mutant *mutant)
{
	for (size_t k = 0; k < mutant->cells.count; k++)
		free(mutant->cells.items[k].detail);
	vec_deinit(&mutant->cells);
	vec_deinit(&mutant->reached);
	free(mutant->file);
	free(mutant->op);
	free(mutant->replacement);
	free(mutant->description);
	free(mutant->detail);
}

void verify_sample_deinit(struct verify_sample *sample)
{
	for (size_t i = 0; i < sample->mutants.count; i++)
		verify_mutant_deinit(&sample->mutants.items[i]);
	for (size_t i = 0; i < sample->tests.count; i++) {
		free(sample->tests.items[i].name);
		test_deinit(&sample->tests.items[i].test);
	}
	for (size_t i = 0; i < sample->files.count; i++)
		free(sample->files.items[i].path);
	vec_deinit(&sample->mutants);
	vec_deinit(&sample->tests);
	vec_deinit(&sample->files);
	free(sample->root);
}
