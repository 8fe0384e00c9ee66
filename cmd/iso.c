/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remt iso: isomorphic regression testing of two builds. */
#include "cmd/iso.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/paths.h"
#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "iso/expected.h"
#include "iso/hunk_files.h"
#include "iso/journal.h"

/* Both versions, from the opening on. */
struct comparison {
	struct side old, new;
	struct isomorphism isomorphism;
	struct explore explore;
	struct witness witness; /* this and the next if they are asked for */
	struct hunks expected;
	struct triage triage;
	struct faults faults;
};

/* Where they are. */
struct directories {
	char *old, *new, *witness; /* owned */
};

const struct inventory_mutant *iso_negation(const struct iso_view *view, uint32_t pair)
{
	const struct side *new = view->explore->new;
	uint32_t branch = view->explore->isomorphism->pairs.items[pair].new;

	return &new->campaign.inventory.mutants.items[new->branches.items.items[branch].negated];
}

char *iso_function_path(const struct iso_view *view, uint32_t function)
{
	const struct version *version = &view->explore->isomorphism->new.version;

	return version_path(version, program_unit_of_function(version->program, function)->table,
			    program_function(version->program, function)->file);
}

static struct error *find_directory(const char *label, const char *directory, char **ret)
{
	_cleanup_free_ char *working = NULL, *absolute = NULL;
	struct error *err = path_working_directory(&working);

	if (err)
		return err;
	absolute = path_absolute(working, directory);
	if (!fs_is_directory(absolute))
		return error_create(ERROR_UNUSABLE, "%s version: %s is no directory", label,
				    directory);
	return path_resolve(absolute, ret);
}

static struct error *find_directories(const struct iso_args *args, struct directories *ret)
{
	struct error *err = find_directory("old", args->old, &ret->old);

	if (!err)
		err = find_directory("new", args->new, &ret->new);
	return err || !args->witness ? err
				     : find_directory(witness_label(args->witness_kind),
						      args->witness, &ret->witness);
}

/* Where nobody has asked for a certain place, the comparison can do without. */
static struct error *open_journal(const struct iso_args *args,
				  const struct directories *directories,
				  const struct events *events, struct journal **ret)
{
	_cleanup_free_ char *working = NULL, *directory = NULL;
	struct error *err = path_working_directory(&working);

	if (err)
		return err;
	directory = args->store ? path_absolute(working, args->store)
				: path_join(directories->new, ".remt/iso");
	err = journal_open(directory, ret);
	if (!err || args->store)
		return err;
	events_say(events, EVENT_WARNING, "nothing is kept of this comparison: %s", err->message);
	error_destroy(err);
	return NULL;
}

static struct error *find_isomorphism(const struct side *old, const struct side *new,
				      struct isomorphism *isomorphism, const struct events *events)
{
	const char *old_preset = old->campaign.inventory.preset;
	const char *new_preset = new->campaign.inventory.preset;
	struct error *err;

	isomorphism->old.inventory = &old->campaign.inventory;
	isomorphism->old.branches = &old->branches;
	isomorphism->new.inventory = &new->campaign.inventory;
	isomorphism->new.branches = &new->branches;
	err = isomorphism_find(old->directory, new->directory, isomorphism);
	if (err)
		return err;
	events_say(events, EVENT_NOTE,
		   "%zu conditions are the same in both versions, of %zu in the %s and %zu in the "
		   "%s one",
		   isomorphism->pairs.count, old->branches.items.count, old->label,
		   new->branches.items.count, new->label);
	if (!isomorphism->pairs.count && strcmp(old_preset, new_preset) != 0)
		return error_create(ERROR_UNUSABLE,
				    "the versions were built with different operators: %s, and %s",
				    old_preset, new_preset);
	if (!isomorphism->pairs.count)
		return error_create(ERROR_UNUSABLE,
				    "no condition is the same in both versions: were they built by "
				    "the same compiler, from the same project?");
	return NULL;
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
	/* What was found before an error, too. */
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
	};

	args->print(&view);
}

static void close_all(struct comparison *comparison)
{
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
		fputs("remt: stopped before the end; the same command goes on from there\n",
		      stderr);
		return 128 + (int)*cancelled;
	}
	if (err)
		return cmd_fail(err);
	return triage_count_new(&comparison->triage) ? EXIT_THRESHOLD : EXIT_OK;
}

static struct error *open_all(struct comparison *comparison, const struct iso_args *args,
			      const struct directories *directories, const struct events *events)
{
	const struct campaign_opts *opts = &args->campaign;
	struct error *err =
		side_open(&comparison->old, "old", directories->old, opts, false, events);

	if (!err)
		err = side_open(&comparison->new, "new", directories->new, opts,
				args->faults.sample > 0, events);
	comparison->witness.kind = args->witness_kind;
	if (!err && args->witness)
		err = side_open(&comparison->witness.side, witness_label(args->witness_kind),
				directories->witness, opts, false, events);
	return err;
}

static void free_directories(struct directories *directories)
{
	free(directories->old);
	free(directories->new);
	free(directories->witness);
}

static struct error *read_files(struct iso_args *args, struct comparison *comparison)
{
	struct error *err = args->known ? triage_read_keys(args->known, &args->known_keys) : NULL;

	return err || !args->expected ? err : hunks_read(args->expected, &comparison->expected);
}

int cmd_iso(int argc, char **argv)
{
	struct iso_args args;
	struct comparison comparison = { 0 };
	struct progress_view progress;
	struct events events;
	const volatile sig_atomic_t *cancelled;
	_cleanup_free_ char *runtime = paths_runtime();
	struct directories directories = { 0 };
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
	args.campaign.cancelled = args.explore.cancelled = cancelled;
	args.explore.events = &events;
	err = read_files(&args, &comparison);
	if (!err)
		err = find_directories(&args, &directories);
	if (!err)
		err = open_journal(&args, &directories, &events, &args.explore.journal);
	if (!err)
		err = open_all(&comparison, &args, &directories, &events);
	begin_us = clock_us();
	if (!err)
		err = compare(&comparison, &args, &events);
	elapsed_ms = (clock_us() - begin_us) / 1000;
	if (!err && args.faults.sample && !*cancelled)
		err = faults_run(&comparison.explore, &args.faults, &comparison.faults);
	if (!err || comparison.explore.counts.nr_variants)
		print(&args, &comparison, elapsed_ms);
	code = end(err, &comparison, cancelled);
	close_all(&comparison);
	journal_close(args.explore.journal);
	free_directories(&directories);
	iso_args_deinit(&args);
	return code;
}
