/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches the build directory for modules and objects, and reads the tables of the modules. */
#include "runner/inventory/modules.h"

#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/compare.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "sites/object.h"

const struct module *modules_lookup(const struct modules *modules, const char *path)
{
	for (size_t i = 0; i < modules->modules.count; i++)
		if (strcmp(modules->modules.items[i].path, path) == 0)
			return &modules->modules.items[i];
	return NULL;
}

/* True for "libx.so", "libx.so.1.2", "plugin.so". */
static bool is_library_name(const char *name)
{
	const char *at = strstr(name, ".so");

	return at && at != name && (at[3] == '\0' || at[3] == '.');
}

static bool ends_in(const char *name, const char *end)
{
	size_t length = strlen(name), end_length = strlen(end);

	return length > end_length && strcmp(name + length - end_length, end) == 0;
}

static bool is_object_name(const char *name)
{
	return ends_in(name, ".o");
}

static void modules_add(struct modules *modules, const char *path, enum inventory_module kind)
{
	_cleanup_free_ char *real = realpath(path, NULL);

	if (!real || modules_lookup(modules, real))
		return;
	vec_push(&modules->modules, ((struct module){ .path = TAKE(real), .kind = kind }));
}

/*
 * True for folders that hold no part of a build, such as those in which CMake and Meson try the
 * compiler.
 */
static bool is_foreign_folder(const char *name)
{
	static const char *const names[] = { ".git",
					     ".hg",
					     ".svn",
					     ".bzr",
					     ".remt",
					     "CMakeTmp",
					     "CMakeScratch",
					     "CompilerIdC",
					     "CompilerIdCXX",
					     "_CMakeLTOTest-C",
					     "_CMakeLTOTest-CXX",
					     "meson-private" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* True for files that CMake keeps of its trials. */
static bool is_foreign_file(const char *name)
{
	static const char trial[] = "CMakeDetermineCompilerABI_";

	return strncmp(name, trial, strlen(trial)) == 0;
}

static bool is_program(const FTSENT *entry)
{
	return (entry->fts_statp->st_mode & S_IXUSR) && !is_object_name(entry->fts_name);
}

/* The objects of the build directory. */
struct objects {
	struct modules *modules;
	char **archives; /* looked at last; owned */
	char **mutated;	 /* names of the objects with a table, without folders; owned */
};

static void add_object(void *arg, const char *name, enum object_kind kind)
{
	struct objects *objects = arg;

	if (kind == OBJECT_PLAIN) {
		vec_push(&objects->modules->plain_objects, xstrdup(name));
	} else if (kind == OBJECT_MUTATED) {
		objects->modules->nr_objects++;
		strv_append(&objects->mutated, path_basename(name));
	}
}

static bool is_plain_known(const struct modules *modules, const char *member)
{
	for (size_t i = 0; i < modules->plain_objects.count; i++)
		if (strcmp(path_basename(modules->plain_objects.items[i]), member) == 0)
			return true;
	return false;
}

/* Adds a member of an archive, unless a file is the same object. */
static void add_member(void *arg, const char *name, enum object_kind kind)
{
	struct objects *objects = arg;
	const char *start = strrchr(name, '(');
	/* A file called ".a" may be no archive. */
	_cleanup_free_ char *member =
		start ? xstrndup(start + 1, strcspn(start + 1, ")")) : xstrdup(path_basename(name));

	if (kind == OBJECT_PLAIN && !is_plain_known(objects->modules, member))
		vec_push(&objects->modules->plain_objects, xstrdup(name));
	else if (kind == OBJECT_MUTATED && !strv_contains(objects->mutated, member))
		add_object(objects, member, kind);
}

static void look_at_archives(struct objects *objects)
{
	for (char **path = objects->archives; path && *path; path++)
		object_each(*path, add_member, objects);
	strv_destroy(objects->archives);
	strv_destroy(objects->mutated);
}

void modules_add_build(struct modules *modules, const char *build_dir, bool with_programs)
{
	_cleanup_free_ char *start = xstrdup(build_dir);
	char *const paths[] = { start, NULL };
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	struct objects objects = { .modules = modules };
	FTSENT *entry;

	while (walk && (entry = fts_read(walk))) {
		if (entry->fts_info == FTS_D && entry->fts_level > 0 &&
		    is_foreign_folder(entry->fts_name))
			fts_set(walk, entry, FTS_SKIP);
		else if (entry->fts_info == FTS_D)
			vec_push(&modules->folders, xstrdup(entry->fts_path));
		if (entry->fts_info != FTS_F || is_foreign_file(entry->fts_name))
			continue;
		if (is_library_name(entry->fts_name) && site_tables_present(entry->fts_path)) {
			modules_add(modules, entry->fts_path, INVENTORY_LIBRARY);
		} else if (with_programs && is_program(entry)) {
			if (site_tables_present(entry->fts_path))
				modules_add(modules, entry->fts_path, INVENTORY_PROGRAM);
		} else if (is_object_name(entry->fts_name)) {
			object_each(entry->fts_path, add_object, &objects);
		} else if (ends_in(entry->fts_name, ".a")) {
			strv_append(&objects.archives, entry->fts_path);
		}
	}
	look_at_archives(&objects);
	if (walk)
		fts_close(walk);
}

static void plain_program_add(struct modules *modules, const char *path)
{
	for (size_t i = 0; i < modules->plain_programs.count; i++)
		if (strcmp(modules->plain_programs.items[i], path) == 0)
			return;
	vec_push(&modules->plain_programs, xstrdup(path));
}

void modules_add_trace(struct modules *modules, const struct trace *trace, const char *build_dir)
{
	for (size_t i = 0; i < trace->nr_execs; i++) {
		const char *path = trace->execs[i].path;
		bool is_known = false;

		/* Harnesses execute the same few tools over and over. */
		for (size_t j = i; j-- > 0 && !is_known && i - j < 64;)
			is_known = strcmp(trace->execs[j].path, path) == 0;
		if (is_known)
			continue;
		if (site_tables_present(path))
			modules_add(modules, path, INVENTORY_PROGRAM);
		else if (path_is_below(build_dir, path))
			plain_program_add(modules, path);
	}
}

void modules_deinit(struct modules *modules)
{
	for (size_t i = 0; i < modules->modules.count; i++) {
		free(modules->modules.items[i].path);
		vec_deinit(&modules->modules.items[i].units);
	}
	for (size_t i = 0; i < modules->plain_programs.count; i++)
		free(modules->plain_programs.items[i]);
	for (size_t i = 0; i < modules->plain_objects.count; i++)
		free(modules->plain_objects.items[i]);
	vec_deinit(&modules->modules);
	vec_deinit(&modules->plain_programs);
	for (size_t i = 0; i < modules->folders.count; i++)
		free(modules->folders.items[i]);
	vec_deinit(&modules->plain_objects);
	vec_deinit(&modules->folders);
}

static void note_units(struct module *module, const struct site_tables *tables)
{
	for (size_t i = 0; i < tables->nr_tables; i++)
		if (tables->tables[i].header->sites.count)
			vec_push(&module->units, tables->tables[i].header->uid);
	if (module->units.count)
		qsort(module->units.items, module->units.count, sizeof(uint64_t), compare_u64);
}

bool module_has_unit(const struct module *module, uint64_t uid)
{
	return sorted_has_u64(module->units.items, module->units.count, uid);
}

bool module_has_mutant(const struct module *module, const struct inventory *inventory,
		       const struct inventory_mutant *mutant)
{
	for (uint32_t i = 0; i < mutant->nr_instances; i++) {
		uint32_t unit = inventory->instances.items[mutant->first_instance + i].unit;

		if (module_has_unit(module, inventory->units.items[unit].uid))
			return true;
	}
	return false;
}

void modules_add_subject(struct modules *modules, const struct subject *subject)
{
	/* Whoever names a file wants it mutated, even if it is called a test. */
	vec_push(&modules->modules, ((struct module){ .path = xstrdup(subject->path),
						      .kind = INVENTORY_LIBRARY,
						      .subject = subject }));
}

struct error *module_tables(const struct module *module, struct site_tables *ret)
{
	if (!module->subject)
		return site_tables_read(module->path, ret);
	*ret = module->subject->tables;
	return NULL;
}

static struct error *add_tables(struct inventory *inventory, const struct module *module,
				const struct site_tables *tables)
{
	if (!module->subject)
		return inventory_add_tables(inventory, tables, module->kind);
	return inventory_add_subject(inventory, tables->tables, module->subject->ids, module->kind);
}

struct error *modules_read(struct modules *modules, struct inventory *inventory)
{
	for (size_t i = 0; i < modules->modules.count; i++) {
		struct module *module = &modules->modules.items[i];
		struct site_tables tables = { 0 };
		struct error *err = module_tables(module, &tables);

		if (err)
			return err;
		note_units(module, &tables);
		err = add_tables(inventory, module, &tables);
		if (!module->subject)
			site_tables_deinit(&tables);
		if (err)
			return error_wrap(err, "reading %s", module->path);
	}
	return NULL;
}
