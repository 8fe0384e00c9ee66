/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Both versions on the same inputs, as compiled alone. */
#include "paths/visit_state.h"

#define MIN_CHECKED 4 /* compiled runs by servers that are executed, too */

void visit_begin(const struct visit_opts *opts, struct command *command,
		 const unsigned char *inputs, struct visit_begun *ret)
{
	command_set(command, opts->name, inputs);
	for (unsigned i = 0; i < 2; i++) {
		struct visit_call call = {
			opts, opts->programs[i], command, false, true, { NULL }
		};

		visit_begin_first(&call, NULL);
		ret->runs[i] = call.begun[0];
	}
}

/*
 * Runs both versions on the inputs of COMMAND as they are, as compiled; takes what has BEGUN. MAY_BE_SERVED: runs may be
 * forked by servers.
 */
static struct error *run_compiled(const struct visit_opts *opts, struct command *command,
				  bool may_be_served, struct visit_begun *begun,
				  struct trial_result ret[2])
{
	struct error *err = NULL;

	ret[0] = ret[1] = (struct trial_result){ 0 };
	for (unsigned i = 0; i < 2 && !err && !ret[0].is_late; i++) {
		struct visit_call call = { opts,  opts->programs[i], command,
					   false, may_be_served,     { begun->runs[i], NULL } };

		begun->runs[i] = NULL;
		err = visit_run_first(&call, NULL, &ret[i]);
	}
	visit_drop(opts, begun);
	return err;
}

struct error *visit_compiled(const struct visit_opts *opts, struct command *command,
			     struct trial_result ret[2])
{
	struct visit_begun begun = { { NULL } };

	return run_compiled(opts, command, false, &begun, ret);
}

/* True if runs that were forked are to be executed, too: they differ, or few were compared with executed ones. */
static bool is_in_doubt(const struct servers *servers, const struct trial_result results[2])
{
	if ((!results[0].is_served && !results[1].is_served) || results[0].is_cut ||
	    results[1].is_cut)
		return false;
	return results[0].is_lost || results[1].is_lost || results[0].is_late ||
	       servers->nr_checked < MIN_CHECKED || !trial_is_same(&results[0], &results[1]);
}

/* Executes both versions, in place of the runs of RESULTS; if they do something else, none is forked any more. */
static struct error *execute(const struct visit_opts *opts, struct command *command,
			     struct trial_result results[2])
{
	struct servers *servers = opts->trial->servers;
	struct trial_result executed[2];
	struct error *err = visit_compiled(opts, command, executed);

	for (unsigned i = 0; i < 2; i++) {
		bool is_known = !err && !results[i].is_lost;

		servers->is_compiled_off |= is_known && !trial_is_same(&executed[i], &results[i]);
		trial_result_deinit(&results[i]);
		results[i] = executed[i];
	}
	servers->nr_checked++;
	return err;
}

struct error *visit_try(const struct visit_opts *opts, struct command *command,
			const unsigned char *inputs, struct visit_begun *begun, enum visit_try *ret)
{
	struct trial_result results[2];
	struct error *err;

	*ret = VISIT_LATE;
	command_set(command, opts->name, inputs);
	err = run_compiled(opts, command, true, begun, results);
	if (!err && is_in_doubt(opts->trial->servers, results))
		err = execute(opts, command, results);
	/* Where the new version alone did not end, a visit gives both more time. */
	if (!err && !results[0].is_late && !results[1].is_cut)
		*ret = trial_is_same(&results[0], &results[1]) ? VISIT_SAME : VISIT_DIFFERENT;
	trial_result_deinit(&results[0]);
	trial_result_deinit(&results[1]);
	return err;
}

/* True if it is known how the run ended. */
static bool is_known(const struct trial_result *result)
{
	return !result->is_late && !result->is_lost;
}

/* True if the run came no nearer to a change than it told; another program that it executed tells nothing. */
static bool is_whole(const struct trial_result *result)
{
	/* A signal that the program ignores can't tell. */
	bool is_trapped = WIFSIGNALED(result->status) && WTERMSIG(result->status) == SIGTRAP;

	return result->is_scout && is_known(result) && !result->has_others && !is_trapped;
}

/* Makes a run of VERSION for a scout. */
static struct error *run_scout(const struct visit_opts *opts, struct command *command,
			       unsigned version, struct trial_result *ret)
{
	struct visit_call call = { opts, opts->programs[version], command, false, true, { NULL } };

	return visit_run_first(&call, NULL, ret);
}

static void note_scout(struct visit_scouted *scouted, const struct trial_result *result)
{
	scouted->has_others |= result->has_others;
	if (result->used_us > scouted->used_us)
		scouted->used_us = result->used_us;
}

struct error *visit_scout(const struct visit_opts *opts, struct command *command,
			  const unsigned char *inputs, bool (*is_same)(void *arg), void *arg,
			  struct visit_scouted *ret)
{
	struct trial_opts trial = *opts->trial;
	struct visit_opts scouting = *opts;
	struct trial_result old = { 0 }, new = { 0 };
	bool is_done;
	struct error *err;

	trial.is_scouting = true;
	scouting.trial = &trial;
	scouting.lanes = NULL;
	command_set(command, opts->name, inputs);
	*ret = (struct visit_scouted){ .did = VISIT_LATE };
	err = run_scout(&scouting, command, 1, &new);
	if (!err) {
		note_scout(ret, &new);
		ret->has_told = new.is_scout;
		ret->status = new.status;
		ret->is_whole = is_whole(&new);
	}
	is_done = err || new.is_late || (ret->is_whole && is_same && is_same(arg));
	if (!is_done)
		err = run_scout(&scouting, command, 0, &old);
	if (!err && !is_done)
		note_scout(ret, &old);
	if (!err && is_known(&new) && (is_done || is_known(&old)))
		ret->did = is_done || trial_is_same(&old, &new) ? VISIT_SAME : VISIT_DIFFERENT;
	trial_result_deinit(&old);
	trial_result_deinit(&new);
	return err;
}

void visit_drop(const struct visit_opts *opts, struct visit_begun *begun)
{
	for (unsigned i = 0; i < 2; i++) {
		lanes_drop(opts->lanes, begun->runs[i]);
		begun->runs[i] = NULL;
	}
}
