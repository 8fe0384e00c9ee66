/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run on top of the others: how it begins, waits, goes on and ends. */
#include <signal.h>
#include <stdio.h>

#include "common/clock.h"
#include "runner/split/split_state.h"
#include "runner/worker/server.h"

bool split_stay(struct split *split, pid_t pid)
{
	session_give_turn(split->state->session, pid);
	return server_stay(split->state);
}

void split_restore(struct split *split)
{
	struct worker_state *state = split->state;
	uint64_t cpu_us = state->reaper.cpu_us;
	const struct run *popped = &split_top(split)->run;
	uint64_t largest_kb =
		popped->told_kb > popped->other_kb ? popped->told_kb : popped->other_kb;
	struct split_frame *frame;

	split_pop(split);
	frame = split_top(split);
	state->reaper = frame->reaper;
	frame->run.other_cpu_us += cpu_us;
	if (largest_kb > frame->run.other_kb)
		frame->run.other_kb = largest_kb;
	frame->run.start_us += clock_us() - frame->paused_us;
	frame->run.awake_us = 0;
	if (split->depth == 1)
		pause_add(split);
	session_prepare(state->session, &frame->job);
	session_set_counts(state->session, &frame->counts);
	if (worker_state_listener(state))
		listener_put_back(state->listener, &frame->named);
	checks_put_back(state->session, &frame->checks);
}

/* True if the trunk, which is on top, has nothing more to tell. */
static bool is_needless(const struct split *split)
{
	return (!split->nr_open || split->is_stopped) && !split->has_late;
}

static void end_trunk(struct split *split)
{
	split->is_ended = true;
	if (split->script)
		split_wreck(split);
	else
		kill(split_top(split)->pid, SIGKILL);
}

void split_resume(struct split *split)
{
	pid_t asker = split_top(split)->asker;

	split_restore(split);
	if (split->depth == 1 && is_needless(split))
		end_trunk(split);
	else if (split->depth == 1 && split->script)
		script_resume(split, asker);
	else if (!split_stay(split, asker))
		split_wreck(split);
}

bool split_has_traces(struct split *split, bool *ret_processes)
{
	struct worker_state *state = split->state;
	struct tree_use use;

	*ret_processes = false;
	if (split->script ? !ancestors_is_sound(&split->script->ancestors) : !state->reaper.server)
		return true;
	if (tree_last_pid(&state->containment) != split->last_pid) {
		reaper_collect(&state->reaper);
		run_measure(&split_top(split)->run, &use);
		*ret_processes = use.nr_processes > 0;
	}
	return *ret_processes || worker_state_is_used(state) || !view_join(state->view);
}

bool split_has_made_some(const struct split *split)
{
	const struct worker_state *state = split->state;

	return tree_last_pid(&state->containment) != split->last_pid ||
	       state->session->nr_attached > 1;
}

void split_note_effects(struct split *split)
{
	if (!split->job->observes)
		return;
	split_await_answer(split);
	run_note_effects(&split_top(split)->run);
}

void split_finish(struct split *split)
{
	struct worker_state *state = split->state;
	struct split_frame *frame = split_top(split);
	bool has_processes, has_made_some, has_traces;

	frame->run.use.is_view_full = view_is_full(state->view); /* while its layer exists */
	split_note_effects(split);
	has_made_some = split_has_made_some(split);
	has_traces = split_has_traces(split, &has_processes);
	if (has_traces)
		split_wreck(split);
	frame->result.leftovers = has_processes && frame->result.limit == LIMIT_NONE;
	if (state->session->split_error && !state->session->nr_switched)
		split_refuse_error(split);
	else
		split_conclude(split, !has_made_some && !state->session->split_error);
	split->last_pid = tree_last_pid(&state->containment);
	if (!has_traces)
		split_resume(split);
}

bool split_start(struct split *split, struct split_frame *frame, pid_t pid)
{
	struct worker_state *state = split->state;
	const struct split_frame *below = &split->frames[split->depth - 2];
	int fds[3] = { frame->run.output, frame->run.output,
		       frame->run.error ? frame->run.error : frame->run.output };

	split_copy_switches(split, frame);
	frame->asker = pid;
	frame->job.session_mode = split->job->batch.covers ? REMT_MODE_NEGATE : REMT_MODE_MUTATE;
	if (frame->nr_items)
		frame->job.limits = split->job->batch.items[frame->items[0]].limits;
	session_prepare(state->session, &frame->job);
	session_inherit(state->session, &below->counts);
	checks_put_back(state->session, &below->checks);
	state->session->has_own_view = view_is_forked(state->view);
	state->session->is_original = frame->stage == SPLIT_ORIGINAL;
	reaper_begin(&state->reaper);
	if (split->script)
		script_prepare_run(split, pid);
	session_give_turn(state->session, pid);
	return server_send(state, fds);
}

/* Keeps the state of the frame on top while another one is above it. */
static void pause_frame(struct split *split)
{
	struct split_frame *frame = split_top(split);

	frame->reaper = split->state->reaper;
	frame->paused_us = clock_us();
	session_get_counts(split->state->session, &frame->counts);
	if (worker_state_listener(split->state))
		listener_keep(split->state->listener, &frame->named);
	checks_keep(split->state->session, &frame->checks);
}

struct split_frame *split_fork(struct split *split, const char **ret_why)
{
	struct error *err = view_fork(split->state->view);
	struct split_streams streams;
	struct split_frame *frame;

	if (err) {
		snprintf(split->scratch, sizeof(split->scratch), "%s", err->message);
		*ret_why = split->scratch;
		error_destroy(err);
		return NULL;
	}
	if (!split_open_streams(split, &streams)) {
		view_join(split->state->view);
		*ret_why = "its output can't be copied";
		return NULL;
	}
	pause_frame(split);
	frame = split_push(split, &streams);
	return frame;
}
