/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the root of a project, to which the paths of its sources are relative. */
#include <stdlib.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/inventory/modules.h"

/* Returns the longest directory that holds both A (a directory, or NULL) and FILE. */
static char *common_directory(char *a, const char *file)
{
	_cleanup_free_ char *directory = path_dirname(file);

	if (!a)
		return TAKE(directory);
	for (;;) {
		_cleanup_free_ char *below = path_below(a, directory);

		if (below)
			return a;
		char *parent = path_dirname(a);

		free(a);
		a = parent;
	}
}

static bool has_entry(const char *directory, const char *name)
{
	_cleanup_free_ char *path = path_join(directory, name);

	return fs_exists(path);
}

static bool looks_like_project(const char *directory)
{
	static const char *const names[] = {
		".git",	       "configure",	 "configure.ac", "configure.in",
		"Makefile.am", "Makefile.in",	 "Makefile",	 "makefile",
		"GNUmakefile", "CMakeLists.txt", "meson.build",	 "debian",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (has_entry(directory, names[i]))
			return true;
	return false;
}

/* Goes from DIRECTORY (owned) up to the top of the project, as far as its marks tell. */
static char *climb(char *directory)
{
	char *best = xstrdup(directory);
	bool was_project = false;

	while (strcmp(directory, "/") != 0) {
		bool is_project = looks_like_project(directory);

		if (was_project && !is_project)
			break;
		if (is_project) {
			free(best);
			best = xstrdup(directory);
		}
		was_project |= is_project;
		if (has_entry(directory, ".git"))
			break;
		char *parent = path_dirname(directory);

		free(directory);
		directory = parent;
	}
	free(directory);
	return best;
}

struct inputs {
	char *inside;  /* directory common to the sources below the build directory */
	char *outside; /* directory common to the other sources */
};

static void inputs_add(struct inputs *inputs, const struct site_table *table, const char *build_dir)
{
	const char *directory = site_table_string(table, table->header->comp_dir_str);
	_cleanup_free_ char *joined =
		path_join(directory, site_table_string(table, table->header->input_str));
	_cleanup_free_ char *real = realpath(joined, NULL);

	if (!real)
		return;
	_cleanup_free_ char *below = path_below(build_dir, real);

	if (below)
		inputs->inside = common_directory(inputs->inside, real);
	else
		inputs->outside = common_directory(inputs->outside, real);
}

struct error *modules_find_root(const struct modules *modules, const char *build_dir, char **ret)
{
	struct inputs inputs = { 0 };

	for (size_t i = 0; i < modules->modules.count; i++) {
		struct site_tables tables = { 0 };
		struct error *err = site_tables_read(modules->modules.items[i].path, &tables);

		if (err) {
			free(inputs.inside);
			free(inputs.outside);
			return err;
		}
		for (size_t j = 0; j < tables.nr_tables; j++)
			inputs_add(&inputs, &tables.tables[j], build_dir);
		site_tables_deinit(&tables);
	}
	/* Sources outside the build directory outweigh what was generated inside. */
	char *start = inputs.outside && strcmp(inputs.outside, "/") != 0 ? TAKE(inputs.outside)
		      : inputs.inside					 ? TAKE(inputs.inside)
									 : xstrdup(build_dir);

	free(inputs.inside);
	free(inputs.outside);
	*ret = climb(start);
	return NULL;
}
