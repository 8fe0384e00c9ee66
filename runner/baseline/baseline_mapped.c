/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares what processes had mapped with what their coverage files contain. */
#include "runner/baseline/baseline_mapped.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline_judge.h"
#include "sites/elf_file.h"

/* True if PROCESS has mapped another file that contains the unit, too. */
static bool is_shared(const struct baseline_process *process, const struct modules *modules,
		      const struct module *module, uint64_t uid)
{
	for (char **path = process->modules; *path; path++) {
		const struct module *other = modules_lookup(modules, *path);

		if (other && other != module && module_has_unit(other, uid))
			return true;
	}
	return false;
}

/*
 * True if the coverage of IMAGE may be that of PROCESS, or of a process that it was forked from. A
 * pid that the trace does not know is from another namespace, or of a process that was killed.
 */
static bool may_be_of(const struct coverage_image *image, const struct baseline_process *process,
		      const struct baseline_traced *traced)
{
	bool is_of_another = false;

	if (strcmp(image->exe, process->exe) != 0)
		return false;
	for (size_t i = 0; i < traced->processes.count; i++) {
		const struct baseline_process *other = &traced->processes.items[i];

		if ((other->pid != image->pid && other->first_pid != image->pid) ||
		    strcmp(other->exe, image->exe) != 0)
			continue;
		if (other->image == process->image)
			return true;
		is_of_another = true;
	}
	return !is_of_another;
}

static bool is_covered(const struct baseline_process *process, const struct baseline_traced *traced,
		       const struct coverage *coverage, uint64_t uid)
{
	for (size_t i = 0; i < coverage->images.count; i++) {
		const struct coverage_image *image = &coverage->images.items[i];

		if (sorted_has_u64(image->units.items, image->units.count, uid) &&
		    may_be_of(image, process, traced))
			return true;
	}
	return false;
}

/*
 * The run-time attaches all units of a file at once. Units that are in other files, too, do not
 * tell which of these files was attached.
 */
static bool is_seen(const struct baseline_process *process, const struct baseline_traced *traced,
		    const struct coverage *coverage, const struct modules *modules,
		    const struct module *module)
{
	size_t nr_own = 0;

	for (size_t i = 0; i < module->units.count; i++) {
		uint64_t uid = module->units.items[i];

		if (is_shared(process, modules, module, uid))
			continue;
		nr_own++;
		if (is_covered(process, traced, coverage, uid))
			return true;
	}
	return nr_own == 0;
}

static void note_unseen(struct baseline *baseline, const struct module *module)
{
	for (size_t i = 0; i < baseline->unseen.count; i++)
		if (baseline->unseen.items[i] == module)
			return;
	vec_push(&baseline->unseen, module);
}

static void judge_process(struct baseline *baseline, const struct baseline_process *process,
			  const struct modules *modules, const struct baseline_traced *traced)
{
	for (char **path = process->modules; *path; path++) {
		const struct module *module = modules_lookup(modules, *path);

		if (!module || !module->units.count)
			continue;
		if (!process->is_attached && elf_file_is_static(process->exe))
			note_unseen(baseline, module);
		else if (!process->is_attached)
			baseline_reject(
				baseline, false,
				"executed %s with %s, without the run-time (setuid, env -i?)",
				process->exe, module->path);
		else if (!is_seen(process, traced, &baseline->coverage, modules, module))
			note_unseen(baseline, module);
	}
}

/*
 * Nothing can be preloaded into a static program. What only that program contains is as unseen as a
 * library that the run-time did not see loaded.
 */
static void note_static(struct baseline *baseline, const struct modules *modules,
			const struct baseline_traced *traced)
{
	for (size_t i = 0; i < traced->executed.count; i++) {
		const struct coverage_image *executed = &traced->executed.items[i];
		const struct module *module = modules_lookup(modules, executed->exe);

		if (module && baseline_is_unattached(traced, &baseline->coverage, executed) &&
		    elf_file_is_static(executed->exe))
			note_unseen(baseline, module);
	}
}

void baseline_judge_mapped(struct baseline *baseline, const struct modules *modules,
			   const struct baseline_traced *traced)
{
	if (!baseline_takes_part(baseline))
		return;
	note_static(baseline, modules, traced);
	for (size_t i = 0; i < traced->processes.count; i++)
		judge_process(baseline, &traced->processes.items[i], modules, traced);
	if (traced->is_emulated && (baseline->unseen.count || !baseline->coverage.nr_entries))
		baseline_reject(
			baseline, false,
			"runs its program under valgrind, which hides it from the run-time: "
			"switch that off for the tests");
}

static bool is_unseen(const struct baseline *baseline, const struct inventory *inventory,
		      uint32_t place)
{
	const struct inventory_mutant *mutant =
		&inventory->mutants.items[inventory->places.items[place].first_mutant];

	for (size_t i = 0; i < baseline->unseen.count; i++)
		if (module_has_mutant(baseline->unseen.items[i], inventory, mutant))
			return true;
	return false;
}

void baseline_drop_unseen(struct baseline *baseline, const struct inventory *inventory)
{
	struct coverage *coverage = &baseline->coverage;
	size_t kept = 0;

	if (!baseline->unseen.count)
		return;
	for (size_t i = 0; i < coverage->nr_entries; i++)
		if (!is_unseen(baseline, inventory, coverage->entries[i].place))
			coverage->entries[kept++] = coverage->entries[i];
	coverage->nr_entries = kept;
}

char *baseline_unseen_reason(const struct module *module)
{
	if (module->kind == INVENTORY_PROGRAM && elf_file_is_static(module->path))
		return xasprintf("%s is statically linked, so that it has no run-time; built "
				 "without the plugin it can be mutated by --binary=FILE",
				 module->path);
	return xasprintf("%s was loaded unseen by the run-time (linked with -nostartfiles?)",
			 module->path);
}
