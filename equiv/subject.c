/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads units out of their stored site tables, and ties mutants to them. A mutant of a file concerns each unit that has
 * functions of this file, also where the compiler made no site of it.
 */
#include "equiv/subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/inventory/inventory.h"

struct loader {
	struct equiv_subject *subject;
	struct inventory paths; /* root, to which paths are relative */
};

static const char *header_string(const struct site_table *table, uint32_t offset)
{
	return site_table_string(table, offset);
}

/* Leaves a string out that is the last of the COUNT bytes of strings, and returns how many are left. */
static uint64_t without_last(const struct site_table *table, uint32_t string, uint64_t count)
{
	uint64_t size = strlen(site_table_string(table, string)) + 1;

	return string + size == count ? string : count;
}

uint64_t equiv_subject_likeness(const struct site_table *table)
{
	struct remt_sites_header header = *table->header;
	const char *bytes = (const char *)table->header;
	struct hash *hash = hash_create();
	uint64_t strings = header.strings.count;

	/* The plugin adds these two at last, so that no other offset depends on them. */
	strings = without_last(table, header.command_str, strings);
	strings = without_last(table, header.options_str, strings);
	hash_add(hash, bytes + sizeof(header), header.strings.offset - sizeof(header));
	hash_add(hash, table->strings, strings);
	header.uid = header.size = header.strings.count = 0;
	header.command_str = header.options_str = 0;
	hash_add(hash, &header, sizeof(header));
	return hash_take(hash);
}

static void read_files(struct loader *loader, const struct site_table *table,
		       struct equiv_unit *unit)
{
	for (uint32_t i = 0; i < table->header->files.count; i++) {
		const char *path = header_string(table, table->files[i].path_str);
		struct equiv_file *file = vec_add(&unit->files);

		file->path = inventory_path(&loader->paths, unit->directory, path);
		file->seen = path_join(unit->directory, path);
		file->hash = table->files[i].hash;
	}
	/* A source without functions is not in the table, but mutants of it may be in other units. */
	for (size_t i = 0; i < unit->files.count; i++) {
		if (strcmp(unit->files.items[i].path, unit->source) == 0)
			return;
	}
	*vec_add(&unit->files) = (struct equiv_file){
		.path = xstrdup(unit->source),
		.seen = path_join(unit->directory, unit->input),
	};
}

/* Finds out whether UNIT can be compiled again, as far as its table tells. */
static struct error *read_command(const struct site_table *table, struct equiv_unit *unit)
{
	struct error *err = equiv_command_check_input(unit->input);

	if (!err && unit->directory[0] != '/')
		err = error_create(ERROR_UNUSABLE, "the directory of the compiler is not known");
	if (!err)
		err = equiv_command_read(header_string(table, table->header->command_str),
					 &unit->command);
	if (!err && table->header->flags & REMT_UNIT_READS_MORE)
		err = error_create(
			ERROR_UNUSABLE,
			"it reads what is not included: a precompiled header, .incbin or #embed");
	return err;
}

/* Finds out whether objects of UNIT show what its mutants do. */
static struct error *check_object(const struct site_table *table, const struct equiv_unit *unit)
{
	if (unit->command.is_lto)
		return error_create(
			ERROR_UNUSABLE,
			"its object is made by link-time optimisation, which sees all units");
	if (table->header->flags & REMT_UNIT_MOVES_LINES)
		return error_create(
			ERROR_UNUSABLE,
			"a #line directive, or a marker like it, says that its text is another one");
	if (table->header->flags & REMT_UNIT_ASKS_FOR_FILES)
		return error_create(ERROR_UNUSABLE,
				    "it asks whether files are there (__has_include)");
	if (table->header->flags & REMT_UNIT_HAS_ASSEMBLY)
		return error_create(
			ERROR_UNUSABLE,
			"it has assembler text, whose meaning depends on options that an "
			"object does not tell (-Wa)");
	return NULL;
}

static void refuse(struct equiv_unit *unit, struct error *err)
{
	if (!err)
		return;
	unit->refusal = xstrdup(err->message);
	error_destroy(err);
}

/* Returns the 12 of "GNU C17 12.2.0 -O2"; 0 if PRODUCER is not like this. */
static unsigned gcc_major(const char *producer)
{
	unsigned major = 0;

	return sscanf(producer, "GNU %*s %u", &major) == 1 ? major : 0;
}

static struct error *load_unit(void *arg, const struct store_unit *stored)
{
	struct loader *loader = arg;
	struct site_tables tables = { 0 };
	struct error *err =
		site_tables_parse(stored->content, stored->size, stored->source, &tables);
	struct equiv_unit *unit;

	if (err)
		return err;
	unit = vec_add(&loader->subject->units);
	unit->uid = stored->uid;
	unit->likeness = equiv_subject_likeness(&tables.tables[0]);
	unit->source = xstrdup(stored->source);
	unit->directory =
		xstrdup(header_string(&tables.tables[0], tables.tables[0].header->comp_dir_str));
	unit->input = xstrdup(header_string(&tables.tables[0], tables.tables[0].header->input_str));
	unit->gcc_major =
		gcc_major(header_string(&tables.tables[0], tables.tables[0].header->producer_str));
	read_files(loader, &tables.tables[0], unit);
	refuse(unit, read_command(&tables.tables[0], unit));
	unit->is_listable = !unit->refusal;
	if (unit->is_listable)
		refuse(unit, check_object(&tables.tables[0], unit));
	site_tables_deinit(&tables);
	return NULL;
}

struct equiv_mutant *equiv_subject_find(struct equiv_subject *subject, int64_t key)
{
	size_t low = 0, high = subject->mutants.count;

	/* The sample has them in the order of their keys. */
	while (low < high) {
		size_t middle = (low + high) / 2;
		int64_t found = subject->mutants.items[middle].mutant->key;

		if (found == key)
			return &subject->mutants.items[middle];
		if (found < key)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static void add_unit(struct equiv_mutant *mutant, uint32_t unit)
{
	for (size_t i = 0; i < mutant->units.count; i++) {
		if (mutant->units.items[i] == unit)
			return;
	}
	vec_push(&mutant->units, unit);
}

static struct error *load_instance(void *arg, const struct store_instance *stored)
{
	struct loader *loader = arg;
	struct equiv_subject *subject = loader->subject;
	struct equiv_mutant *mutant = equiv_subject_find(subject, stored->mutant);

	for (uint32_t u = 0; mutant && u < subject->units.count; u++) {
		if (subject->units.items[u].uid == stored->uid) {
			add_unit(mutant, u);
			vec_push(&mutant->instances,
				 ((struct equiv_instance){ u, stored->site, stored->alternative }));
			return NULL;
		}
	}
	return error_create(ERROR_UNUSABLE, "the store is damaged: instance of unit %016llx",
			    (unsigned long long)stored->uid);
}

struct equiv_file *equiv_unit_file(const struct equiv_unit *unit,
				   const struct verify_mutant *mutant)
{
	for (size_t i = 0; i < unit->files.count; i++) {
		if (strcmp(unit->files.items[i].path, mutant->file) == 0)
			return &unit->files.items[i];
	}
	return NULL;
}

static void tie(struct equiv_subject *subject, struct equiv_mutant *mutant)
{
	for (uint32_t u = 0; u < subject->units.count; u++) {
		if (equiv_unit_file(&subject->units.items[u], mutant->mutant))
			add_unit(mutant, u);
	}
	for (size_t i = 0; i < mutant->units.count; i++)
		mutant->is_shared |= strcmp(subject->units.items[mutant->units.items[i]].source,
					    mutant->mutant->file) != 0;
	for (size_t i = 0; i < mutant->mutant->cells.count; i++)
		mutant->is_killed |= verdict_is_killed(mutant->mutant->cells.items[i].stored);
}

static struct error *load(struct store *store, struct loader *loader)
{
	struct equiv_subject *subject = loader->subject;
	struct error *err = verify_sample_load(store, &subject->sample);

	if (err)
		return err;
	inventory_init(&loader->paths, subject->sample.root, subject->sample.root);
	for (size_t i = 0; i < subject->sample.mutants.count; i++)
		vec_add(&subject->mutants)->mutant = &subject->sample.mutants.items[i];
	err = store_each_unit(store, load_unit, loader);
	if (!err)
		err = store_hash_units(store, &subject->units_hash);
	if (!err)
		err = store_each_instance(store, 0, load_instance, loader);
	if (!err && !subject->units.count)
		err = error_create(ERROR_UNUSABLE,
				   "the last run was made by a remt that kept no units");
	for (size_t i = 0; !err && i < subject->mutants.count; i++)
		tie(subject, &subject->mutants.items[i]);
	return err;
}

struct error *equiv_subject_load(struct store *store, struct equiv_subject *ret)
{
	struct loader loader = { .subject = ret };
	struct error *err;

	*ret = (struct equiv_subject){ 0 };
	err = load(store, &loader);
	if (loader.paths.root)
		inventory_deinit(&loader.paths);
	return err;
}

static bool is_named(char *const *ids, const char *id)
{
	for (; *ids; ids++) {
		if (strncmp(*ids, id, strlen(*ids)) == 0)
			return true;
	}
	return false;
}

struct error *equiv_subject_choose(struct equiv_subject *subject, char *const *ids, bool is_all)
{
	for (size_t i = 0; i < subject->mutants.count; i++) {
		struct equiv_mutant *mutant = &subject->mutants.items[i];

		mutant->is_chosen =
			ids ? is_named(ids, mutant->mutant->id) : is_all || !mutant->is_killed;
	}
	for (char *const *id = ids; id && *id; id++) {
		char *const one[] = { *id, NULL };
		bool is_there = false;

		if (!**id)
			return error_create(ERROR_USAGE, "an id may not be empty");
		for (size_t i = 0; i < subject->mutants.count && !is_there; i++)
			is_there = is_named(one, subject->mutants.items[i].mutant->id);
		if (!is_there)
			return error_create(ERROR_USAGE,
					    "no mutant has an id that begins with '%s'", *id);
	}
	return NULL;
}

void equiv_subject_deinit(struct equiv_subject *subject)
{
	for (size_t i = 0; i < subject->units.count; i++) {
		struct equiv_unit *unit = &subject->units.items[i];

		for (size_t k = 0; k < unit->files.count; k++) {
			free(unit->files.items[k].path);
			free(unit->files.items[k].seen);
		}
		vec_deinit(&unit->files);
		free(unit->directory);
		free(unit->input);
		free(unit->source);
		free(unit->refusal);
		equiv_command_deinit(&unit->command);
	}
	for (size_t i = 0; i < subject->mutants.count; i++) {
		vec_deinit(&subject->mutants.items[i].units);
		vec_deinit(&subject->mutants.items[i].instances);
	}
	vec_deinit(&subject->units);
	vec_deinit(&subject->mutants);
	verify_sample_deinit(&subject->sample);
}
