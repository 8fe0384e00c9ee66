/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads a report model. Run, tests, files and mutants come first. Then the rows of coverage and
 * cells stream past, and each sets its bits. Finally the bits of each mutant give its status (decide.c).
 */
#include "report/model.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "common/vec.h"
#include "common/xalloc.h"
#include "report/decide.h"
#include "report/pool.h"

/* index that a row id of the store has in the model */
struct key_index {
	int64_t key;
	size_t index;
};

struct key_map {
	struct key_index *items; /* in the order of the keys */
	size_t count;
	size_t last; /* index in `items` that was found last; rows of one key follow each other */
};

struct loader {
	struct report_model *model;
	struct report_pool *pool;
	struct report_filter filter;
	VEC(struct report_test) tests;
	VEC(struct report_file) files;
	VEC(struct report_mutant) mutants;
	struct key_map test_map, mutant_map;
};

static int compare_keys(const void *left, const void *right)
{
	const struct key_index *a = left, *b = right;

	return a->key < b->key ? -1 : a->key > b->key;
}

static bool key_map_find(struct key_map *map, int64_t key, size_t *ret)
{
	const struct key_index wanted = { .key = key };
	const struct key_index *found;

	if (map->last < map->count && map->items[map->last].key == key) {
		*ret = map->items[map->last].index;
		return true;
	}
	if (map->count == 0)
		return false;
	found = bsearch(&wanted, map->items, map->count, sizeof(*map->items), compare_keys);
	if (!found)
		return false;
	map->last = (size_t)(found - map->items);
	*ret = found->index;
	return true;
}

static void load_run(struct loader *loader, const struct store_run *run)
{
	struct store_run *copy = &loader->model->run;

	*copy = *run;
	copy->command = report_pool_add(loader->pool, run->command);
	copy->root = report_pool_add(loader->pool, run->root);
	copy->preset = report_pool_add(loader->pool, run->preset);
	copy->compiler = report_pool_add(loader->pool, run->compiler);
	copy->plan = report_pool_add(loader->pool, run->plan);
	copy->started = report_pool_add(loader->pool, run->started);
	copy->finished = report_pool_add(loader->pool, run->finished);
}

static struct error *load_test(void *arg, const struct store_test *test)
{
	struct loader *loader = arg;
	struct report_test *copy = vec_add(&loader->tests);

	copy->key = test->key;
	copy->name = report_pool_add(loader->pool, test->name);
	copy->harness = report_pool_add(loader->pool, test->harness);
	copy->command = report_pool_add(loader->pool, test->command);
	copy->reason = report_pool_add(loader->pool, test->reason);
	copy->quarantined = test->quarantined;
	copy->changes = test->changes;
	copy->oracle = test->oracle;
	copy->cpu_us = test->cpu_us;
	copy->wall_us = test->wall_us;
	return NULL;
}

static bool wanted(const struct loader *loader, const char *path)
{
	return !loader->filter.file_glob || fnmatch(loader->filter.file_glob, path, 0) == 0;
}

static struct error *load_file(void *arg, const struct store_file *file)
{
	struct loader *loader = arg;
	struct report_file *copy;

	if (!wanted(loader, file->path))
		return NULL;
	copy = vec_add(&loader->files);
	copy->path = report_pool_add(loader->pool, file->path);
	copy->has_hash = true;
	copy->hash = file->hash;
	copy->folded = file->folded;
	copy->macro = file->macro;
	copy->shape = file->shape;
	copy->user = file->user;
	return NULL;
}

static struct error *load_mutant(void *arg, const struct store_mutant *mutant)
{
	struct loader *loader = arg;
	struct report_mutant *copy;

	if (!wanted(loader, mutant->file) ||
	    (loader->filter.mutant && mutant->key != loader->filter.mutant))
		return NULL;
	copy = vec_add(&loader->mutants);
	copy->store = *mutant;
	copy->store.file = report_pool_add(loader->pool, mutant->file);
	copy->store.function = report_pool_add(loader->pool, mutant->function);
	copy->store.op = report_pool_add(loader->pool, mutant->op);
	copy->store.replacement = report_pool_add(loader->pool, mutant->replacement);
	copy->store.description = report_pool_add(loader->pool, mutant->description);
	copy->reason = copy->first_same = copy->stands_in = copy->run_instead = copy->proof_method =
		copy->proof_text = copy->proof_compiler = copy->proof_flags = copy->probable_text =
			copy->probable_version = "";
	return NULL;
}

/* The first proof of a mutant is the strongest. What is none is what a model of the code shows. */
static struct error *load_proof(void *arg, const struct store_proof *proof)
{
	struct loader *loader = arg;
	struct report_mutant *mutant;
	size_t m;

	if (!key_map_find(&loader->mutant_map, proof->mutant, &m))
		return NULL;
	mutant = &loader->model->mutants[m];
	if (proof->kind == STORE_PROOF_NONE) {
		mutant->probable_text = report_pool_add(loader->pool, proof->text);
		mutant->probable_version = report_pool_add(loader->pool, proof->compiler);
	}
	if (proof->kind == STORE_PROOF_NONE || mutant->proof)
		return NULL;
	mutant->proof = proof->kind;
	mutant->is_void = proof->is_void;
	mutant->proof_method = report_pool_add(loader->pool, proof->method);
	mutant->proof_text = report_pool_add(loader->pool, proof->text);
	mutant->proof_compiler = report_pool_add(loader->pool, proof->compiler);
	mutant->proof_flags = report_pool_add(loader->pool, proof->flags);
	return NULL;
}

static struct error *load_duplicate(void *arg, const struct store_duplicate *duplicate)
{
	struct loader *loader = arg;
	size_t m;

	if (key_map_find(&loader->mutant_map, duplicate->mutant, &m))
		loader->model->mutants[m].first_same =
			report_pool_add(loader->pool, duplicate->first);
	return NULL;
}

static size_t word_of(const struct report_model *model, size_t m, size_t t)
{
	return m * model->row_words + t / REPORT_WORD_BITS;
}

static uint64_t bit_of(size_t t)
{
	return UINT64_C(1) << t % REPORT_WORD_BITS;
}

static struct error *load_cover(void *arg, const struct store_cover *cover)
{
	struct loader *loader = arg;
	struct report_model *model = loader->model;
	size_t m, t;

	if (!key_map_find(&loader->mutant_map, cover->mutant, &m) ||
	    !key_map_find(&loader->test_map, cover->test, &t))
		return NULL;
	model->covered[word_of(model, m, t)] |= bit_of(t);
	model->mutants[m].is_changing |= cover->is_changing && !model->tests[t].quarantined;
	return NULL;
}

/* Notes a kill of the mutant. A kill other than by a timeout is the one that is reported. */
static void note_kill(struct loader *loader, struct report_mutant *mutant,
		      const struct store_cell *cell)
{
	bool is_timeout = cell->verdict == VERDICT_KILLED_TIMEOUT;

	if (mutant->status == REPORT_KILLED || (mutant->status == REPORT_TIMEOUT && is_timeout))
		return;
	mutant->status = is_timeout ? REPORT_TIMEOUT : REPORT_KILLED;
	mutant->reason = report_pool_add(loader->pool, cell->detail && cell->detail[0]
							       ? cell->detail
							       : verdict_name(cell->verdict));
}

static struct error *load_cell(void *arg, const struct store_cell *cell)
{
	struct loader *loader = arg;
	struct report_model *model = loader->model;
	struct report_mutant *mutant;
	size_t m, t, word;
	uint64_t bit;

	if (!key_map_find(&loader->mutant_map, cell->mutant, &m) ||
	    !key_map_find(&loader->test_map, cell->test, &t) || model->tests[t].quarantined)
		return NULL;
	mutant = &model->mutants[m];
	word = word_of(model, m, t);
	bit = bit_of(t);
	if (cell->verdict == VERDICT_UNKNOWN) {
		model->unknown[word] |= bit;
		if (mutant->status == REPORT_UNKNOWN && !mutant->reason[0])
			mutant->reason = report_pool_add(loader->pool, cell->detail);
		return NULL;
	}
	model->decided[word] |= bit;
	if (cell->verdict == VERDICT_NOT_REACHED) {
		model->covered[word] &= ~bit;
		return NULL;
	}
	model->covered[word] |= bit;
	model->nr_verdicts++;
	if (cell->origin) {
		model->carried[word] |= bit;
		model->nr_carried++;
	}
	if (cell->shared) {
		model->shared[word] |= bit;
		model->nr_shared++;
		mutant->run_instead = report_pool_add(loader->pool, cell->run);
	}
	mutant->nr_run++;
	mutant->wall_us += cell->wall_us;
	if (verdict_is_killed(cell->verdict)) {
		model->killed[word] |= bit;
		model->tests[t].nr_killed++;
		note_kill(loader, mutant, cell);
	}
	return NULL;
}

static int compare_tests(const void *left, const void *right)
{
	const struct report_test *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static int compare_files(const void *left, const void *right)
{
	const struct report_file *a = left, *b = right;

	return strcmp(a->path, b->path);
}

static int compare_mutants(const void *left, const void *right)
{
	const struct store_mutant *a = &((const struct report_mutant *)left)->store;
	const struct store_mutant *b = &((const struct report_mutant *)right)->store;
	int order = a->file == b->file ? 0 : strcmp(a->file, b->file);

	if (order)
		return order;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->column != b->column)
		return a->column < b->column ? -1 : 1;
	order = strcmp(a->op, b->op);
	return order ? order : strcmp(a->id, b->id);
}

#define MAP_KEYS(map, array, nr, key_field)                                                        \
	do {                                                                                       \
		(map)->items = xcalloc((nr) + 1, sizeof(*(map)->items));                           \
		(map)->count = (nr);                                                               \
		for (size_t i_ = 0; i_ < (nr); i_++)                                               \
			(map)->items[i_] = (struct key_index){ (array)[i_].key_field, i_ };        \
		qsort((map)->items, (nr), sizeof(*(map)->items), compare_keys);                    \
	} while (0)

/* Ties mutants to files, and adds a file for each mutant whose file has no row in the store. */
static void link_files(struct loader *loader)
{
	struct report_model *model = loader->model;
	size_t nr_rows = loader->files.count, f = 0;

	for (size_t m = 0; m < model->nr_mutants; m++) {
		struct report_file wanted_file = { .path = model->mutants[m].store.file };

		if (m > 0 && model->mutants[m - 1].store.file == wanted_file.path)
			continue;
		if (nr_rows == 0 || !bsearch(&wanted_file, loader->files.items, nr_rows,
					     sizeof(wanted_file), compare_files))
			vec_push(&loader->files, wanted_file);
	}
	model->files = loader->files.items;
	model->nr_files = loader->files.count;
	if (model->nr_files > 0)
		qsort(model->files, model->nr_files, sizeof(*model->files), compare_files);
	for (size_t m = 0; m < model->nr_mutants; m++) {
		while (strcmp(model->files[f].path, model->mutants[m].store.file) != 0)
			f++;
		if (model->files[f].nr_mutants++ == 0)
			model->files[f].first_mutant = m;
	}
}

static void sort_inventory(struct loader *loader)
{
	struct report_model *model = loader->model;

	model->tests = loader->tests.items;
	model->nr_tests = loader->tests.count;
	model->mutants = loader->mutants.items;
	model->nr_mutants = loader->mutants.count;
	if (model->nr_tests > 0)
		qsort(model->tests, model->nr_tests, sizeof(*model->tests), compare_tests);
	if (model->nr_mutants > 0)
		qsort(model->mutants, model->nr_mutants, sizeof(*model->mutants), compare_mutants);
	if (loader->files.count > 0)
		qsort(loader->files.items, loader->files.count, sizeof(*loader->files.items),
		      compare_files);
	link_files(loader);
	MAP_KEYS(&loader->test_map, model->tests, model->nr_tests, key);
	MAP_KEYS(&loader->mutant_map, model->mutants, model->nr_mutants, store.key);
	model->row_words = (model->nr_tests + REPORT_WORD_BITS - 1) / REPORT_WORD_BITS;
	model->covered = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	model->killed = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	model->decided = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	model->unknown = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	model->carried = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	model->shared = xcalloc(model->nr_mutants * model->row_words + 1, sizeof(uint64_t));
	for (size_t m = 0; m < model->nr_mutants; m++)
		model->mutants[m].status = REPORT_UNKNOWN;
}

static struct error *load_left_out(struct report_model *model, struct store *store)
{
	struct error *err = store_get_number(store, "left-out-tests", &model->left_out_tests);

	if (!err)
		err = store_get_number(store, "left-out-filter", &model->left_out_filter);
	if (!err)
		err = store_get_number(store, "left-out-sample", &model->left_out_sample);
	return err;
}

static struct error *load(struct loader *loader, struct store *store)
{
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (err)
		return err;
	load_run(loader, &run);
	err = load_left_out(loader->model, store);
	if (!err)
		err = store_each_test(store, load_test, loader);
	if (!err)
		err = store_each_file(store, load_file, loader);
	if (!err)
		err = store_each_mutant(store, load_mutant, loader);
	sort_inventory(loader);
	if (!err)
		err = store_each_cover(store, loader->filter.mutant, load_cover, loader);
	if (!err)
		err = store_each_cell(store, loader->filter.mutant, load_cell, loader);
	if (!err)
		err = store_each_proven(store, load_proof, loader);
	if (!err)
		err = store_each_probable(store, load_proof, loader);
	if (!err)
		err = store_each_duplicate(store, load_duplicate, loader);
	if (!err)
		report_decide(loader->model);
	return err;
}

struct error *report_model_load(struct store *store, const struct report_filter *filter,
				struct report_model *ret)
{
	struct report_model model = { .pool = report_pool_create() };
	struct loader loader = { .model = &model, .pool = model.pool };
	struct error *err;

	if (filter)
		loader.filter = *filter;
	err = load(&loader, store);
	free(loader.test_map.items);
	free(loader.mutant_map.items);
	if (err) {
		report_model_deinit(&model);
		return error_wrap(err, "reading the results");
	}
	*ret = model;
	return NULL;
}
