/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adding: every mutant of a unit's table is looked up by its id in a hash
 * table; a known one only gains an instance.  Instances of one mutant are
 * chained through `next` until inventory_finish() lays them out in order.
 */
#include "runner/inventory.h"

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
	vec_deinit(&inventory->files);
	vec_deinit(&inventory->skips);
	intern_destroy(inventory->strings);
	free(inventory->unit_slots);
	free(inventory->mutant_slots);
	free(inventory->file_slots);
	*inventory = (struct inventory){ 0 };
}

void inventory_id_text(uint64_t id, char ret[INVENTORY_ID_DIGITS + 1])
{
	char hex[HASH_HEX_SIZE];

	hash_to_hex(id, hex);
	memcpy(ret, hex, INVENTORY_ID_DIGITS);
	ret[INVENTORY_ID_DIGITS] = '\0';
}

/* The part of the hash that the id shows. */
static uint64_t id_visible(uint64_t id)
{
	return id >> (64 - 4 * INVENTORY_ID_DIGITS);
}

/* Makes room in a hash table of index + 1: doubles it and puts back COUNT elements by KEY(i). */
#define SLOTS_GROW(slots, nr_slots, nr_used, key)                                                  \
	do {                                                                                       \
		if ((uint64_t)(nr_used)*2 < (nr_slots))                                            \
			break;                                                                     \
		(nr_slots) = (nr_slots) ? (nr_slots)*2 : 256;                                      \
		free(slots);                                                                       \
		(slots) = xcalloc((nr_slots), sizeof(*(slots)));                                   \
		for (uint32_t i_ = 0; i_ < (nr_used); i_++) {                                      \
			uint64_t at_ = (key(i_)) & ((nr_slots)-1);                                 \
                                                                                                   \
			while ((slots)[at_])                                                       \
				at_ = (at_ + 1) & ((nr_slots)-1);                                  \
			(slots)[at_] = i_ + 1;                                                     \
		}                                                                                  \
	} while (0)

static uint32_t *unit_slot(const struct inventory *inventory, uint64_t uid)
{
	uint32_t mask = inventory->nr_unit_slots - 1;
	uint32_t i = (uint32_t)uid & mask;

	while (inventory->unit_slots[i] &&
	       inventory->units.items[inventory->unit_slots[i] - 1].uid != uid)
		i = (i + 1) & mask;
	return &inventory->unit_slots[i];
}

const struct inventory_unit *inventory_find_unit(const struct inventory *inventory, uint64_t uid)
{
	if (!inventory->nr_unit_slots)
		return NULL;
	uint32_t index = *unit_slot(inventory, uid);

	return index ? &inventory->units.items[index - 1] : NULL;
}

/* Index of the file, added when new.  PATH and DIRECTORY as the compiler saw them. */
static uint32_t file_add(struct inventory *inventory, const char *directory,
			 const struct remt_file *file, const char *path)
{
	_cleanup_free_ char *name = inventory_path(inventory, directory, path);
	const char *interned = intern_string(inventory->strings, name);

#define FILE_KEY(i) hash_string(inventory->files.items[i].path)
	SLOTS_GROW(inventory->file_slots, inventory->nr_file_slots, inventory->files.count,
		   FILE_KEY);
	uint32_t mask = inventory->nr_file_slots - 1;
	uint32_t i = (uint32_t)hash_string(interned) & mask;

	for (; inventory->file_slots[i]; i = (i + 1) & mask) {
		struct inventory_file *known =
			&inventory->files.items[inventory->file_slots[i] - 1];

		if (known->path != interned)
			continue;
		if (known->hash != file->hash)
			known->is_conflicting = true;
		return inventory->file_slots[i] - 1;
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
	inventory->file_slots[i] = (uint32_t)inventory->files.count;
	return (uint32_t)inventory->files.count - 1;
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

/* Finds or adds the mutant ID; ERROR_INTERNAL if another one shows the same id. */
static struct error *mutant_add(struct inventory *inventory, uint64_t id, const char *file,
				bool *ret_new, uint32_t *ret)
{
#define MUTANT_KEY(i) id_visible(inventory->mutants.items[i].id)
	SLOTS_GROW(inventory->mutant_slots, inventory->nr_mutant_slots, inventory->mutants.count,
		   MUTANT_KEY);
	uint32_t mask = inventory->nr_mutant_slots - 1;
	uint32_t i = (uint32_t)id_visible(id) & mask;

	for (; inventory->mutant_slots[i]; i = (i + 1) & mask) {
		const struct inventory_mutant *known =
			&inventory->mutants.items[inventory->mutant_slots[i] - 1];

		if (id_visible(known->id) != id_visible(id))
			continue;
		if (known->id != id)
			return error_create(ERROR_INTERNAL,
					    "two mutants, of %s and %s, have the same id",
					    known->file, file);
		*ret_new = false;
		*ret = inventory->mutant_slots[i] - 1;
		return NULL;
	}
	vec_add(&inventory->mutants)->id = id;
	inventory->mutant_slots[i] = (uint32_t)inventory->mutants.count;
	*ret_new = true;
	*ret = (uint32_t)inventory->mutants.count - 1;
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

static struct error *site_add(struct inventory *inventory, uint32_t unit,
			      const struct site_table *table, uint32_t site_number,
			      const uint32_t *files)
{
	const struct remt_site *site = &table->sites[site_number];
	const char *file = inventory->files.items[files[site->file]].path;

	for (uint32_t i = 0; i < site->nr_mutants; i++) {
		const struct remt_mutant *mutant = &table->mutants[site->first_mutant + i];
		uint64_t id = mutant_hash(file, mutant, site_table_string(table, mutant->op_str),
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

/* Notes which compiler and preset made the unit. */
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

static struct error *unit_add(struct inventory *inventory, const struct site_table *table,
			      enum inventory_module module)
{
#define UNIT_KEY(i) inventory->units.items[i].uid
	SLOTS_GROW(inventory->unit_slots, inventory->nr_unit_slots, inventory->units.count,
		   UNIT_KEY);
	uint32_t *slot = unit_slot(inventory, table->header->uid);

	if (*slot) {
		inventory->units.items[*slot - 1].modules |= module;
		return NULL;
	}
	const char *directory = site_table_string(table, table->header->comp_dir_str);
	_cleanup_free_ char *input = inventory_path(
		inventory, directory, site_table_string(table, table->header->input_str));
	struct inventory_unit *unit = vec_add(&inventory->units);
	uint32_t index = (uint32_t)inventory->units.count - 1;

	unit->uid = table->header->uid;
	unit->nr_sites = table->header->sites.count;
	unit->first_site = inventory->nr_sites;
	unit->input = intern_string(inventory->strings, input);
	unit->modules = module;
	inventory->nr_sites += unit->nr_sites;
	*slot = index + 1;
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
		struct error *err = site_add(inventory, index, table, i, files);

		if (err)
			return err;
		unit = &inventory->units.items[index];
	}
	return NULL;
}

struct error *inventory_add_tables(struct inventory *inventory, const struct site_tables *tables,
				   enum inventory_module module)
{
	for (size_t i = 0; i < tables->nr_tables; i++) {
		struct error *err = unit_add(inventory, &tables->tables[i], module);

		if (err)
			return err;
	}
	return NULL;
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
