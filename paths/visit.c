/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/visit_state.h"

#include <string.h>
#include <sys/wait.h>

#include "ir/unit.h"

#define REFUSED 126 /* exit status of what the evaluator can't begin with */

/* Returns which version it is of. */
static unsigned version_of(const struct visit_call *call)
{
	return call->program != call->opts->programs[0];
}

static void note_run(const struct visit_call *call, bool is_evaluated,
		     const struct trial_result *result)
{
	if (!result->is_late && !result->is_lost)
		patience_note(call->opts->patience, is_evaluated, result->used_us);
}

static struct error *run_within(const struct visit_call *call, uint64_t max_ms,
				const char *recording, struct trial_result *ret)
{
	struct trial_opts opts = *call->opts->trial;
	struct error *err;

	opts.max_ms = max_ms;
	opts.may_be_served = call->may_be_served;
	opts.deadline = call->opts->patience->deadline;
	err = trial_run(&opts, call->program, call->command, recording, ret);
	if (!err)
		note_run(call, recording != NULL, ret);
	return err;
}

static uint64_t first_ms(const struct visit_call *call, bool is_evaluated)
{
	const struct patience *patience = call->opts->patience;

	return call->has_whole_time ? patience->max_ms : patience_first_ms(patience, is_evaluated);
}

void visit_begin_first(struct visit_call *call, const char *recording)
{
	struct lane_run **run = &call->begun[recording != NULL];
	struct trial_opts opts = *call->opts->trial;

	opts.max_ms = first_ms(call, recording != NULL);
	opts.may_be_served = call->may_be_served;
	opts.deadline = call->opts->patience->deadline;
	if (call->opts->lanes && !*run)
		*run = lanes_begin(call->opts->lanes, &opts, version_of(call), call->command,
				   recording);
}

static void drop_begun(struct visit_call *call)
{
	for (unsigned i = 0; i < 2; i++) {
		lanes_drop(call->opts->lanes, call->begun[i]);
		call->begun[i] = NULL;
	}
}

struct error *visit_run_first(struct visit_call *call, const char *recording,
			      struct trial_result *ret)
{
	struct lane_run *run;
	struct error *err;

	/* The old version's server is a lane's. */
	if (recording && version_of(call) == 0)
		visit_begin_first(call, recording);
	run = call->begun[recording != NULL];
	if (!run)
		return run_within(call, first_ms(call, recording != NULL), recording, ret);
	call->begun[recording != NULL] = NULL;
	err = lanes_take(call->opts->lanes, run, ret);
	/* What an evaluated run wrote of its path is to be thrown away first: record(). */
	if (!err && ret->is_lost && !recording)
		return run_within(call, first_ms(call, false), NULL, ret);
	if (!err)
		note_run(call, recording != NULL, ret);
	return err;
}

/* Runs a version that did not end once more, with more time; IS_SLOW: it came to its end. */
static struct error *run_again(const struct visit_call *call, struct trial_result *ret,
			       bool *is_slow)
{
	struct patience *patience = call->opts->patience;
	uint64_t max_ms = patience_again_ms(patience);
	struct error *err = run_within(call, max_ms, NULL, ret);

	if (err)
		return err;
	*is_slow |= !ret->is_late;
	patience->has_run_out |= ret->is_late && max_ms == patience->max_ms && !ret->is_cut;
	return NULL;
}

/*
 * A second run tells whether a version always does the same. IS_SLOW: the first one did not end in its time,
 * and this one did.
 */
static struct error *confirm(struct visit_call *call, struct visit *visit, unsigned version,
			     bool *is_slow)
{
	_cleanup_trial_result_ struct trial_result again = { 0 };
	struct error *err = visit->compiled[version].is_late ? run_again(call, &again, is_slow)
							     : visit_run_first(call, NULL, &again);

	visit->is_cut |= again.is_cut;
	if (!err && !trial_is_same(&again, &visit->compiled[version]))
		visit->is_unsteady = true;
	return err;
}

static struct error *reset(const struct visit_call *call, struct recording *recording)
{
	const struct trial_watch *watch = trial_watch(call->opts->trial, call->program);

	return recording_reset(recording, call->command->nr_inputs, watch ? watch->number : 0,
			       watch ? watch->nr_seen : 0);
}

/* True if a run is to be made again: its server was lost, or servers were given up after it had begun. */
static bool is_void(const struct visit_call *call, const struct trial_result *result)
{
	const struct servers *servers = call->opts->trial->servers;

	return result->is_lost || (result->is_served && servers && servers->is_off);
}

/* Returns why RESULT, an evaluated run, has no path: what was loaded has none that can be read, mostly. */
static struct error *explain(const struct visit_call *call, const struct trial_result *result)
{
	static const char prefix[] = "remt: ";
	const char *told = strbuf_get(&result->err);
	struct ir_units units;
	struct error *err = ir_units_read(call->program, &units);
	bool has_ir;

	if (err)
		return err;
	has_ir = units.nr_units != 0;
	ir_units_deinit(&units);
	/* A library's, which the evaluator could not read. */
	if (WIFEXITED(result->status) && WEXITSTATUS(result->status) == REFUSED &&
	    strncmp(told, prefix, strlen(prefix)) == 0)
		return error_create(ERROR_UNUSABLE, "%s tells no path: %.*s", call->program,
				    (int)strcspn(told + strlen(prefix), "\n"),
				    told + strlen(prefix));
	if (has_ir)
		return error_create(
			ERROR_UNUSABLE,
			"%s tells no path, though it was built for it: no library can be "
			"preloaded into a program that is linked statically or that ends "
			"before main()",
			call->program);
	return error_create(
		ERROR_UNUSABLE,
		"%s tells no path: build it with -fplugin-arg-remt-ir, and do not strip it",
		call->program);
}

static struct error *record(struct visit_call *call, struct recording *recording,
			    struct terms *terms, struct trial_result *result, struct path *ret)
{
	struct error *err;

	do {
		trial_result_deinit(result);
		*result = (struct trial_result){ 0 };
		err = call->begun[1] ? NULL : reset(call, recording);
		if (!err)
			err = visit_run_first(call, recording->path, result);
	} while (!err && is_void(call, result));
	/* It may have ended before its path began. */
	if (err || result->is_cut)
		return err;
	/* What can't be read tells nothing, and other runs may tell more. */
	if (!recording_read(recording, terms, ret) || ret->flags & REMT_PATH_BEGUN)
		return NULL;
	return explain(call, result);
}

/*
 * A served run that does something else than the compiled one may do so as it is served: it is made once more in the
 * other way, and if that is as compiled, so are all runs from now on.
 */
static struct error *record_surely(struct visit_call *call, struct recording *recording,
				   struct terms *terms, const struct trial_result *compiled,
				   struct trial_result *result, struct path *ret)
{
	struct servers *servers = call->opts->trial->servers;
	struct error *err = record(call, recording, terms, result, ret);

	if (err || !result->is_served || result->is_late || compiled->is_late ||
	    trial_is_same(compiled, result))
		return err;
	path_deinit(ret);
	*ret = (struct path){ 0 };
	servers->is_off = true;
	err = record(call, recording, terms, result, ret);
	servers->is_off = !err && trial_is_same(compiled, result);
	return err;
}

/* Runs one version, compiled and evaluated. */
static struct error *run_version(struct visit_call *call, unsigned version,
				 struct recording *recording, struct terms *terms,
				 struct visit *ret, bool *is_slow)
{
	struct error *err = visit_run_first(call, NULL, &ret->compiled[version]);

	if (!err)
		err = record_surely(call, recording, terms, &ret->compiled[version],
				    &ret->evaluated[version], &ret->paths[version]);
	ret->is_cut |= ret->compiled[version].is_cut || ret->evaluated[version].is_cut;
	/* An evaluated run takes longer, and may be alone in not ending. */
	*is_slow |= ret->evaluated[version].is_late && !ret->compiled[version].is_late;
	return err;
}

size_t visit_first_change(const struct visit *visit, unsigned version)
{
	const struct path *path = &visit->paths[version];
	size_t ret = SIZE_MAX;

	for (size_t i = 0; i < path->watched.count; i++) {
		uint32_t at = path->watched.items[i];

		if (at && at - 1 < ret)
			ret = at - 1;
	}
	/* What came later was not noted. */
	if (ret == SIZE_MAX && path->flags & REMT_PATH_FULL)
		ret = path->conditions.count;
	return ret;
}

/* True if the run of VERSION came to no changed code, as its path says, which can be believed. */
static bool version_is_unchanged(const struct visit *visit, unsigned version)
{
	const struct path *path = &visit->paths[version];

	return path->flags & REMT_PATH_MAIN &&
	       !(path->flags & (REMT_PATH_UNWATCHED | REMT_PATH_EXPORTED)) &&
	       visit_first_change(visit, version) == SIZE_MAX &&
	       !visit->compiled[version].is_late && !visit->evaluated[version].is_late &&
	       trial_is_same(&visit->compiled[version], &visit->evaluated[version]);
}

/* Runs the old version as compiled, if the new one's path tells that it does the same. IS_SAME: it does. */
static struct error *ask_old(struct visit_call *call, struct visit *visit, bool *is_same)
{
	struct error *err;

	*is_same = false;
	if (!call->opts->may_be_new_alone || !version_is_unchanged(visit, 1))
		return NULL;
	err = visit_run_first(call, NULL, &visit->compiled[0]);
	*is_same = !err && !visit->compiled[0].is_late &&
		   trial_is_same(&visit->compiled[0], &visit->compiled[1]);
	if (!*is_same)
		trial_result_deinit(&visit->compiled[0]);
	return err;
}

/* Begins what the old version does in any case, beside the new one's runs. */
static struct error *begin_old(struct visit_call *call, struct recording *recording)
{
	struct error *err;

	if (!call->opts->lanes)
		return NULL;
	visit_begin_first(call, NULL);
	if (call->opts->may_be_new_alone)
		return NULL;
	err = reset(call, recording);
	if (!err)
		visit_begin_first(call, recording->path);
	return err;
}

/* Confirms what both versions did, if they differ, and what did not end. */
static struct error *confirm_both(struct visit_call calls[2], struct visit *visit, bool *is_slow)
{
	struct error *err = NULL;

	if (visit->differs && !visit->compiled[1].is_late)
		visit_begin_first(&calls[1], NULL);
	for (unsigned i = 0; i < 2 && !err; i++) {
		if (visit->differs || (visit->compiled[i].is_late && !calls[i].has_whole_time))
			err = confirm(&calls[i], visit, i, is_slow);
	}
	return err;
}

static struct error *make_runs(struct visit_call calls[2], struct recording recordings[2],
			       struct terms *terms, struct visit *ret, bool *is_slow)
{
	struct error *err = begin_old(&calls[0], &recordings[0]);

	if (!err)
		err = run_version(&calls[1], 1, &recordings[1], terms, ret, is_slow);
	if (!err && ret->is_cut)
		return NULL;
	if (!err)
		err = ask_old(&calls[0], ret, &ret->is_new_alone);
	if (err || ret->is_new_alone)
		return err;
	err = run_version(&calls[0], 0, &recordings[0], terms, ret, is_slow);
	if (err || ret->is_cut)
		return err;
	ret->differs = !trial_is_same(&ret->compiled[0], &ret->compiled[1]);
	return confirm_both(calls, ret, is_slow);
}

/* Visits the inputs of the command once. IS_SLOW: a run was ended though it may come to an end. */
static struct error *visit_once(const struct visit_opts *opts, struct command *command,
				bool has_whole_time, struct recording recordings[2],
				struct terms *terms, struct visit *ret, bool *is_slow)
{
	struct visit_call calls[2] = {
		{ opts, opts->programs[0], command, has_whole_time, false, { NULL } },
		{ opts, opts->programs[1], command, has_whole_time, false, { NULL } }
	};
	struct error *err;

	*ret = (struct visit){ 0 };
	*is_slow = false;
	err = make_runs(calls, recordings, terms, ret, is_slow);
	drop_begun(&calls[0]);
	drop_begun(&calls[1]);
	return err;
}

struct error *visit_make(const struct visit_opts *opts, struct command *command,
			 struct recording recordings[2], struct terms *terms,
			 const unsigned char *inputs, struct visit *ret)
{
	bool is_slow;
	struct error *err;

	command_set(command, opts->name, inputs);
	err = visit_once(opts, command, false, recordings, terms, ret, &is_slow);
	if (err || !is_slow || ret->is_cut)
		return err;
	visit_deinit(ret);
	return visit_once(opts, command, true, recordings, terms, ret, &is_slow);
}

bool visit_is_unchanged(const struct visit *visit)
{
	return version_is_unchanged(visit, 1) &&
	       (visit->is_new_alone || version_is_unchanged(visit, 0));
}

bool visit_is_late(const struct visit *visit)
{
	bool ret = false;

	for (unsigned i = 0; i < 2; i++)
		ret |= visit->compiled[i].is_late || visit->evaluated[i].is_late;
	return ret;
}

void visit_deinit(struct visit *visit)
{
	for (unsigned i = 0; i < 2; i++) {
		trial_result_deinit(&visit->compiled[i]);
		trial_result_deinit(&visit->evaluated[i]);
		path_deinit(&visit->paths[i]);
	}
}
