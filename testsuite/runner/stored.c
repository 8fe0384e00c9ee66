/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stored.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/xalloc.h"
#include "runner/pool/worker.h"
#include "runner/test/test_record.h"

struct loader {
	struct stored *stored;
	const char *left_out; /* text; "": none */
};

static struct error *load_test(void *arg, const struct store_test *test)
{
	struct stored *stored = ((struct loader *)arg)->stored;
	struct stored_test *own;

	if (test->quarantined)
		return NULL;
	own = vec_add(&stored->tests);
	own->key = test->key;
	own->wall_us = test->wall_us;
	return test_record_read(test->record, &own->test);
}

static struct error *load_mutant(void *arg, const struct store_mutant *mutant)
{
	const struct loader *loader = arg;
	struct stored_mutant *own = vec_add(&loader->stored->mutants);

	own->key = mutant->key;
	memcpy(own->id, mutant->id, sizeof(own->id));
	own->is_left_out = strstr(loader->left_out, own->id) != NULL;
	return NULL;
}

static int by_key(const void *a, const void *b)
{
	const struct stored_mutant *x = a, *y = b;

	return (x->key > y->key) - (x->key < y->key);
}

static struct stored_mutant *find_mutant(const struct stored *stored, int64_t key)
{
	const struct stored_mutant wanted = { .key = key };

	return bsearch(&wanted, stored->mutants.items, stored->mutants.count, sizeof(wanted),
		       by_key);
}

/* UINT32_MAX: it is in quarantine. */
static uint32_t find_test(const struct stored *stored, int64_t key)
{
	for (uint32_t i = 0; i < stored->tests.count; i++) {
		if (stored->tests.items[i].key == key)
			return i;
	}
	return UINT32_MAX;
}

static struct error *load_instance(void *arg, const struct store_instance *instance)
{
	struct stored_mutant *mutant =
		find_mutant(((struct loader *)arg)->stored, instance->mutant);
	const struct remt_switch on = {
		.uid = instance->uid,
		.site = instance->site,
		.function = instance->function,
		.alternative = instance->alternative,
	};

	if (mutant && mutant->on.count < REMT_SESSION_MAX_ON)
		vec_push(&mutant->on, on);
	return NULL;
}

static struct error *load_cover(void *arg, const struct store_cover *cover)
{
	const struct stored *stored = ((struct loader *)arg)->stored;
	struct stored_mutant *mutant = find_mutant(stored, cover->mutant);
	uint32_t test = find_test(stored, cover->test);

	if (mutant && test != UINT32_MAX)
		vec_push(&mutant->reached, test);
	return NULL;
}

static struct error *load_cell(void *arg, const struct store_cell *cell)
{
	struct stored *stored = ((struct loader *)arg)->stored;
	struct stored_mutant *mutant = find_mutant(stored, cell->mutant);
	uint32_t test = find_test(stored, cell->test);
	const struct stored_cell own = {
		.mutant = mutant ? (uint32_t)(mutant - stored->mutants.items) : 0,
		.test = test,
		.mode = cell->mode,
	};

	if (mutant && !mutant->is_left_out && test != UINT32_MAX && cell->mode != WORKER_NONE)
		vec_push(&stored->cells, own);
	return NULL;
}

static struct error *load(struct loader *loader, struct store *store)
{
	struct stored *stored = loader->stored;
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (err)
		return err;
	stored->root = xstrdup(run.root);
	err = store_each_test(store, load_test, loader);
	if (!err)
		err = store_each_mutant(store, load_mutant, loader);
	if (err)
		return err;
	if (stored->mutants.count)
		qsort(stored->mutants.items, stored->mutants.count, sizeof(*stored->mutants.items),
		      by_key);
	err = store_each_instance(store, 0, load_instance, loader);
	if (!err)
		err = store_each_cover(store, 0, load_cover, loader);
	return err ? err : store_each_cell(store, 0, load_cell, loader);
}

void stored_load(struct stored *stored, const char *directory, const char *left_out)
{
	_cleanup_free_ char *text = NULL;
	struct loader loader = { stored, "" };
	struct store *store = NULL;
	size_t size;
	struct error *err = left_out ? fs_read_file(left_out, &text, &size) : NULL;

	if (text)
		loader.left_out = text;
	if (!err)
		err = store_open(directory, STORE_READ, &store);
	if (!err)
		err = load(&loader, store);
	store_close(store);
	if (!err)
		return;
	fprintf(stderr, "%s: %s\n", directory, err->message);
	exit(4);
}

void stored_deinit(struct stored *stored)
{
	for (size_t i = 0; i < stored->tests.count; i++)
		test_deinit(&stored->tests.items[i].test);
	for (size_t i = 0; i < stored->mutants.count; i++) {
		vec_deinit(&stored->mutants.items[i].on);
		vec_deinit(&stored->mutants.items[i].reached);
	}
	vec_deinit(&stored->tests);
	vec_deinit(&stored->mutants);
	vec_deinit(&stored->cells);
	free(stored->root);
}

bool stored_reaches(const struct stored_mutant *mutant, uint32_t test)
{
	for (size_t i = 0; i < mutant->reached.count; i++) {
		if (mutant->reached.items[i] == test)
			return true;
	}
	return false;
}
