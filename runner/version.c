/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/version.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/slots.h"
#include "common/xalloc.h"
#include "runner/modules.h"

static struct error *read_file(struct version *version, const char *path)
{
	struct site_tables tables = { 0 };
	struct error *err = site_tables_read(path, &tables);

	if (!err)
		vec_push(&version->files, tables);
	return error_wrap(err, "reading %s", path);
}

/* True if all sources of VERSION lie below PATH. */
static bool holds_sources(const struct version *version, const char *path)
{
	for (size_t f = 0; f < version->files.count; f++) {
		for (size_t i = 0; i < version->files.items[f].nr_tables; i++) {
			const struct site_table *table = &version->files.items[f].tables[i];
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
		err = read_file(version, modules->modules.items[i].path);
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

/* Names of one file's sources are told as the compiler was given them. */
static struct error *read_single(struct version *version, const char *path)
{
	struct error *err = read_file(version, path);

	if (err)
		return err;
	if (version->files.items[0].nr_tables == 0)
		return error_create(ERROR_UNUSABLE, "%s was not built with remt", path);
	const struct site_table *first = &version->files.items[0].tables[0];

	inventory_init(&version->paths, site_table_string(first, first->header->comp_dir_str),
		       site_table_string(first, first->header->comp_dir_str));
	return NULL;
}

static char *source_of(const struct version *version, const struct site_table *table)
{
	return inventory_path(&version->paths,
			      site_table_string(table, table->header->comp_dir_str),
			      site_table_string(table, table->header->input_str));
}

/* Each unit once, however many files hold it. */
static void add_units(struct version *version)
{
	struct slots known = { 0 };

	for (size_t f = 0; f < version->files.count; f++) {
		for (size_t i = 0; i < version->files.items[f].nr_tables; i++) {
			const struct site_table *table = &version->files.items[f].tables[i];
			_cleanup_free_ char *source = source_of(version, table);

			if (slots_find(&known, table->header->uid) != SLOTS_NONE)
				continue;
			slots_add(&known, table->header->uid, 0);
			program_add(version->program, source, table);
		}
	}
	slots_deinit(&known);
	program_finish(version->program);
}

struct error *version_read(const char *path, struct names *names, struct version *ret)
{
	_cleanup_free_ char *real = realpath(path, NULL);
	struct error *err;
	struct stat st;

	*ret = (struct version){ .names = names };
	if (!real || stat(real, &st) < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", path);
	err = S_ISDIR(st.st_mode) ? read_directory(ret, real) : read_single(ret, real);
	if (err)
		return err;
	ret->program = program_create(names);
	add_units(ret);
	return NULL;
}

void version_deinit(struct version *version)
{
	program_destroy(version->program);
	for (size_t i = 0; i < version->files.count; i++)
		site_tables_deinit(&version->files.items[i]);
	vec_deinit(&version->files);
	if (version->paths.root)
		inventory_deinit(&version->paths);
}

char *version_path(const struct version *version, const struct site_table *table, uint32_t file)
{
	return inventory_path(&version->paths,
			      site_table_string(table, table->header->comp_dir_str),
			      site_table_string(table, table->files[file].path_str));
}
