/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the site tables of a version from its files or from a store, and makes one program of all
 * units.
 */
#include "runner/inventory/version.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "runner/inventory/modules.h"

static struct error *read_file(struct version *version, const char *path, bool is_library)
{
	struct version_file file = { .is_library = is_library };
	struct error *err = site_tables_read(path, &file.tables);

	if (!err)
		vec_push(&version->files, file);
	return error_wrap(err, "reading %s", path);
}

static bool holds_sources(const struct version *version, const char *path)
{
	for (size_t f = 0; f < version->files.count; f++) {
		for (size_t i = 0; i < version->files.items[f].tables.nr_tables; i++) {
			const struct site_table *table = &version->files.items[f].tables.tables[i];
			_cleanup_free_ char *source =
				path_absolute(site_table_string(table, table->header->comp_dir_str),
					      site_table_string(table, table->header->input_str));

			if (!path_is_below(path, source))
				return false;
		}
	}
	return true;
}

static struct error *read_modules(struct version *version, const struct modules *modules,
				  const char *path)
{
	_cleanup_free_ char *root = NULL;
	struct error *err = NULL;

	if (modules->modules.count == 0)
		return error_create(ERROR_UNUSABLE,
				    "%s has no program or shared library that was built with remt",
				    path);
	for (size_t i = 0; !err && i < modules->modules.count; i++)
		err = read_file(version, modules->modules.items[i].path,
				modules->modules.items[i].kind == INVENTORY_LIBRARY);
	if (!err && !holds_sources(version, path))
		err = modules_find_root(modules, path, &root);
	if (!err)
		inventory_init(&version->paths, root ? root : path, path);
	return err;
}

static struct error *read_directory(struct version *version, const char *path)
{
	struct modules modules = { 0 };
	struct error *err;

	modules_add_build(&modules, path, true);
	err = read_modules(version, &modules, path);
	modules_deinit(&modules);
	return err;
}

/* Reads one file; its sources are named as the compiler was given them. */
static struct error *read_single(struct version *version, const char *path)
{
	struct error *err = read_file(version, path, false);

	if (err)
		return err;
	if (version->files.items[0].tables.nr_tables == 0)
		return error_create(ERROR_UNUSABLE, "%s was not built with remt", path);
	const struct site_table *first = &version->files.items[0].tables.tables[0];

	inventory_init(&version->paths, site_table_string(first, first->header->comp_dir_str),
		       site_table_string(first, first->header->comp_dir_str));
	return NULL;
}

static struct error *add_stored(void *arg, const struct store_unit *unit)
{
	struct version *version = arg;
	struct version_file file = { 0 };
	struct error *err =
		site_tables_parse(unit->content, unit->size, unit->source, &file.tables);

	if (err)
		return err;
	file.source = xstrdup(unit->source);
	vec_push(&version->files, file);
	return NULL;
}

static struct error *add_link(void *arg, const struct store_link *link)
{
	struct version *version = arg;

	vec_push(&version->links, *link);
	return NULL;
}

static struct error *read_run(struct version *version, struct store *store)
{
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (!err)
		err = store_each_unit(store, add_stored, version);
	if (!err)
		err = store_each_link(store, add_link, version);
	if (!err && version->files.count == 0)
		err = error_create(ERROR_UNUSABLE,
				   "the run of %s was made by a remt that kept no units",
				   run.started);
	if (!err)
		inventory_init(&version->paths, run.root, run.root);
	return err;
}

static struct error *read_store(struct version *version, const char *path)
{
	struct store *store;
	struct error *err = store_open(path, STORE_READ, &store);

	if (err)
		return err;
	err = error_wrap(read_run(version, store), "reading %s", path);
	store_close(store);
	return err;
}

static char *source_of(const struct version *version, const struct version_file *file,
		       const struct site_table *table)
{
	if (file->source)
		return xstrdup(file->source);
	return inventory_path(&version->paths,
			      site_table_string(table, table->header->comp_dir_str),
			      site_table_string(table, table->header->input_str));
}

/* Adds the units of one file. A known unit is only linked once more. */
static void add_file(struct version *version, struct slots *known, uint32_t index)
{
	const struct version_file *file = &version->files.items[index];

	for (size_t i = 0; i < file->tables.nr_tables; i++) {
		const struct site_table *table = &file->tables.tables[i];
		_cleanup_free_ char *source = source_of(version, file, table);
		uint32_t unit = slots_find(known, table->header->uid);

		if (unit == SLOTS_NONE) {
			unit = program_add(version->program, source, table);
			slots_add(known, table->header->uid, unit);
		}
		if (!file->source)
			program_link(version->program, unit, index, file->is_library);
	}
}

static void add_units(struct version *version)
{
	struct slots known = { 0 };

	for (uint32_t f = 0; f < version->files.count; f++)
		add_file(version, &known, f);
	for (size_t i = 0; i < version->links.count; i++) {
		const struct store_link *link = &version->links.items[i];
		uint32_t unit = slots_find(&known, link->uid);

		if (unit != SLOTS_NONE)
			program_link(version->program, unit, link->module, link->is_library);
	}
	slots_deinit(&known);
	program_finish(version->program);
}

static void finish(struct version *version)
{
	version->program = program_create(version->names);
	add_units(version);
}

struct error *version_read(const char *path, struct names *names, struct version *ret)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	struct error *err;
	struct stat st;

	*ret = (struct version){ .names = names };
	if (!real || stat(real, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	if (store_is_at(real))
		err = read_store(ret, real);
	else
		err = S_ISDIR(st.st_mode) ? read_directory(ret, real) : read_single(ret, real);
	if (!err)
		finish(ret);
	return err;
}

void version_of_subjects(struct subject *const *subjects, size_t count, const char *directory,
			 struct names *names, struct version *ret)
{
	*ret = (struct version){ .names = names, .program = program_create(names) };
	inventory_init(&ret->paths, directory, directory);
	for (uint32_t i = 0; i < count; i++) {
		/* Files of other versions may have other names. */
		_cleanup_free_ char *source = xasprintf("binary %" PRIu32, i);
		uint32_t unit = program_add(ret->program, source, subjects[i]->tables.tables);

		program_link(ret->program, unit, i, true);
	}
	program_finish(ret->program);
}

struct error *version_read_run(struct store *store, struct names *names, struct version *ret)
{
	struct error *err;

	*ret = (struct version){ .names = names };
	err = read_run(ret, store);
	if (!err)
		finish(ret);
	return err;
}

void version_deinit(struct version *version)
{
	program_destroy(version->program);
	for (size_t i = 0; i < version->files.count; i++) {
		site_tables_deinit(&version->files.items[i].tables);
		free(version->files.items[i].source);
	}
	vec_deinit(&version->files);
	vec_deinit(&version->links);
	if (version->paths.root)
		inventory_deinit(&version->paths);
}

char *version_path(const struct version *version, const struct site_table *table, uint32_t file)
{
	return inventory_path(&version->paths,
			      site_table_string(table, table->header->comp_dir_str),
			      site_table_string(table, table->files[file].path_str));
}
