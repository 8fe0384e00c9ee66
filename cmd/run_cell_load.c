/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/run_cell.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/test/test_record.h"

void cell_deinit(struct cell *cell)
{
	free(cell->file);
	free(cell->description);
	free(cell->root);
	strv_destroy(cell->binaries);
	for (size_t i = 0; i < cell->subjects.count; i++)
		subject_close(cell->subjects.items[i]);
	vec_deinit(&cell->subjects);
	expectation_destroy(cell->expected);
	vec_deinit(&cell->switches);
	if (cell->has_test) {
		struct test_list list = { xmemdup(&cell->test, sizeof(cell->test)), 1 };

		test_list_deinit(&list);
	}
}

static struct error *match_mutant(void *arg, const struct store_mutant *mutant)
{
	struct cell *cell = arg;
	const char *wanted = cell->args->campaign.filter.mutant;

	if (strncmp(mutant->id, wanted, strlen(wanted)) != 0 || cell->nr_mutants++)
		return NULL;
	cell->mutant = mutant->key;
	memcpy(cell->id, mutant->id, sizeof(cell->id));
	cell->file = xstrdup(mutant->file);
	cell->description = xstrdup(mutant->description);
	cell->line = mutant->site_line;
	return NULL;
}

static struct error *match_test(void *arg, const struct store_test *test)
{
	struct cell *cell = arg;
	struct error *err;

	if (strcmp(test->name, cell->args->tests[0]) != 0 &&
	    fnmatch(cell->args->tests[0], test->name, 0) != 0)
		return NULL;
	if (cell->nr_tests++)
		return NULL;
	err = test_record_read(test->record, &cell->test);
	if (err)
		return err;
	cell->has_test = true;
	cell->test_key = test->key;
	cell->use.cpu_us = test->cpu_us;
	cell->use.wall_us = test->wall_us;
	cell->use.harness_ms = cell->test.timeout_ms;
	cell->oracle = test->oracle;
	cell->output_hash = test->output_hash;
	return NULL;
}

static struct error *add_instance(void *arg, const struct store_instance *instance)
{
	struct cell *cell = arg;

	vec_push(&cell->switches, ((struct remt_switch){ .uid = instance->uid,
							 .site = instance->site,
							 .function = instance->function,
							 .alternative = instance->alternative }));
	return NULL;
}

static struct error *match_cover(void *arg, const struct store_cover *cover)
{
	struct cell *cell = arg;

	if (cover->test == cell->test_key)
		cell->count = cover->count;
	return NULL;
}

static struct error *match_cell(void *arg, const struct store_cell *stored)
{
	struct cell *cell = arg;

	if (stored->test == cell->test_key)
		cell->stored = stored->verdict;
	return NULL;
}

static struct error *add_binary(void *arg, const struct store_module *module)
{
	struct cell *cell = arg;

	strv_append(&cell->binaries, module->path);
	return NULL;
}

struct error *cell_load(struct store *store, struct cell *ret)
{
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (err)
		return err;
	ret->root = xstrdup(run.root);
	if (strcmp(run.preset, REMT_BINARY_PRESET) == 0)
		err = store_each_module(store, add_binary, ret);
	if (!err)
		err = store_get_number(store, "allow-network", &ret->allow_network);
	if (!err)
		err = store_each_mutant(store, match_mutant, ret);
	if (!err && ret->nr_mutants != 1)
		err = error_create(ERROR_USAGE, "%s mutant has an id that begins with '%s'",
				   ret->nr_mutants ? "more than one" : "no",
				   ret->args->campaign.filter.mutant);
	if (!err)
		err = store_each_test(store, match_test, ret);
	if (!err && ret->nr_tests != 1)
		err = error_create(ERROR_USAGE, "%s test matches '%s'",
				   ret->nr_tests ? "more than one" : "no", ret->args->tests[0]);
	if (!err)
		err = store_each_instance(store, ret->mutant, add_instance, ret);
	if (!err)
		err = store_each_cover(store, ret->mutant, match_cover, ret);
	if (!err)
		err = store_each_cell(store, ret->mutant, match_cell, ret);
	if (!err && ret->switches.count > REMT_SESSION_MAX_ON)
		err = error_create(ERROR_UNUSABLE,
				   "the mutant sits in too many places of the program");
	return err;
}
