/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Goes on to the end of the test where the process of a mutant did something else than the
 * original: copies the ancestors one after the other. For each copy, the process below it ended as
 * that of the mutant did.
 */
#include <signal.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/split/split_state.h"
#include "runner/worker/server.h"

#define CALL_US	     2000 /* before a process is called once more */
#define LONGEST_CALL 5000000

static bool send_run(struct split *split, pid_t pid)
{
	int output = split_top(split)->run.output;
	int fds[3] = { output, output, output };

	session_give_turn(split->state->session, pid);
	return server_send(split->state, fds);
}

/* Has the next ancestor copied; for the copy, the process below ends as it just did. */
static void next_level(struct split *split)
{
	struct worker_state *state = split->state;
	struct split_script *script = split->script;
	struct split_frame *frame = split_top(split);
	const struct ancestors *ancestors = &script->ancestors;
	pid_t pid = ancestors->pids[frame->level];

	if (!ancestors_is_sound(ancestors) ||
	    !ancestor_files_are_same(&frame->files, frame->level)) {
		split_refuse(split, "what it does reaches those that wait for it");
		script_abandon(split);
		return;
	}
	state->session->returned_pid =
		frame->level ? ancestors->pids[frame->level - 1] : ancestors->process;
	state->session->returned_status = state->reaper.status;
	state->session->has_own_view = view_is_forked(state->view);
	shared_end(frame);
	shared_tell(state->session, frame);
	if (frame->level + 1 < ancestors->count)
		shared_ask(split, &ancestors->shared[frame->level + 1]);
	else
		state->session->nr_shared = frame->nr_shared = 0;
	state->reaper.main_ended = false;
	state->reaper.main = 0;
	frame->pid = 0;
	if (script->is_called[frame->level]) {
		if (!send_run(split, pid))
			split_wreck(split);
		return;
	}
	script->called = state->session->called = pid;
	script->called_us = script->first_call_us = clock_us();
	kill(pid, REMT_CALL_SIGNAL);
}

void return_call_again(struct split *split)
{
	struct split_script *script = split->script;
	uint64_t now = clock_us();

	if (!script->called || now < script->called_us + CALL_US)
		return;
	if (now > script->first_call_us + LONGEST_CALL) {
		split_refuse(split, "a process that waits for it does not answer");
		script_decline(split, split_top(split)->items, split_top(split)->nr_items);
		split_wreck(split);
		return;
	}
	script->called_us = now;
	if (__atomic_load_n(&split->state->session->called, __ATOMIC_ACQUIRE))
		kill(script->called, REMT_CALL_SIGNAL);
}

bool return_answer(struct split *split, const struct remt_message *message)
{
	struct split_script *script = split->script;
	struct split_frame *frame = split_top(split);

	if (!script->called || message->pid != script->called || frame->stage != SPLIT_RETURNS)
		return false;
	script->called = 0;
	script->is_called[frame->level] = true;
	if (message->status) {
		split_refuse(split, server_explain((enum remt_refusal)message->status));
		script_abandon(split);
	} else if (!send_run(split, message->pid)) {
		split_wreck(split);
	}
	return true;
}

/* Lets the one mutant of the frame on top go on to the end of the test. */
static void begin_returns(struct split *split)
{
	struct split_frame *frame = split_top(split);

	frame->stage = SPLIT_RETURNS;
	frame->level = 0;
	split->state->session->split_error = 0;
	/* Noted in this layer, whose copies of files differ from those of the layer below. */
	ancestor_files_note(&split->script->ancestors, &frame->files);
	next_level(split);
}

void return_next(struct split *split)
{
	struct split_frame *frame = split_top(split), *above;
	struct reaper reaper = split->state->reaper;
	const char *why;

	if (frame->nr_items == 1) {
		begin_returns(split);
		return;
	}
	above = split->depth < SPLIT_MAX_DEPTH ? split_fork(split, &why) : NULL;
	if (!above) {
		script_abandon(split);
		return;
	}
	shared_end(frame);
	memcpy(above->shared, frame->shared, sizeof(above->shared));
	above->nr_shared = frame->nr_shared;
	above->run.start_us = frame->run.start_us;
	above->items = xcalloc(1, sizeof(*above->items));
	above->items[0] = frame->items[--frame->nr_items];
	above->nr_items = 1;
	split_copy_switches(split, above);
	above->job.session_mode = REMT_MODE_MUTATE;
	above->job.limits = split->job->batch.items[above->items[0]].limits;
	session_prepare(split->state->session, &above->job);
	session_set_counts(split->state->session, &frame->counts);
	reaper_begin(&split->state->reaper);
	split->state->reaper.status = reaper.status;
	begin_returns(split);
}

void return_begin(struct split *split)
{
	for (unsigned level = 0; level < split->script->ancestors.count; level++) {
		if (!ancestor_files_are_same(&split_top(split)->files, level)) {
			split_refuse(split, "what it does reaches those that wait for it");
			script_abandon(split);
			return;
		}
	}
	return_next(split);
}

void return_finish(struct split *split)
{
	struct split_frame *frame = split_top(split);

	if (split->state->session->split_error) {
		split_refuse_error(split);
		script_abandon(split);
		return;
	}
	frame->level++;
	if (!run_has_exceeded(&frame->run) && !frame->result.error[0] && !frame->run.is_disturbed &&
	    frame->level < split->script->ancestors.count)
		next_level(split);
	else
		script_conclude(split, false);
}
