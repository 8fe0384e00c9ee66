/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that a run depends on. If none has changed, an equal run has nothing to do. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/cleanup.h"
#include "common/path.h"
#include "runner/campaign/campaign_state.h"

/* True for files of remt, which the run itself changes. */
static bool is_own(const struct campaign *campaign, const char *path)
{
	return path_is_below(campaign->opts->store, path) ||
	       path_is_below(campaign->scratch.path, path);
}

/*
 * True if somebody else has changed the file since the test command began, which may then have seen
 * another content.
 */
static bool has_changed_since(const struct campaign *campaign, const struct trace_name *name)
{
	struct stamp stamp;

	if (!(name->uses & TRACE_NAME_OPENED) || name->uses & TRACE_NAME_WRITTEN)
		return false;
	stamp_take(name->path, &stamp);
	return S_ISREG(stamp.mode) &&
	       (stamp.changed_ns >= campaign->began_ns || stamp.modified_ns >= campaign->began_ns);
}

/*
 * True for a directory above the build that a shell only passes. Others make files in /tmp or /home
 * all the time.
 */
static bool is_passed(const struct campaign *campaign, const struct trace_name *name)
{
	return !(name->uses & TRACE_NAME_OPENED) &&
	       path_is_below(name->path, campaign->opts->directory) &&
	       strcmp(name->path, campaign->opts->directory) != 0;
}

void campaign_note_names(struct campaign *campaign, const struct trace *trace)
{
	/* A command that finds its tests may depend on dates, as `make` does. */
	enum input_use ordinary = campaign->opts->tests_file ? INPUT_OPENED : INPUT_DATED;

	campaign->has_all_names &= trace->has_all_names;
	for (size_t i = 0; i < trace->nr_names; i++) {
		const struct trace_name *name = &trace->names[i];

		if (name->uses & TRACE_NAME_EMPTIED || input_is_made_up(name->path) ||
		    is_own(campaign, name->path))
			continue;
		enum input_use use = is_passed(campaign, name) ? INPUT_ASKED : ordinary;

		campaign->has_all_names &= !has_changed_since(campaign, name);
		(void)inputs_state(campaign->inputs, name->path, use);
	}
}

void campaign_note_build(struct campaign *campaign)
{
	const struct modules *modules = &campaign->modules;
	const struct inventory *inventory = &campaign->inventory;
	struct inputs *inputs = campaign->inputs;

	for (size_t i = 0; i < modules->folders.count; i++) {
		if (!is_own(campaign, modules->folders.items[i]))
			(void)inputs_state(inputs, modules->folders.items[i], INPUT_OPENED);
	}
	for (size_t i = 0; i < modules->modules.count; i++)
		(void)inputs_state(inputs, modules->modules.items[i].path, INPUT_OPENED);
	for (size_t i = 0; i < inventory->files.count; i++) {
		const struct inventory_file *file = &inventory->files.items[i];

		campaign->has_all_names &= !file->is_changed && !file->is_conflicting;
		(void)inputs_state(inputs, file->absolute, INPUT_OPENED);
	}
}

/* Adds remt itself and its arguments. */
static void note_rest(struct campaign *campaign)
{
	_cleanup_free_ char *program = realpath("/proc/self/exe", NULL);
	struct inputs *inputs = campaign->inputs;

	(void)inputs_state(inputs, campaign->opts->runtime, INPUT_OPENED);
	if (program)
		(void)inputs_state(inputs, program, INPUT_OPENED);
	if (campaign->opts->tests_file) {
		_cleanup_free_ char *list =
			path_absolute(campaign->opts->directory, campaign->opts->tests_file);

		(void)inputs_state(inputs, list, INPUT_OPENED);
	}
}

bool campaign_knows_inputs(const struct campaign *campaign)
{
	if (campaign->is_blind || !campaign->has_all_names || campaign->opts->allow_network)
		return false;
	for (size_t i = 0; i < campaign->suite.tests.nr_tests; i++) {
		if (!campaign->baselines[i].footprint.is_whole)
			return false;
	}
	return true;
}

struct recorder {
	struct store *store;
	struct error *err;
};

static void record(void *arg, const struct input *input)
{
	struct recorder *recorder = arg;
	const struct store_stamp stored = {
		.path = input->path,
		.use = input->use,
		.state = input->state,
		.stamp = input->stamp,
	};

	if (!recorder->err)
		recorder->err = store_put_stamp(recorder->store, &stored);
}

static struct error *find_unknown(void *arg, const struct store_cell *cell)
{
	*(bool *)arg |= cell->verdict != VERDICT_UNKNOWN && !cell->extra;
	return NULL;
}

/* Mutated runs looked at more files, which `inputs` has now. */
struct error *campaign_record_extra_stamps(struct campaign *campaign)
{
	bool has_unknown = false;
	struct error *err = store_each_cell(campaign->store, 0, find_unknown, &has_unknown);

	if (err)
		return err;
	if (!has_unknown)
		return campaign_record_stamps(campaign);
	err = store_clear_stamps(campaign->store);
	return err ? err : store_put_meta(campaign->store, "request", "");
}

struct error *campaign_record_stamps(struct campaign *campaign)
{
	struct recorder recorder = { .store = campaign->store };

	recorder.err = store_clear_stamps(campaign->store);
	if (recorder.err || !campaign_knows_inputs(campaign))
		return recorder.err;
	note_rest(campaign);
	inputs_each(campaign->inputs, record, &recorder);
	return recorder.err ? recorder.err
			    : store_put_meta(campaign->store, "request", campaign->opts->request);
}
