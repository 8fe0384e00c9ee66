/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a run row by row. Numbers from the store that index something are checked; a store that
 * fails such a check is refused as damaged.
 */
#include "reuse/snapshot.h"

#include <stdlib.h>
#include <string.h>

#include "common/xalloc.h"
#include "runner/test/test_record.h"

static struct error *add_test(void *arg, const struct store_test *stored)
{
	struct snapshot *snapshot = arg;
	struct snapshot_test test = {
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
	vec_push(&snapshot->tests, test);
	return NULL;
}

static struct snapshot_test *find_key(struct snapshot *snapshot, int64_t key)
{
	for (size_t i = 0; i < snapshot->tests.count; i++) {
		if (snapshot->tests.items[i].key == key)
			return &snapshot->tests.items[i];
	}
	return NULL;
}

static struct error *add_module(void *arg, const struct store_module *stored)
{
	struct snapshot *snapshot = arg;

	if (stored->module != snapshot->modules.count)
		return error_create(ERROR_UNUSABLE, "the store is damaged: module %u",
				    stored->module);
	vec_push(&snapshot->modules, ((struct snapshot_module){
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
	struct snapshot *snapshot = arg;
	struct snapshot_test *test = find_key(snapshot, key);

	if (module >= snapshot->modules.count)
		return error_create(ERROR_UNUSABLE, "the store is damaged: module %u", module);
	if (test)
		vec_push(&test->modules, module);
	return NULL;
}

static struct error *add_reached(void *arg, int64_t key, const struct store_reached *sites,
				 size_t count)
{
	struct snapshot_test *test = find_key(arg, key);

	for (size_t i = 0; test && i < count; i++)
		vec_push(&test->reached, sites[i]);
	return NULL;
}

static struct error *add_input(void *arg, const struct store_input *stored)
{
	struct snapshot_test *test = find_key(arg, stored->test);

	if (stored->use < INPUT_ASKED || stored->use > INPUT_LOADED)
		return error_create(ERROR_UNUSABLE, "the store is damaged: use %d of %s",
				    stored->use, stored->path);
	if (test)
		vec_push(&test->inputs, ((struct snapshot_input){
						.path = xstrdup(stored->path),
						.use = (enum input_use)stored->use,
						.state = stored->state,
					}));
	return NULL;
}

static struct error *add_instance(void *arg, const struct store_instance *stored)
{
	struct snapshot *snapshot = arg;
	uint64_t key = (uint64_t)stored->mutant;
	uint32_t index = slots_find(&snapshot->mutants, key);

	vec_push(&snapshot->instances, *stored);
	if (index == SLOTS_NONE) {
		index = (uint32_t)snapshot->nr_instances.count;
		slots_add(&snapshot->mutants, key, index);
		vec_push(&snapshot->nr_instances, 0);
	}
	snapshot->nr_instances.items[index]++;
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
	struct snapshot *snapshot = arg;
	char *content = xmalloc(stored->size + 1);

	if (!named_is_whole(stored->content, stored->size)) {
		free(content);
		return error_create(ERROR_UNUSABLE, "the store is damaged: files named");
	}
	memcpy(content, stored->content, stored->size);
	named_sets_add(&snapshot->extras, content, stored->size);
	return NULL;
}

static struct error *read_all(struct snapshot *snapshot)
{
	struct error *err = store_get_meta(snapshot->store, "conditions", &snapshot->conditions);

	if (!err)
		err = store_get_meta(snapshot->store, "surroundings", &snapshot->surroundings);
	if (!err)
		err = store_each_test(snapshot->store, add_test, snapshot);
	if (!err)
		err = store_each_module(snapshot->store, add_module, snapshot);
	if (!err)
		err = store_each_test_module(snapshot->store, add_test_module, snapshot);
	if (!err)
		err = store_each_reach(snapshot->store, add_reached, snapshot);
	if (!err)
		err = store_each_input(snapshot->store, add_input, snapshot);
	if (!err)
		err = store_each_instance(snapshot->store, 0, add_instance, snapshot);
	if (!err)
		err = trails_read(snapshot->store, snapshot->version.program, &snapshot->trails);
	if (!err)
		err = store_each_extra(snapshot->store, add_extra, snapshot);
	if (!err)
		err = store_get_meta(snapshot->store, SNAPSHOT_CHANGED_EXTRAS,
				     &snapshot->changed_extras);
	if (!err && snapshot->instances.count)
		qsort(snapshot->instances.items, snapshot->instances.count,
		      sizeof(*snapshot->instances.items), compare_instances);
	return err;
}

struct error *snapshot_read(struct store *store, struct names *names, struct snapshot *ret)
{
	struct error *err;

	*ret = (struct snapshot){ .store = store };
	err = version_read_run(store, names, &ret->version);
	if (!err)
		err = store_get_run(store, &ret->run);
	return err ? err : read_all(ret);
}

static void test_free(struct snapshot_test *test)
{
	test_deinit(&test->test);
	vec_deinit(&test->modules);
	vec_deinit(&test->reached);
	for (size_t i = 0; i < test->inputs.count; i++)
		free(test->inputs.items[i].path);
	vec_deinit(&test->inputs);
}

void snapshot_deinit(struct snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->tests.count; i++)
		test_free(&snapshot->tests.items[i]);
	for (size_t i = 0; i < snapshot->modules.count; i++) {
		free(snapshot->modules.items[i].path);
		free(snapshot->modules.items[i].foreign);
		free(snapshot->modules.items[i].resolution);
	}
	vec_deinit(&snapshot->tests);
	vec_deinit(&snapshot->modules);
	vec_deinit(&snapshot->instances);
	slots_deinit(&snapshot->mutants);
	vec_deinit(&snapshot->nr_instances);
	trails_deinit(&snapshot->trails);
	named_sets_deinit(&snapshot->extras);
	free(snapshot->changed_extras);
	free(snapshot->conditions);
	free(snapshot->surroundings);
	version_deinit(&snapshot->version);
}

uint32_t snapshot_count_instances(const struct snapshot *snapshot, int64_t key)
{
	uint32_t index = slots_find(&snapshot->mutants, (uint64_t)key);

	return index == SLOTS_NONE ? 0 : snapshot->nr_instances.items[index];
}

const struct snapshot_test *snapshot_find_test(const struct snapshot *snapshot, const char *name)
{
	for (size_t i = 0; i < snapshot->tests.count; i++) {
		if (strcmp(snapshot->tests.items[i].test.name, name) == 0)
			return &snapshot->tests.items[i];
	}
	return NULL;
}

int64_t snapshot_find_mutant(const struct snapshot *snapshot, uint64_t uid, uint32_t site,
			     uint32_t alternative)
{
	const struct store_instance wanted = {
		.uid = uid,
		.site = site,
		.alternative = alternative,
	};
	const struct store_instance *found =
		snapshot->instances.count
			? bsearch(&wanted, snapshot->instances.items, snapshot->instances.count,
				  sizeof(wanted), compare_instances)
			: NULL;

	return found ? found->mutant : 0;
}
