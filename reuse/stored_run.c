/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a run row by row. Numbers from the store that index something are checked; a store that
 * fails such a check is refused as damaged.
 */
#include "reuse/stored_run.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "runner/test/test_record.h"

static struct error *add_test(void *arg, const struct store_test *stored)
{
	struct stored_run *stored_run = arg;
	struct stored_test test = {
		.key = stored->key,
		.is_usable = stored->has_trace && !stored->quarantined && !stored->reason[0] &&
			     stored->result == TEST_PASSED,
		.has_changing_output = stored->changes & STORE_CHANGE_OUTPUT,
		.oracle = stored->oracle,
		.output_hash = stored->output_hash,
		.entered = stored->entered,
		.limits = stored->limits,
		.nr_processes = stored->nr_processes,
		.was_killed = stored->was_killed,
	};
	struct error *err = test_record_read(stored->record, &test.test);

	if (err)
		return err;
	vec_push(&stored_run->tests, test);
	return NULL;
}

static struct stored_test *find_key(struct stored_run *stored_run, int64_t key)
{
	for (size_t i = 0; i < stored_run->tests.count; i++) {
		if (stored_run->tests.items[i].key == key)
			return &stored_run->tests.items[i];
	}
	return NULL;
}

static struct error *add_module(void *arg, const struct store_module *stored)
{
	struct stored_run *stored_run = arg;

	if (stored->module != stored_run->modules.count)
		return error_create(ERROR_UNUSABLE, "the store is damaged: module %u",
				    stored->module);
	vec_push(&stored_run->modules, ((struct stored_module){
					       .path = xstrdup(stored->path),
					       .linkage = stored->linkage,
					       .foreign = xstrdup(stored->foreign),
					       .content = stored->content,
					       .resolution = xstrdup(stored->resolution),
				       }));
	return NULL;
}

static struct error *add_test_module(void *arg, int64_t key, uint32_t module)
{
	struct stored_run *stored_run = arg;
	struct stored_test *test = find_key(stored_run, key);

	if (module >= stored_run->modules.count)
		return error_create(ERROR_UNUSABLE, "the store is damaged: module %u", module);
	if (test)
		vec_push(&test->modules, module);
	return NULL;
}

static struct error *add_reached(void *arg, int64_t key, const struct store_reached *sites,
				 size_t count)
{
	struct stored_test *test = find_key(arg, key);

	for (size_t i = 0; test && i < count; i++)
		vec_push(&test->reached, sites[i]);
	return NULL;
}

static struct error *add_input(void *arg, const struct store_input *stored)
{
	struct stored_test *test = find_key(arg, stored->test);

	if (stored->use < INPUT_ASKED || stored->use > INPUT_LOADED)
		return error_create(ERROR_UNUSABLE, "the store is damaged: use %d of %s",
				    stored->use, stored->path);
	if (test)
		vec_push(&test->inputs, ((struct stored_input){
						.path = xstrdup(stored->path),
						.use = (enum input_use)stored->use,
						.state = stored->state,
					}));
	return NULL;
}

static struct error *add_instance(void *arg, const struct store_instance *stored)
{
	struct stored_run *stored_run = arg;
	uint64_t key = (uint64_t)stored->mutant;
	uint32_t index = slots_find(&stored_run->mutants, key);

	vec_push(&stored_run->instances, *stored);
	if (index == SLOTS_NONE) {
		index = (uint32_t)stored_run->nr_instances.count;
		slots_add(&stored_run->mutants, key, index);
		vec_push(&stored_run->nr_instances, 0);
	}
	stored_run->nr_instances.items[index]++;
	return NULL;
}

static int compare_instances(const void *a, const void *b)
{
	const struct store_instance *x = a, *y = b;

	if (x->uid != y->uid)
		return x->uid < y->uid ? -1 : 1;
	if (x->site != y->site)
		return x->site < y->site ? -1 : 1;
	return (x->alternative > y->alternative) - (x->alternative < y->alternative);
}

static struct error *add_extra(void *arg, const struct store_extra *stored)
{
	struct stored_run *stored_run = arg;
	char *content = xmalloc(stored->size + 1);

	if (!named_is_whole(stored->content, stored->size)) {
		free(content);
		return error_create(ERROR_UNUSABLE, "the store is damaged: files named");
	}
	memcpy(content, stored->content, stored->size);
	named_sets_add(&stored_run->extras, content, stored->size);
	return NULL;
}

static struct error *read_all(struct stored_run *stored_run)
{
	struct error *err =
		store_get_meta(stored_run->store, "conditions", &stored_run->conditions);

	if (!err)
		err = store_get_meta(stored_run->store, "surroundings", &stored_run->surroundings);
	if (!err)
		err = store_each_test(stored_run->store, add_test, stored_run);
	if (!err)
		err = store_each_module(stored_run->store, add_module, stored_run);
	if (!err)
		err = store_each_test_module(stored_run->store, add_test_module, stored_run);
	if (!err)
		err = store_each_reach(stored_run->store, add_reached, stored_run);
	if (!err)
		err = store_each_input(stored_run->store, add_input, stored_run);
	if (!err)
		err = store_each_instance(stored_run->store, 0, add_instance, stored_run);
	if (!err)
		err = resolved_sets_read(stored_run->store, stored_run->version.program,
					 &stored_run->sets);
	if (!err)
		err = store_each_extra(stored_run->store, add_extra, stored_run);
	if (!err)
		err = store_get_meta(stored_run->store, SNAPSHOT_CHANGED_EXTRAS,
				     &stored_run->changed_extras);
	if (!err && stored_run->instances.count)
		qsort(stored_run->instances.items, stored_run->instances.count,
		      sizeof(*stored_run->instances.items), compare_instances);
	return err;
}

struct error *stored_run_read(struct store *store, struct names *names, struct stored_run *ret)
{
	struct error *err;

	*ret = (struct stored_run){ .store = store };
	err = version_read_run(store, names, &ret->version);
	if (!err)
		err = store_get_run(store, &ret->run);
	return err ? err : read_all(ret);
}

static void test_free(struct stored_test *test)
{
	test_deinit(&test->test);
	vec_deinit(&test->modules);
	vec_deinit(&test->reached);
	for (size_t i = 0; i < test->inputs.count; i++)
		free(test->inputs.items[i].path);
	vec_deinit(&test->inputs);
}

void stored_run_deinit(struct stored_run *stored_run)
{
	for (size_t i = 0; i < stored_run->tests.count; i++)
		test_free(&stored_run->tests.items[i]);
	for (size_t i = 0; i < stored_run->modules.count; i++) {
		free(stored_run->modules.items[i].path);
		free(stored_run->modules.items[i].foreign);
		free(stored_run->modules.items[i].resolution);
	}
	vec_deinit(&stored_run->tests);
	vec_deinit(&stored_run->modules);
	vec_deinit(&stored_run->instances);
	slots_deinit(&stored_run->mutants);
	vec_deinit(&stored_run->nr_instances);
	resolved_sets_deinit(&stored_run->sets);
	named_sets_deinit(&stored_run->extras);
	free(stored_run->changed_extras);
	free(stored_run->conditions);
	free(stored_run->surroundings);
	version_deinit(&stored_run->version);
}

uint32_t stored_run_count_instances(const struct stored_run *stored_run, int64_t key)
{
	uint32_t index = slots_find(&stored_run->mutants, (uint64_t)key);

	return index == SLOTS_NONE ? 0 : stored_run->nr_instances.items[index];
}

const struct stored_test *stored_run_find_test(const struct stored_run *stored_run,
					       const char *name)
{
	for (size_t i = 0; i < stored_run->tests.count; i++) {
		if (strcmp(stored_run->tests.items[i].test.name, name) == 0)
			return &stored_run->tests.items[i];
	}
	return NULL;
}

int64_t stored_run_find_mutant(const struct stored_run *stored_run, uint64_t uid, uint32_t site,
			       uint32_t alternative)
{
	const struct store_instance wanted = {
		.uid = uid,
		.site = site,
		.alternative = alternative,
	};
	const struct store_instance *found =
		stored_run->instances.count
			? bsearch(&wanted, stored_run->instances.items, stored_run->instances.count,
				  sizeof(wanted), compare_instances)
			: NULL;

	return found ? found->mutant : 0;
}
