/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled files whose variants are the mutants, instead of an instrumented build. */
#include <elf.h>
#include <string.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "rewriter/variant/variant.h"
#include "runner/campaign/campaign_state.h"

/* True if the run-time could not tell which of the two is loaded. */
static bool is_same_program(const struct subject *a, const struct subject *b)
{
	const struct remt_variants_module *x = &a->module, *y = &b->module;

	if (x->nr_headers != y->nr_headers || x->build_id_size != y->build_id_size ||
	    memcmp(a->headers, b->headers, x->nr_headers * sizeof(Elf64_Phdr)) != 0)
		return false;
	if (x->build_id_size)
		return memcmp(x->build_id, y->build_id, x->build_id_size) == 0;
	return x->nr_sites == y->nr_sites && x->nr_codes == y->nr_codes &&
	       memcmp(a->sites.items, b->sites.items, x->nr_sites * sizeof(*a->sites.items)) == 0 &&
	       memcmp(a->codes.items, b->codes.items, x->nr_codes * sizeof(*a->codes.items)) == 0;
}

/* *RET is false if SUBJECT was named before. */
static struct error *check_new(const struct campaign *campaign, const struct subject *subject,
			       bool *ret)
{
	*ret = true;
	for (size_t i = 0; i < campaign->subjects.count; i++) {
		const struct subject *other = campaign->subjects.items[i];

		*ret &= strcmp(other->path, subject->path) != 0;
		if (*ret && is_same_program(subject, other))
			return error_create(ERROR_USAGE,
					    "--binary: %s and %s are the same program, whose "
					    "mutants are the same, too",
					    other->path, subject->path);
	}
	return NULL;
}

/*
 * Functions of the same name may be in several files, with variants of the same id. The id of a
 * later file's variant then depends on the name of the file, too.
 */
static void tell_ids_apart(struct campaign *campaign, struct subject *subject)
{
	uint32_t count = subject->tables.tables[0].header->mutants.count;

	for (uint32_t i = 0; i < count; i++)
		if (slots_find(&campaign->variant_ids, variant_id_visible(subject->ids[i])) !=
		    SLOTS_NONE)
			subject->ids[i] = variant_id_of_file(subject->ids[i], subject->path);
	for (uint32_t i = 0; i < count; i++)
		if (slots_find(&campaign->variant_ids, variant_id_visible(subject->ids[i])) ==
		    SLOTS_NONE)
			slots_add(&campaign->variant_ids, variant_id_visible(subject->ids[i]), i);
}

/* LIKENESS is as in subject_chart(); NULL: no comparison. */
static struct error *open_one(struct campaign *campaign, const char *name,
			      const struct subject_likeness *likeness)
{
	_cleanup_free_ char *path = path_absolute(campaign->opts->directory, name);
	struct subject *subject;
	struct error *err = error_wrap(likeness ? subject_chart(path, likeness, &subject)
						: subject_open(path, &subject),
				       "--binary");
	bool is_new = false;

	if (err)
		return err;
	err = check_new(campaign, subject, &is_new);
	if (err || !is_new) {
		subject_close(subject);
		return err;
	}
	if (subject->warning)
		events_say(campaign->events, EVENT_WARNING, "%s", subject->warning);
	tell_ids_apart(campaign, subject);
	vec_push(&campaign->subjects, subject);
	modules_add_subject(&campaign->modules, subject);
	return NULL;
}

static void note_followed(struct campaign *campaign)
{
	for (size_t i = 0; i < campaign->subjects.count; i++)
		if (campaign->subjects.items[i]->is_static)
			campaign->followed = (struct subject_list){ campaign->subjects.items,
								    campaign->subjects.count };
}

struct error *campaign_check_traced(const struct campaign *campaign)
{
	for (size_t i = 0; campaign->is_blind && i < campaign->followed.count; i++)
		if (campaign->followed.items[i]->is_static)
			return error_create(
				ERROR_UNUSABLE,
				"%s is statically linked, so that its tests must be traced, which "
				"this machine refuses (see `remt doctor`)",
				campaign->followed.items[i]->path);
	return NULL;
}

struct error *campaign_open_binaries(struct campaign *campaign)
{
	const struct campaign_opts *opts = campaign->opts;
	struct error *err = NULL;

	for (size_t i = 0; !err && opts->binaries && opts->binaries[i]; i++)
		err = open_one(campaign, opts->binaries[i],
			       opts->likenesses ? &opts->likenesses[i] : NULL);
	if (err || !campaign->subjects.count)
		return err;
	if (campaign->subjects.count > REMT_VARIANTS_MAX_MODULES)
		return error_create(ERROR_USAGE, "--binary: %d files at most",
				    REMT_VARIANTS_MAX_MODULES);
	note_followed(campaign);
	campaign->variants = path_join(campaign->scratch.path, "variants");
	return subjects_write(campaign->subjects.items, campaign->subjects.count,
			      campaign->variants);
}

struct error *campaign_check_instrumented(const struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;

	for (size_t i = 0; campaign->variants && i < modules->modules.count; i++)
		if (!modules->modules.items[i].subject)
			return error_create(
				ERROR_UNUSABLE,
				"the tests execute %s, which was built with the plugin: "
				"one run has the mutants of such programs, or those of "
				"--binary",
				modules->modules.items[i].path);
	return NULL;
}

void campaign_tell_breakpoints(const struct campaign *campaign)
{
	bool any = false;

	for (size_t i = 0; campaign->variants && i < campaign->suite.tests.nr_tests; i++)
		any |= campaign->baselines[i].is_quarantined;
	if (any)
		events_say(campaign->events, EVENT_WARNING,
			   "covering runs have breakpoints in the code of --binary, which disturb "
			   "programs that read their own code (checksums), allow themselves few "
			   "system calls, or block or take SIGTRAP by system calls of their own");
}

/* True if a place of the module was reached, also under another name of the file. */
static bool is_reached(const struct campaign *campaign, const struct coverage *coverage,
		       const struct module *module)
{
	const struct inventory_unit *unit =
		inventory_find_unit(&campaign->inventory, module->subject->module.uid);

	for (size_t i = 0; unit && i < coverage->nr_reached; i++)
		if (coverage->reached[i].site - unit->first_site < unit->nr_sites)
			return true;
	return false;
}

static bool is_executed(const struct campaign *campaign, const struct module *module)
{
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		const struct footprint *footprint = &campaign->baselines[i].footprint;

		if (!baseline_takes_part(&campaign->baselines[i]))
			continue;
		if (is_reached(campaign, &campaign->baselines[i].coverage, module))
			return true;
		for (size_t j = 0; j < footprint->modules.count; j++)
			if (footprint->modules.items[j] == module)
				return true;
	}
	return false;
}

struct error *campaign_check_executed(const struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;
	_cleanup_strv_ char **paths = NULL;

	for (size_t i = 0; campaign->variants && i < modules->modules.count; i++)
		if (!is_executed(campaign, &modules->modules.items[i]))
			strv_append(&paths, modules->modules.items[i].path);
	if (!paths)
		return NULL;
	_cleanup_free_ char *some = campaign_name_some(campaign, paths, strv_count(paths));

	if (strv_count(paths) == modules->modules.count)
		return error_create(
			ERROR_UNUSABLE,
			"no test that can be used executes %s: do the tests run another "
			"file of that name?",
			some);
	events_say(campaign->events, EVENT_WARNING, "no test that can be used executes %s", some);
	return NULL;
}
