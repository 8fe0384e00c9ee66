/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt iso`: isomorphic regression testing of two builds (iso/). */
#include "cmd/iso.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/iso_builds.h"
#include "cmd/paths.h"
#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "iso/expected.h"
#include "iso/hunk_files.h"
#include "iso/journal.h"

/* Both versions, from their opening to their end. */
struct comparison {
	struct side old, new;
	struct isomorphism isomorphism;
	struct explore explore;
	struct witness witness; /* this and the next field only if they are asked for */
	struct hunks expected;
	struct triage triage;
	struct faults faults;
	struct iso_inputs inputs;
};

const struct inventory_mutant *iso_negation(const struct iso_view *view, uint32_t pair)
{
	const struct side *new = view->explore->new;
	uint32_t branch = view->explore->isomorphism->pairs.items[pair].new;

	return &campaign_inventory(new->campaign)
			->mutants.items[new->branches.items.items[branch].negated];
}

char *iso_function_path(const struct iso_view *view, uint32_t function)
{
	const struct version *version = &view->explore->isomorphism->new.version;

	return version_path(version, program_unit_of_function(version->program, function)->table,
			    program_function(version->program, function)->file);
}

/* Opens the journal. Without --store, the comparison does without if that fails. */
static struct error *open_journal(const struct iso_args *args, const struct iso_builds *builds,
				  const struct events *events, struct journal **ret)
{
	_cleanup_free_ char *working = NULL, *directory = NULL;
	struct error *err = path_working_directory(&working);

	if (err)
		return err;
	directory = args->store ? path_absolute(working, args->store)
				: path_join(builds->new.directory, ".remt/iso");
	err = journal_open(directory, ret);
	if (!err && journal_damage(*ret))
		events_say(events, EVENT_WARNING, "%s", journal_damage(*ret));
	if (!err || args->store)
		return err;
	events_say(events, EVENT_WARNING, "nothing is kept of this comparison: %s", err->message);
	error_destroy(err);
	return NULL;
}

static struct error *tell_strangers(const struct side *old, const struct side *new)
{
	const char *old_preset = campaign_inventory(old->campaign)->preset;
	const char *new_preset = campaign_inventory(new->campaign)->preset;

	if (strcmp(old_preset, new_preset) != 0)
		return error_create(ERROR_UNUSABLE,
				    "the versions were built with different operators: %s, and %s",
				    old_preset, new_preset);
	return error_create(
		ERROR_UNUSABLE,
		"no condition is the same in both versions: were they built by the same "
		"compiler, %sfrom the same project?",
		campaign_has_variants(new->campaign) ? "with the same options, " : "");
}

static void fill_side(struct isomorphism_side *ret, const struct side *side)
{
	const struct subject_list subjects = campaign_subjects(side->campaign);

	ret->inventory = campaign_inventory(side->campaign);
	ret->branches = &side->branches;
	ret->subjects = subjects.items;
	ret->nr_subjects = subjects.count;
}

static struct error *find_isomorphism(const struct side *old, const struct side *new,
				      struct isomorphism *isomorphism, const struct events *events)
{
	struct error *err;

	fill_side(&isomorphism->old, old);
	fill_side(&isomorphism->new, new);
	err = isomorphism_find(old->directory, new->directory, isomorphism);
	if (err)
		return err;
	events_say(events, EVENT_NOTE,
		   "%zu conditions are the same in both versions, of %zu in the %s and %zu in the "
		   "%s one",
		   isomorphism->pairs.count, old->branches.items.count, old->label,
		   new->branches.items.count, new->label);
	return isomorphism->pairs.count ? NULL : tell_strangers(old, new);
}

static struct error *find_isomorphisms(struct comparison *comparison, const struct iso_args *args,
				       const struct events *events)
{
	struct error *err = find_isomorphism(&comparison->old, &comparison->new,
					     &comparison->isomorphism, events);

	if (!err && args->expected)
		err = hunk_files_find(&comparison->expected, &comparison->isomorphism.new.version);
	if (err || !args->witness)
		return err;
	err = find_isomorphism(&comparison->witness.side, &comparison->new,
			       &comparison->witness.isomorphism, events);
	return error_wrap(err, "%s and new version", comparison->witness.side.label);
}

static struct error *compare(struct comparison *comparison, struct iso_args *args,
			     const struct events *events)
{
	struct error *err = find_isomorphisms(comparison, args, events);

	if (err)
		return err;
	err = explore_run(&args->explore, &comparison->old, &comparison->new,
			  &comparison->isomorphism, &comparison->explore);
	if (!err && args->witness && !comparison->explore.counts.is_cancelled)
		err = witness_judge(&comparison->witness, &comparison->explore);
	if (!err && args->expected)
		expected_judge(&comparison->expected, &comparison->explore);
	/* also after an error, with what was found before */
	triage_find(&comparison->explore, &comparison->triage);
	triage_mark_known(&comparison->triage, args->known_keys);
	if (!err && args->write_known && !comparison->explore.counts.is_cancelled)
		err = triage_write(&comparison->triage, args->write_known);
	return err;
}

static void print(const struct iso_args *args, const struct comparison *comparison,
		  uint64_t elapsed_ms)
{
	struct iso_view view = {
		.args = args,
		.explore = &comparison->explore,
		.triage = &comparison->triage,
		.elapsed_ms = elapsed_ms,
		.faults = args->faults.sample ? &comparison->faults : NULL,
		.inputs = args->inputs.directory ? &comparison->inputs : NULL,
	};

	args->print(&view);
}

static void close_all(struct comparison *comparison)
{
	iso_inputs_close(&comparison->inputs);
	triage_deinit(&comparison->triage);
	explore_deinit(&comparison->explore);
	isomorphism_deinit(&comparison->isomorphism);
	hunks_deinit(&comparison->expected);
	isomorphism_deinit(&comparison->witness.isomorphism);
	side_close(&comparison->old);
	side_close(&comparison->new);
	side_close(&comparison->witness.side);
}

static int end(struct error *err, const struct comparison *comparison,
	       const volatile sig_atomic_t *cancelled)
{
	if (*cancelled) {
		error_destroy(err);
		cmd_say("stopped before the end; the same command goes on from there");
		return 128 + (int)*cancelled;
	}
	if (err)
		return cmd_fail(err);
	return triage_count_new(&comparison->triage) ? EXIT_THRESHOLD : EXIT_OK;
}

static struct error *open_side(struct side *side, const struct iso_args *args,
			       const struct iso_builds *builds, const struct iso_build *build,
			       const struct events *events)
{
	struct campaign_opts opts = iso_builds_opts(builds, build, &args->campaign);
	bool with_mutants = build == &builds->new && args->faults.sample > 0;

	return side_open(side, build->label, build->directory, &opts, with_mutants, events);
}

static struct error *open_all(struct comparison *comparison, const struct iso_args *args,
			      const struct iso_builds *builds, const struct events *events)
{
	struct error *err = open_side(&comparison->old, args, builds, &builds->old, events);

	if (!err)
		err = open_side(&comparison->new, args, builds, &builds->new, events);
	comparison->witness.kind = args->witness_kind;
	if (!err && args->witness)
		err = open_side(&comparison->witness.side, args, builds, &builds->witness, events);
	return err;
}

static struct error *read_files(struct iso_args *args, struct comparison *comparison)
{
	struct error *err = args->known ? triage_read_keys(args->known, &args->known_keys) : NULL;

	if (!err && args->expected)
		err = hunks_read(args->expected, &comparison->expected);
	if (!err && args->inputs.directory)
		err = iso_inputs_open(&args->inputs, &comparison->inputs);
	return err;
}

int cmd_iso(int argc, char **argv)
{
	struct iso_args args;
	struct comparison comparison = { 0 };
	struct progress_view progress;
	struct events events;
	const volatile sig_atomic_t *cancelled;
	_cleanup_free_ char *runtime = paths_runtime();
	struct iso_builds builds = { 0 };
	struct error *err;
	uint64_t begin_us, elapsed_ms;
	int code;

	iso_args_parse(&args, argc, argv);
	if (!runtime)
		return cmd_fail(
			error_create(ERROR_INTERNAL, "the run-time library is not installed"));
	err = cancel_catch(&cancelled);
	if (err)
		return cmd_fail(err);
	progress_view_init(&progress, args.is_quiet);
	progress_view_events(&progress, &events);
	args.campaign.runtime = runtime;
	args.campaign.cancelled = args.explore.cancelled = args.inputs.cancelled = cancelled;
	args.inputs.is_quiet = args.is_quiet;
	args.explore.events = &events;
	err = read_files(&args, &comparison);
	if (!err)
		err = iso_builds_find(&args, &builds);
	if (!err)
		err = open_journal(&args, &builds, &events, &args.explore.journal);
	if (!err)
		err = open_all(&comparison, &args, &builds, &events);
	begin_us = clock_us();
	if (!err)
		err = compare(&comparison, &args, &events);
	elapsed_ms = (clock_us() - begin_us) / 1000;
	if (!err && args.faults.sample && !*cancelled)
		err = faults_run(&comparison.explore, &args.faults, &comparison.faults);
	if (!err && args.inputs.directory && !*cancelled)
		err = iso_inputs_find(&comparison.inputs, &comparison.triage);
	if (!err || comparison.explore.counts.nr_variants)
		print(&args, &comparison, elapsed_ms);
	code = end(err, &comparison, cancelled);
	close_all(&comparison);
	journal_close(args.explore.journal);
	iso_builds_deinit(&builds);
	iso_args_deinit(&args);
	return code;
}
