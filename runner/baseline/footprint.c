/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums up a traced run: the modules from its processes and coverage, the other files from the
 * names.
 */
#include "runner/baseline/footprint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/baseline/traced.h"

void footprint_deinit(struct footprint *footprint)
{
	vec_deinit(&footprint->modules);
	for (size_t i = 0; i < footprint->names.count; i++)
		free(footprint->names.items[i].path);
	vec_deinit(&footprint->names);
}

static void add_module(struct footprint *footprint, const struct module *module)
{
	for (size_t i = 0; i < footprint->modules.count; i++) {
		if (footprint->modules.items[i] == module)
			return;
	}
	vec_push(&footprint->modules, module);
}

static void note_processes(struct footprint *footprint, const struct modules *modules,
			   const struct baseline_traced *traced)
{
	for (size_t i = 0; i < traced->processes.count; i++) {
		const struct baseline_process *process = &traced->processes.items[i];

		for (char **path = process->modules; *path; path++) {
			const struct module *module = modules_lookup(modules, *path);

			if (module)
				add_module(footprint, module);
		}
		footprint->nr_processes++;
		footprint->was_killed |= process->status == -1 || WIFSIGNALED(process->status);
	}
}

/* True if MODULE contains a unit of IMAGE. */
static bool has_loaded(const struct coverage_image *image, const struct module *module)
{
	for (size_t i = 0; i < image->units.count; i++) {
		if (module_has_unit(module, image->units.items[i]))
			return true;
	}
	return false;
}

/*
 * Adds programs by their names. A library that only shares a unit is added, too, which does no
 * harm.
 */
static void note_images(struct footprint *footprint, const struct modules *modules,
			const struct coverage *coverage)
{
	for (size_t i = 0; i < coverage->images.count; i++) {
		const struct coverage_image *image = &coverage->images.items[i];

		for (size_t m = 0; m < modules->modules.count; m++) {
			const struct module *module = &modules->modules.items[m];

			if (strcmp(module->path, image->exe) == 0 ||
			    (module->kind == INVENTORY_LIBRARY && has_loaded(image, module)))
				add_module(footprint, module);
		}
	}
	if (coverage->images.count > footprint->nr_processes)
		footprint->nr_processes = (uint32_t)coverage->images.count;
}

/* True if PROCESS is the first one of its image that has MODULE loaded. */
static bool is_first_with(const struct baseline_traced *traced, size_t process,
			  const struct module *module)
{
	for (size_t i = 0; i < process; i++) {
		if (traced->processes.items[i].image == traced->processes.items[process].image &&
		    strv_contains(traced->processes.items[i].modules, module->path))
			return false;
	}
	return strv_contains(traced->processes.items[process].modules, module->path);
}

/* Returns how many images had MODULE loaded. */
static unsigned count_loads(const struct baseline_traced *traced, const struct module *module)
{
	unsigned count = 0;

	for (size_t i = 0; i < traced->processes.count; i++)
		count += is_first_with(traced, i, module);
	return count;
}

/* The loader opens a module once per image. Anybody else who reads it sees more than its code. */
static enum input_use use_of(const struct baseline_traced *traced, const struct baseline_name *name,
			     const struct module *module)
{
	bool is_opened = name->uses & TRACE_NAME_OPENED;

	if (module && (!is_opened || name->nr_opened <= count_loads(traced, module)))
		return INPUT_LOADED;
	return is_opened ? INPUT_OPENED : INPUT_ASKED;
}

static void add_name(struct footprint *footprint, const char *path, enum input_use use)
{
	vec_push(&footprint->names, ((struct footprint_name){ xstrdup(path), use }));
}

static void add_programs(struct footprint *footprint)
{
	for (size_t i = 0; i < footprint->modules.count; i++)
		add_name(footprint, footprint->modules.items[i]->path, INPUT_OPENED);
}

void footprint_note(struct footprint *footprint, const struct modules *modules,
		    const struct baseline_traced *traced, const struct coverage *coverage,
		    const char *private_dir, const char *runtime)
{
	note_processes(footprint, modules, traced);
	note_images(footprint, modules, coverage);
	footprint->is_whole = traced->has_all_names;
	for (size_t i = 0; i < traced->names.count; i++) {
		const struct baseline_name *name = &traced->names.items[i];
		_cleanup_free_ char *resolved = realpath(name->path, NULL);

		if (input_is_made_up(name->path) || path_is_below(private_dir, name->path) ||
		    strcmp(name->path, runtime) == 0 || name->uses & TRACE_NAME_EMPTIED)
			continue;
		add_name(footprint, name->path,
			 use_of(traced, name, resolved ? modules_lookup(modules, resolved) : NULL));
	}
	for (size_t i = 0; i < traced->names.count; i++) {
		const struct trace_name name = { traced->names.items[i].path,
						 traced->names.items[i].uses, 0 };

		if (trace_name_is_own_program(&name)) {
			add_programs(footprint);
			break;
		}
	}
}
