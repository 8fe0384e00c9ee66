/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows the processes of a batch: takes their messages, decides what may be split, and begins new
 * trunks until no mutant without a result can gain from one.
 */
#include "runner/split/split_state.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/xalloc.h"
#include "runner/worker/server.h"

#define MIN_ROUNDS 4 /* of a script: one per overlay that it may write into, and one more */

void split_refuse(struct split *split, const char *why)
{
	if (!split->why[0])
		snprintf(split->why, sizeof(split->why), "%s", why);
}

void split_refuse_error(struct split *split)
{
	split_refuse(split, server_explain((enum remt_refusal)split->state->session->split_error));
}

void split_wreck(struct split *split)
{
	uint64_t cpu_us = split->state->reaper.cpu_us;

	worker_state_stop_server(split->state);
	/* of the run on top, without processes that end only now */
	split->state->reaper.cpu_us = cpu_us;
	/* the process whose turn it was will not take it any more */
	split->state->session->turn = 0;
	split->is_over = true;
}

/* Returns why nothing may be split from the topmost frame now; NULL: it may. */
static const char *find_reason(struct split *split, const struct remt_message *message)
{
	struct worker_state *state = split->state;

	if (message->status)
		return server_explain((enum remt_refusal)message->status);
	if (split->is_stopped)
		return "it is to come to an end";
	/* A mutant that was not split off there would be missing in all that follows. */
	if (split->depth == 1 && state->session->split_error)
		return server_explain((enum remt_refusal)state->session->split_error);
	if (split->script && script_has_declined(split))
		return split->why;
	if (worker_state_is_used(state))
		return "it uses the network or IPC";
	if (!run_is_as_expected(&split->frames[0].run))
		return "its unmutated run prints other things than before";
	if (split->depth == SPLIT_MAX_DEPTH)
		return "too many runs wait for each other";
	if (split->script && split->depth == 1)
		return script_enter(split, message->pid);
	if (message->pid != split_top(split)->pid)
		return "another process than the one that was started runs it";
	if (tree_last_pid(&state->containment) != split->last_pid)
		return "it starts processes or threads";
	return NULL;
}

/*
 * The mutants that part have to be run in another way; in the trunk of a fork-server, all that are
 * left.
 */
static void decline(struct split *split, const struct remt_message *message, const char *reason)
{
	split_refuse(split, reason);
	if (split->script)
		script_decline_asked(split);
	else if (split->depth == 1 && !split->is_stopped)
		split_wreck(split);
	if (!split->is_over && !split_stay(split, message->pid))
		split_wreck(split);
}

/* Mutants part from the topmost frame. */
static void take_split(struct split *split, const struct remt_message *message)
{
	const char *reason;
	struct split_frame *frame;

	if (split->script && return_answer(split, message))
		return;
	reason = find_reason(split, message);
	split_leave(split);
	if (!reason && split->script && script_begin(split, message->pid))
		return;
	frame = reason ? NULL : split_fork(split, &reason);
	if (!frame)
		decline(split, message, reason);
	else if (!split_take_group(split, frame) || !split_start(split, frame, message->pid))
		split_wreck(split);
}

/* The fork has succeeded, or the kernel has refused it. */
static void take_start(struct split *split, const struct remt_message *message, const int *fds,
		       unsigned count)
{
	struct split_frame *frame = split_top(split);

	if (split->depth == 1 || frame->pid) {
		shared_take(split, fds, count);
		split_wreck(split);
		return;
	}
	if (message->pid <= 0) {
		split_refuse(split,
			     "it can't be forked: too little memory, processes or descriptors");
		view_join(split->state->view);
		if (split->script)
			script_give_up(split);
		else
			split_resume(split);
		return;
	}
	frame->pid = message->pid;
	split->state->reaper.main = message->pid;
	split->last_pid = message->pid;
	shared_take(split, fds, count);
}

static void take_end(struct split *split, const struct remt_message *message)
{
	struct split_frame *frame = split_top(split);

	if (message->pid == frame->pid) {
		run_take_end(&frame->run, message);
		return;
	}
	/* An ancestor is dead. */
	run_fail(&frame->run, "the process that it was split from has ended");
	split_wreck(split);
}

static void take_message(struct split *split, const struct remt_message *message, const int *fds,
			 unsigned count)
{
	while (message->type != REMT_MESSAGE_STARTED && count)
		close(fds[--count]);
	switch ((enum remt_message_type)message->type) {
	case REMT_MESSAGE_SPLIT: take_split(split, message); return;
	case REMT_MESSAGE_STARTED: take_start(split, message, fds, count); return;
	case REMT_MESSAGE_DONE: take_end(split, message); return;
	case REMT_MESSAGE_HELLO:
	case REMT_MESSAGE_RUN:
	case REMT_MESSAGE_STAY: break;
	}
	split_wreck(split);
}

/* Ends the topmost run, which exceeds a limit. */
static void kill_top(struct split *split)
{
	struct split_frame *frame = split_top(split);

	if (split->script)
		script_kill(split);
	else if (frame->pid && run_is_alone(&frame->run))
		kill(frame->pid, SIGKILL);
	else
		split_wreck(split);
}

/* True if nobody is left who can tell how the topmost run ended. */
static bool is_lost(const struct split *split)
{
	return split->script ? split->depth > 1 && split->is_deaf : !split->state->reaper.server;
}

/* Lets the topmost frame go on until it has ended, or another one is above it. */
static void watch(struct split *split)
{
	struct worker_state *state = split->state;
	unsigned depth = split->depth;
	struct split_frame *frame = split_top(split);

	while (!split->is_over && split->depth == depth && !state->reaper.main_ended) {
		struct remt_message message;
		int fds[REMT_SESSION_MAX_SHARED];
		unsigned count;

		if (server_take_files(state, &message, fds, &count)) {
			take_message(split, &message, fds, count);
			continue;
		}
		while (count)
			close(fds[--count]);
		split->is_deaf = split->script && server_is_closed(state);
		if (is_lost(split)) {
			run_fail(&frame->run, "those that it was split from have died");
			split_wreck(split);
		} else if (run_rest(&frame->run, split->is_deaf ? -1 : state->server)) {
			kill_top(split);
		} else if (split->script) {
			return_call_again(split);
		}
	}
}

/* The batch is lost with all that ran. The run on top may still have a result. */
static void abandon(struct split *split)
{
	while (split->depth) {
		struct split_frame *frame = split_top(split);

		/* What could not be done in a copy may have kept the run waiting. */
		if (split->depth > 1 && frame->nr_items &&
		    split->state->session->split_error != REMT_REFUSAL_PID &&
		    (frame->result.limit != LIMIT_NONE || frame->result.error[0])) {
			split->state->reaper.status = SIGKILL;
			split_note_effects(split);
			split_conclude(split, false);
		} else if (frame->result.limit != LIMIT_NONE) {
			split_refuse(split, "its unmutated run exceeds a limit");
			split->is_hopeless = true;
		}
		split_pop(split);
	}
	split_drop_coverage(split);
}

/* Makes the fork-server's child the trunk. */
static bool start_trunk(struct split *split)
{
	struct worker_state *state = split->state;
	struct split_frame *trunk = split_top(split);
	_cleanup_close_ int input = server_open_input(state);
	int fds[3] = { input, trunk->run.output,
		       trunk->run.error ? trunk->run.error : trunk->run.output };

	if (input < 0 || !server_run(state, fds, &trunk->pid)) {
		split_refuse(split,
			     state->refusal[0] ? state->refusal : "its input can't be opened");
		return false;
	}
	/* the child has its switches, or gets them: they don't change before it asks */
	trunk->job.nr_on = 0;
	return true;
}

/* Runs the trunk once, with all that is split from it. */
static void run_trunk(struct split *split, const struct split_streams *streams)
{
	struct worker_state *state = split->state;
	struct split_frame *trunk = split_push(split, streams);

	split_fill_trunk(split, trunk);
	session_prepare(state->session, &trunk->job);
	session_begin_trunk(state->session, streams->output, streams->error);
	reaper_begin(&state->reaper);
	if (worker_state_listener(state))
		listener_begin(state->listener);
	if (!(split->script ? script_start(split) : start_trunk(split))) {
		split_pop(split);
		return;
	}
	state->reaper.main = trunk->pid;
	split->last_pid = trunk->pid;
	pause_begin(split);
	while (!split->is_over) {
		watch(split);
		if (split->is_over || !state->reaper.main_ended)
			continue;
		if (split->depth == 1)
			break;
		if (split->script)
			script_finish(split);
		else
			split_finish(split);
	}
	if (split->is_over) {
		abandon(split);
		return;
	}
	run_conclude(&trunk->run);
	if (state->session->split_error)
		split_refuse_error(split);
	else if (split->script)
		script_end(split);
	if (!split->is_ended)
		pause_end(split);
	split_pop(split);
}

/* Prepares the trunk's surroundings; false: it can't have them. */
static bool prepare(struct split *split, struct split_streams *ret)
{
	struct worker_state *state = split->state;
	struct error *err = NULL;
	bool is_ready = false;

	worker_state_renew_network(state);
	if (!state->view)
		split_refuse(split, "files can't be kept apart here");
	else if (!split->script && !server_start(state))
		split_refuse(split, state->refusal);
	else
		is_ready = true;
	if (split->script)
		worker_state_stop_server(state);
	if (is_ready)
		err = worker_state_refresh(state);
	if (err)
		split_refuse(split, err->message);
	is_ready = is_ready && !err && split_open_streams(split, ret);
	error_destroy(err);
	return is_ready;
}

/* True if one more trunk may decide something. */
static bool is_promising(const struct split *split, uint32_t nr_before)
{
	if (!split->nr_open || split->is_stopped || split->is_hopeless)
		return false;
	if (split->script) /* a trunk may first have to learn where it writes */
		return split->nr_open < nr_before || split->nr_rounds < MIN_ROUNDS;
	return split->nr_open < nr_before && !split->why[0];
}

void split_job(struct worker_state *state)
{
	struct split split = {
		.state = state,
		.job = &state->current.job,
		.closing = { .mode = WORKER_NONE, .split.is_undecided = true },
	};
	uint32_t nr_before = UINT32_MAX;

	split.nr_open = split.job->batch.nr_items;
	split.is_open = xcalloc(split.nr_open + 1, sizeof(*split.is_open));
	memset(split.is_open, true, split.nr_open);
	split.script = job_is_script(split.job) ? script_create(split.nr_open) : NULL;
	split_index(&split);
	session_set_paths(state->session, state->cover_path,
			  state->view ? state->opts->view_root : NULL);
	for (; is_promising(&split, nr_before); split.nr_rounds++) {
		struct split_streams streams;
		bool is_ready = prepare(&split, &streams);

		nr_before = split.nr_open;
		split.is_over = false;
		if (!is_ready)
			break;
		run_trunk(&split, &streams);
		if (!split.is_over)
			break; /* the test ran to its end */
	}
	if (split.script)
		worker_state_stop_server(state);
	if (split.is_over)
		split_refuse(&split, "what its runs do can't be kept from the rest of the test");
	split_emit_undecided(&split);
	split_emit_closing(&split);
	script_destroy(split.script);
	free(split.is_open);
	free(split.first);
	free(split.next);
}
