/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds units. Each mutant of a unit's table is looked up by its id in a hash table; a known mutant
 * only gains an instance. `next` chains the instances of one mutant until inventory_finish() lays
 * them out in order.
 */
#include "runner/inventory/inventory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/xalloc.h"

void inventory_init(struct inventory *inventory, const char *root, const char *build_dir)
{
	*inventory = (struct inventory){ 0 };
	inventory->root = xstrdup(root);
	inventory->build_dir = xstrdup(build_dir);
	inventory->strings = intern_create();
	inventory->compiler = inventory->preset = "";
}

void inventory_deinit(struct inventory *inventory)
{
	free(inventory->root);
	free(inventory->build_dir);
	vec_deinit(&inventory->units);
	vec_deinit(&inventory->mutants);
	vec_deinit(&inventory->instances);
	vec_deinit(&inventory->places);
	vec_deinit(&inventory->layouts);
	vec_deinit(&inventory->files);
	vec_deinit(&inventory->skips);
	intern_destroy(inventory->strings);
	slots_deinit(&inventory->unit_slots);
	slots_deinit(&inventory->mutant_slots);
	slots_deinit(&inventory->file_slots);
	*inventory = (struct inventory){ 0 };
}

void inventory_id_text(uint64_t id, char ret[INVENTORY_ID_DIGITS + 1])
{
	char hex[HASH_HEX_SIZE];

	hash_to_hex(id, hex);
	memcpy(ret, hex, INVENTORY_ID_DIGITS);
	ret[INVENTORY_ID_DIGITS] = '\0';
}

/* Returns the part of the hash that the id shows. */
static uint64_t id_visible(uint64_t id)
{
	return id >> (64 - 4 * INVENTORY_ID_DIGITS);
}

const struct inventory_unit *inventory_find_unit(const struct inventory *inventory, uint64_t uid)
{
	uint32_t index = slots_find(&inventory->unit_slots, uid);

	return index == SLOTS_NONE ? NULL : &inventory->units.items[index];
}

/*
 * Returns the index of the file, which is added if it is new. PATH and DIRECTORY are as the
 * compiler saw them.
 */
static uint32_t file_add(struct inventory *inventory, const char *directory,
			 const struct remt_file *file, const char *path)
{
	_cleanup_free_ char *name = inventory_path(inventory, directory, path);
	const char *interned = intern_string(inventory->strings, name);

	uint32_t index = slots_find(&inventory->file_slots, (uintptr_t)interned);

	if (index != SLOTS_NONE) {
		inventory->files.items[index].is_conflicting |=
			inventory->files.items[index].hash != file->hash;
		return index;
	}
	_cleanup_free_ char *absolute =
		path[0] == '/' ? xstrdup(path) : xasprintf("%s/%s", directory, path);
	struct inventory_file *added = vec_add(&inventory->files);
	uint64_t now;
	_cleanup_error_ struct error *err = hash_file(absolute, &now);

	added->path = interned;
	added->absolute = intern_string(inventory->strings, absolute);
	added->hash = file->hash;
	added->is_changed = !err && now != file->hash;
	index = (uint32_t)inventory->files.count - 1;
	slots_add(&inventory->file_slots, (uintptr_t)interned, index);
	return index;
}

static uint64_t mutant_hash(const char *path, const struct remt_mutant *mutant, const char *op,
			    const char *replacement)
{
	struct hash *hash = hash_create();
	char range[64];

	snprintf(range, sizeof(range), "%" PRIu32 ":%" PRIu32 "-%" PRIu32 ":%" PRIu32, mutant->line,
		 mutant->column, mutant->end_line, mutant->end_column);
	hash_add_string(hash, path);
	hash_add_string(hash, range);
	hash_add_string(hash, op);
	hash_add(hash, replacement, strlen(replacement));
	return hash_take(hash);
}

/* Finds or adds the mutant ID. ERROR_INTERNAL if another mutant shows the same id. */
static struct error *mutant_add(struct inventory *inventory, uint64_t id, const char *file,
				bool *ret_new, uint32_t *ret)
{
	uint32_t index = slots_find(&inventory->mutant_slots, id_visible(id));

	*ret_new = index == SLOTS_NONE;
	if (*ret_new) {
		vec_add(&inventory->mutants)->id = id;
		index = (uint32_t)inventory->mutants.count - 1;
		slots_add(&inventory->mutant_slots, id_visible(id), index);
	} else if (inventory->mutants.items[index].id != id) {
		return error_create(ERROR_INTERNAL, "two mutants, of %s and %s, have the same id",
				    inventory->mutants.items[index].file, file);
	}
	*ret = index;
	return NULL;
}

static void mutant_fill(struct inventory *inventory, struct inventory_mutant *ret,
			const struct site_table *table, const struct remt_site *site,
			const struct remt_mutant *mutant, const char *file)
{
	struct intern *strings = inventory->strings;

	ret->file = file;
	ret->function = intern_string(
		strings, site_table_string(table, table->functions[site->function].name_str));
	ret->op = intern_string(strings, site_table_string(table, mutant->op_str));
	ret->replacement =
		intern_string(strings, site_table_string(table, mutant->replacement_str));
	ret->description =
		intern_string(strings, site_table_string(table, mutant->description_str));
	ret->line = mutant->line;
	ret->column = mutant->column;
	ret->end_line = mutant->end_line;
	ret->end_column = mutant->end_column;
	ret->site_line = site->line;
	ret->site_column = site->column;
	ret->site_end_line = site->end_line;
	ret->site_end_column = site->end_column;
	ret->line_hash = site->line_hash;
	ret->flags = mutant->flags;
}

/* Notes a layout switch, which has no mutants; false if SITE_NUMBER is no layout switch. */
static bool layout_add(struct inventory *inventory, uint32_t unit, const struct site_table *table,
		       uint32_t site_number)
{
	const struct remt_site *site = &table->sites[site_number];

	if (!site->nr_mutants || !(table->mutants[site->first_mutant].flags & REMT_MUTANT_LAYOUT))
		return false;
	vec_push(&inventory->layouts, ((struct inventory_layout){
					      .unit = unit,
					      .site = site_number,
					      .function = table->functions[site->function].number,
					      .nr_shifts = site->nr_mutants,
				      }));
	return true;
}

static struct error *site_add(struct inventory *inventory, uint32_t unit,
			      const struct site_table *table, uint32_t site_number,
			      const uint32_t *files, const uint64_t *ids)
{
	const struct remt_site *site = &table->sites[site_number];
	const char *file = inventory->files.items[files[site->file]].path;

	if (layout_add(inventory, unit, table, site_number))
		return NULL;
	for (uint32_t i = 0; i < site->nr_mutants; i++) {
		const struct remt_mutant *mutant = &table->mutants[site->first_mutant + i];
		uint64_t id =
			ids ? ids[site->first_mutant + i]
			    : mutant_hash(file, mutant, site_table_string(table, mutant->op_str),
					  site_table_string(table, mutant->replacement_str));
		uint32_t index;
		bool is_new;
		struct error *err = mutant_add(inventory, id, file, &is_new, &index);

		if (err)
			return err;
		struct inventory_mutant *known = &inventory->mutants.items[index];

		if (is_new)
			mutant_fill(inventory, known, table, site, mutant, file);
		vec_push(&inventory->instances,
			 ((struct inventory_instance){
				 .unit = unit,
				 .site = site_number,
				 .function = table->functions[site->function].number,
				 .alternative = mutant->alternative,
				 .next = known->first_instance,
			 }));
		known->first_instance = (uint32_t)inventory->instances.count;
		known->nr_instances++;
	}
	return NULL;
}

/* Notes the compiler and the preset that made the unit. */
static void provenance_add(struct inventory *inventory, const struct site_table *table)
{
	const char *compiler = intern_string(inventory->strings,
					     site_table_string(table, table->header->producer_str));
	const char *preset = intern_string(inventory->strings,
					   site_table_string(table, table->header->preset_str));

	if (inventory->units.count == 1) {
		inventory->compiler = compiler;
		inventory->preset = preset;
		return;
	}
	inventory->is_mixed_compiler |= compiler != inventory->compiler;
	inventory->is_mixed_preset |= preset != inventory->preset;
}

/* IDS of the table's mutants; NULL: computed here. */
static struct error *unit_add(struct inventory *inventory, const struct site_table *table,
			      const uint64_t *ids, enum inventory_module module)
{
	uint32_t index = slots_find(&inventory->unit_slots, table->header->uid);

	if (index != SLOTS_NONE) {
		inventory->units.items[index].modules |= module;
		return NULL;
	}
	const char *directory = site_table_string(table, table->header->comp_dir_str);
	_cleanup_free_ char *input = inventory_path(
		inventory, directory, site_table_string(table, table->header->input_str));
	struct inventory_unit *unit = vec_add(&inventory->units);

	index = (uint32_t)inventory->units.count - 1;
	slots_add(&inventory->unit_slots, table->header->uid, index);
	unit->uid = table->header->uid;
	unit->nr_sites = table->header->sites.count;
	unit->first_site = inventory->nr_sites;
	unit->input = intern_string(inventory->strings, input);
	unit->modules = module;
	inventory->nr_sites += unit->nr_sites;
	provenance_add(inventory, table);

	_cleanup_free_ uint32_t *files = xcalloc(table->header->files.count + 1, sizeof(*files));

	for (uint32_t i = 0; i < table->header->files.count; i++)
		files[i] = file_add(inventory, directory, &table->files[i],
				    site_table_string(table, table->files[i].path_str));
	for (uint32_t i = 0; i < table->header->skips.count; i++)
		vec_push(&inventory->skips,
			 ((struct inventory_skip){ files[table->skips[i].file],
						   table->skips[i].line, table->skips[i].column,
						   table->skips[i].reason }));
	for (uint32_t i = 0; i < unit->nr_sites; i++) {
		struct error *err = site_add(inventory, index, table, i, files, ids);

		if (err)
			return err;
		unit = &inventory->units.items[index];
	}
	return NULL;
}

/* True if the sources of all units are called tests. */
static bool are_tests(const struct inventory *inventory, const struct site_tables *tables)
{
	for (size_t i = 0; i < tables->nr_tables; i++) {
		const struct site_table *table = &tables->tables[i];
		_cleanup_free_ char *input = inventory_path(
			inventory, site_table_string(table, table->header->comp_dir_str),
			site_table_string(table, table->header->input_str));

		if (!inventory_is_test_path(input))
			return false;
	}
	return true;
}

struct error *inventory_add_tables(struct inventory *inventory, const struct site_tables *tables,
				   enum inventory_module module)
{
	if (module == INVENTORY_LIBRARY && are_tests(inventory, tables))
		module = INVENTORY_TEST_LIBRARY;
	for (size_t i = 0; i < tables->nr_tables; i++) {
		struct error *err = unit_add(inventory, &tables->tables[i], NULL, module);

		if (err)
			return err;
	}
	return NULL;
}

struct error *inventory_add_subject(struct inventory *inventory, const struct site_table *table,
				    const uint64_t *ids, enum inventory_module module)
{
	return unit_add(inventory, table, ids, module);
}

bool inventory_switches(const struct inventory *inventory, const struct inventory_mutant *mutant,
			struct remt_switch *ret, uint32_t max, uint32_t *ret_count)
{
	if (mutant->nr_instances > max)
		return false;
	for (uint32_t i = 0; i < mutant->nr_instances; i++) {
		const struct inventory_instance *instance =
			&inventory->instances.items[mutant->first_instance + i];

		ret[i] = (struct remt_switch){
			.uid = inventory->units.items[instance->unit].uid,
			.site = instance->site,
			.function = instance->function,
			.alternative = instance->alternative,
		};
	}
	*ret_count = mutant->nr_instances;
	return true;
}

uint32_t inventory_shift(const struct inventory *inventory, uint32_t shift, struct remt_switch *ret)
{
	uint32_t count = 0;

	for (size_t i = 0; i < inventory->layouts.count; i++) {
		const struct inventory_layout *layout = &inventory->layouts.items[i];
		uint32_t modulus = layout->nr_shifts + 1;

		if (shift % modulus == 0) /* the switch can't tell this shift from none */
			continue;
		ret[count++] = (struct remt_switch){
			.uid = inventory->units.items[layout->unit].uid,
			.site = layout->site,
			.function = layout->function,
			.alternative = shift % modulus,
			.mutant = REMT_SWITCH_LAYOUT,
		};
	}
	return count;
}
