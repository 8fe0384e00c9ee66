/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/visit.h"

/* One version on the inputs. */
struct call {
	const struct visit_opts *opts;
	const char *program;
	struct command *command;
};

static struct error *run_compiled(const struct call *call, struct trial_result *ret)
{
	return trial_run(call->opts->trial, call->program, call->command, NULL, ret);
}

/* A second run tells whether a version always does the same. */
static struct error *confirm(const struct call *call, struct visit *visit, unsigned version)
{
	_cleanup_trial_result_ struct trial_result again = { 0 };
	struct error *err = run_compiled(call, &again);

	if (!err && !trial_is_same(&again, &visit->compiled[version]))
		visit->is_unsteady = true;
	return err;
}

static struct error *record(const struct call *call, struct recording *recording,
			    struct terms *terms, struct trial_result *result, struct path *ret)
{
	struct error *err;

	recording_reset(recording);
	err = trial_run(call->opts->trial, call->program, call->command, recording->path, result);
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

struct error *visit_make(const struct visit_opts *opts, struct command *command,
			 struct recording *recording, struct terms *terms,
			 const unsigned char *inputs, struct visit *ret)
{
	struct error *err = NULL;

	*ret = (struct visit){ 0 };
	command_set(command, opts->name, inputs);
	for (unsigned i = 0; i < 2 && !err; i++) {
		struct call call = make_call(opts, i, command);

		err = run_compiled(&call, &ret->compiled[i]);
		if (!err)
			err = record(&call, recording, terms, &ret->evaluated[i], &ret->paths[i]);
	}
	if (err)
		return err;
	ret->differs = !trial_is_same(&ret->compiled[0], &ret->compiled[1]);
	for (unsigned i = 0; i < 2 && ret->differs && !err; i++) {
		struct call call = make_call(opts, i, command);

		err = confirm(&call, ret, i);
	}
	return err;
}

void visit_deinit(struct visit *visit)
{
	for (unsigned i = 0; i < 2; i++) {
		trial_result_deinit(&visit->compiled[i]);
		trial_result_deinit(&visit->evaluated[i]);
		path_deinit(&visit->paths[i]);
	}
}
