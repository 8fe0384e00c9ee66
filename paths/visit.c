/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/visit.h"

/* One version on the inputs. */
struct call {
	const struct visit_opts *opts;
	const char *program;
	struct command *command;
};

static struct error *run_within(const struct call *call, uint64_t max_ms, const char *recording,
				struct trial_result *ret)
{
	struct trial_opts opts = *call->opts->trial;
	struct error *err;

	opts.max_ms = max_ms;
	err = trial_run(&opts, call->program, call->command, recording, ret);
	if (!err && !ret->is_late)
		patience_note(call->opts->patience, recording != NULL, ret->used_us);
	return err;
}

static struct error *run_first(const struct call *call, const char *recording,
			       struct trial_result *ret)
{
	uint64_t max_ms = patience_first_ms(call->opts->patience, recording != NULL);

	return run_within(call, max_ms, recording, ret);
}

/*
 * A second run tells whether a version always does the same. IS_SLOW: the first one did not end in its time,
 * and this one did.
 */
static struct error *confirm(const struct call *call, struct visit *visit, unsigned version,
			     bool *is_slow)
{
	_cleanup_trial_result_ struct trial_result again = { 0 };
	struct patience *patience = call->opts->patience;
	bool was_late = visit->compiled[version].is_late;
	uint64_t max_ms =
		was_late ? patience_again_ms(patience) : patience_first_ms(patience, false);
	struct error *err = run_within(call, max_ms, NULL, &again);

	if (err)
		return err;
	*is_slow |= was_late && !again.is_late;
	patience->nr_endless += again.is_late && max_ms == patience->max_ms;
	if (!trial_is_same(&again, &visit->compiled[version]))
		visit->is_unsteady = true;
	return NULL;
}

static struct error *record(const struct call *call, struct recording *recording,
			    struct terms *terms, struct trial_result *result, struct path *ret)
{
	struct error *err;

	recording_reset(recording);
	err = run_first(call, recording->path, result);
	if (!err)
		err = recording_read(recording, terms, ret);
	if (err || ret->flags & REMT_PATH_BEGUN)
		return err;
	return error_create(
		ERROR_UNUSABLE,
		"%s tells no path: build it with -fplugin-arg-remt-ir, and do not strip it",
		call->program);
}

static struct call make_call(const struct visit_opts *opts, unsigned version,
			     struct command *command)
{
	return (struct call){ opts, opts->programs[version], command };
}

/* Visits INPUTS once. IS_SLOW: a run was ended though it comes to an end. */
static struct error *visit_once(const struct visit_opts *opts, struct command *command,
				struct recording *recording, struct terms *terms, struct visit *ret,
				bool *is_slow)
{
	struct error *err = NULL;

	*ret = (struct visit){ 0 };
	*is_slow = false;
	for (unsigned i = 0; i < 2 && !err; i++) {
		struct call call = make_call(opts, i, command);

		err = run_first(&call, NULL, &ret->compiled[i]);
		if (!err)
			err = record(&call, recording, terms, &ret->evaluated[i], &ret->paths[i]);
	}
	if (err)
		return err;
	ret->differs = !trial_is_same(&ret->compiled[0], &ret->compiled[1]);
	for (unsigned i = 0; i < 2 && ret->differs && !err; i++) {
		struct call call = make_call(opts, i, command);

		err = confirm(&call, ret, i, is_slow);
	}
	return err;
}

struct error *visit_make(const struct visit_opts *opts, struct command *command,
			 struct recording *recording, struct terms *terms,
			 const unsigned char *inputs, struct visit *ret)
{
	bool is_slow;
	struct error *err;

	command_set(command, opts->name, inputs);
	err = visit_once(opts, command, recording, terms, ret, &is_slow);
	if (err || !is_slow)
		return err;
	/* The run that came to its end made the limit longer. */
	visit_deinit(ret);
	return visit_once(opts, command, recording, terms, ret, &is_slow);
}

void visit_deinit(struct visit *visit)
{
	for (unsigned i = 0; i < 2; i++) {
		trial_result_deinit(&visit->compiled[i]);
		trial_result_deinit(&visit->evaluated[i]);
		path_deinit(&visit->paths[i]);
	}
}
