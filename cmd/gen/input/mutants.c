/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/input/mutants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "common/cleanup.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "report/model.h"
#include "runner/inventory/modules.h"
#include "sites/switched.h"

bool gen_mutants_are_wanted(const struct gen_mutant_choice *choice)
{
	return choice->ids.count || choice->has_all || choice->has_survivors;
}

void gen_mutants_deinit(struct gen_mutants *mutants)
{
	for (size_t i = 0; i < mutants->items.count; i++)
		free(mutants->items.items[i].on);
	vec_deinit(&mutants->items);
	vec_deinit(&mutants->proven);
	if (mutants->inventory.root)
		inventory_deinit(&mutants->inventory);
}

/* Reads all mutants of PROGRAM; paths are relative to ROOT, or if that is NULL to where `remt run` would begin. */
static struct error *read_inventory(const char *program, const char *root, struct inventory *ret)
{
	struct module module = { .path = (char *)program, .kind = INVENTORY_PROGRAM };
	struct modules modules = { .modules = { .items = &module, .count = 1 } };
	_cleanup_free_ char *directory = getcwd(NULL, 0), *found = NULL;
	struct error *err = NULL;

	if (!directory)
		return error_errno(ERROR_UNUSABLE, errno, "the working directory");
	if (!root)
		err = modules_find_root(&modules, directory, &found);
	if (err)
		return err;
	inventory_init(ret, root ? root : found, directory);
	err = modules_read(&modules, ret);
	vec_deinit(&module.units);
	if (!err)
		inventory_finish(ret, &(struct inventory_filter){ .mutate_tests = true });
	return err;
}

static void add(struct gen_mutants *mutants, const struct inventory_mutant *row)
{
	struct gen_mutant mutant = { .row = row };

	inventory_id_text(row->id, mutant.id);
	mutant.on = xcalloc(row->nr_instances + UINT32_C(1), sizeof(*mutant.on));
	/* There is room for all. */
	(void)!inventory_switches(&mutants->inventory, row, mutant.on, row->nr_instances,
				  &mutant.nr_on);
	vec_push(&mutants->items, mutant);
}

/* Marks the one mutant whose id begins with PREFIX. */
static struct error *find_id(const struct inventory *inventory, const char *prefix, bool *is_wanted)
{
	size_t nr_found = 0;

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		char id[INVENTORY_ID_DIGITS + 1];

		inventory_id_text(inventory->mutants.items[i].id, id);
		if (strncasecmp(id, prefix, strlen(prefix)) != 0)
			continue;
		is_wanted[i] = true;
		nr_found++;
	}
	if (!*prefix || !nr_found)
		return error_create(ERROR_USAGE,
				    "no mutant of the program has an id that begins with '%s'",
				    prefix);
	if (nr_found > 1)
		return error_create(ERROR_USAGE, "'%s' is the beginning of %zu ids", prefix,
				    nr_found);
	return NULL;
}

/* Returns the number that the digits of an id stand for. */
static uint64_t shown_of(const char *id)
{
	return strtoull(id, NULL, 16);
}

/* Marks what MODEL says was not killed, and may be, and counts the rest. */
static void find_survivors(struct gen_mutants *mutants, const struct report_model *model,
			   bool *is_wanted)
{
	const struct inventory *inventory = &mutants->inventory;
	struct slots by_id = { 0 };

	for (size_t i = 0; i < inventory->mutants.count; i++) {
		char id[INVENTORY_ID_DIGITS + 1];

		inventory_id_text(inventory->mutants.items[i].id, id);
		slots_add(&by_id, shown_of(id), (uint32_t)i);
	}
	for (size_t m = 0; m < model->nr_mutants; m++) {
		const struct report_mutant *mutant = &model->mutants[m];
		uint32_t index = slots_find(&by_id, shown_of(mutant->store.id));

		if (mutant->status == REPORT_KILLED || mutant->status == REPORT_TIMEOUT)
			continue;
		if (index == SLOTS_NONE)
			mutants->nr_absent++;
		else if (report_is_equivalent(mutant)) {
			vec_push(&mutants->proven, &inventory->mutants.items[index]);
			mutants->nr_proven++;
		} else
			is_wanted[index] = true;
	}
	slots_deinit(&by_id);
}

/* What the store knows. */
struct knowledge {
	struct report_model model;
	struct slots before; /* ids of the mutants that the last finished run before had */
	bool has_before;     /* there was one */
};

static struct error *note_run(void *arg, int64_t key)
{
	*(int64_t *)arg = key;
	return NULL;
}

static struct error *note_mutant(void *arg, const struct store_mutant *mutant)
{
	struct knowledge *knowledge = arg;

	if (slots_find(&knowledge->before, shown_of(mutant->id)) == SLOTS_NONE)
		slots_add(&knowledge->before, shown_of(mutant->id), 0);
	return NULL;
}

/* Reads which mutants the run before had. */
static struct error *read_before(struct store *store, struct knowledge *ret)
{
	int64_t key = 0; /* of the oldest one that is told: it is the finished one */
	struct error *err = store_each_base(store, ret->model.run.key, NULL, note_run, &key);

	if (err || !key)
		return err;
	err = store_choose(store, key);
	if (!err)
		err = store_each_mutant(store, note_mutant, ret);
	ret->has_before = !err;
	return err;
}

static void forget(struct knowledge *knowledge)
{
	report_model_deinit(&knowledge->model);
	slots_deinit(&knowledge->before);
}

static struct error *read_store(const char *directory, struct knowledge *ret)
{
	struct store *store;
	struct error *err = cmd_open_store(directory, &store);

	*ret = (struct knowledge){ 0 };
	if (err)
		return err;
	err = report_model_load(store, NULL, &ret->model);
	if (!err)
		err = read_before(store, ret);
	if (err)
		forget(ret);
	store_close(store);
	return err;
}

/* Notes which of the mutants lie in changed code. */
static void find_changed(struct gen_mutants *mutants, const struct knowledge *knowledge)
{
	for (size_t i = 0; i < mutants->items.count && knowledge->has_before; i++) {
		struct gen_mutant *mutant = &mutants->items.items[i];

		mutant->is_changed =
			slots_find(&knowledge->before, shown_of(mutant->id)) == SLOTS_NONE;
	}
}

/* Marks what CHOICE asks for; MODEL is NULL without a store. */
static struct error *choose(const struct gen_mutant_choice *choice,
			    const struct report_model *model, struct gen_mutants *mutants,
			    bool *is_wanted)
{
	const struct inventory *inventory = &mutants->inventory;
	struct error *err = NULL;

	for (size_t i = 0; i < inventory->mutants.count; i++)
		is_wanted[i] = choice->has_all;
	for (size_t i = 0; i < choice->ids.count && !err; i++)
		err = find_id(inventory, choice->ids.items[i], is_wanted);
	if (model && !err)
		find_survivors(mutants, model, is_wanted);
	return err;
}

static struct error *find(const struct gen_mutant_choice *choice, const char *program,
			  const char *name, const struct report_model *model,
			  struct gen_mutants *ret)
{
	_cleanup_free_ bool *is_wanted = NULL;
	struct error *err =
		read_inventory(program, model ? model->run.root : NULL, &ret->inventory);

	if (err)
		return err;
	if (!ret->inventory.mutants.count)
		return error_create(ERROR_UNUSABLE, "%s has no mutants", name);
	is_wanted = xcalloc(ret->inventory.mutants.count, sizeof(*is_wanted));
	err = choose(choice, model, ret, is_wanted);
	for (size_t i = 0; i < ret->inventory.mutants.count && !err; i++) {
		if (is_wanted[i])
			add(ret, &ret->inventory.mutants.items[i]);
	}
	return err;
}

/* Why none of the mutants that survived is to be killed. */
static struct error *refuse(const struct gen_mutants *mutants, const char *name)
{
	if (mutants->nr_proven)
		return error_create(
			ERROR_UNUSABLE,
			"%s has none of the mutants that survived and are not proven equivalent",
			name);
	if (!mutants->nr_absent)
		return error_create(ERROR_UNUSABLE, "no mutant of %s survived", name);
	return error_create(
		ERROR_UNUSABLE,
		"%s has none of the %zu mutants that survived: the store is of another program, or of other sources",
		name, mutants->nr_absent);
}

struct error *gen_mutants_find(const struct gen_mutant_choice *choice, const char *program,
			       const char *name, struct gen_mutants *ret)
{
	struct knowledge knowledge;
	struct error *err;

	*ret = (struct gen_mutants){ .has_survivors = choice->has_survivors };
	if (!choice->has_survivors)
		return find(choice, program, name, NULL, ret);
	err = read_store(choice->store, &knowledge);
	if (err)
		return err;
	err = find(choice, program, name, &knowledge.model, ret);
	if (!err)
		find_changed(ret, &knowledge);
	if (!err && !ret->items.count)
		err = refuse(ret, name);
	forget(&knowledge);
	return err;
}

struct error *gen_mutant_write(const char *program, const struct gen_mutant *mutant,
			       const char *path)
{
	/* A process may still run the last one. */
	if (unlink(path) < 0 && errno != ENOENT)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	return switched_write(program, path, mutant ? mutant->on : NULL,
			      mutant ? mutant->nr_on : 0);
}
