/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/split_state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/output.h"
#include "runner/server.h"

static void refuse(struct split *split, const char *why)
{
	if (!split->why[0])
		snprintf(split->why, sizeof(split->why), "%s", why);
}

/* The caller has taken the last result. */
static void await_answer(struct split *split)
{
	char answer;

	if (!split->awaits_answer)
		return;
	split->awaits_answer = false;
	if (!wire_receive(split->bench->control, &answer, 1))
		bench_leave(split->bench);
	split->is_stopped |= answer == WIRE_STOP;
}

/* Sends a result; meanwhile the batch goes on. */
static void emit(struct split *split, uint32_t item, struct job_result *result)
{
	await_answer(split);
	split->is_open[item] = false;
	split->nr_open--;
	result->id = split->job->items[item].id;
	result->is_more = split->nr_open > 0;
	if (!wire_send(split->bench->control, result, sizeof(*result)))
		bench_leave(split->bench);
	split->awaits_answer = result->is_more;
}

/* Those that have no result have to be run in another way. */
static void emit_undecided(struct split *split)
{
	for (uint32_t i = 0; i < split->job->nr_items; i++) {
		struct job_result result = { .mode = WORKER_NONE, .is_undecided = true };

		if (!split->is_open[i])
			continue;
		if (!split->is_stopped)
			snprintf(result.fallback, sizeof(result.fallback), "%s", split->why);
		emit(split, i, &result);
	}
}

/* Everything goes, and what has no result begins again. */
static void wreck(struct split *split)
{
	server_stop(split->bench);
	split->is_over = true;
}

char *split_output(const char *path, uint32_t depth)
{
	return depth ? xasprintf("%s-%" PRIu32, path, depth) : xstrdup(path);
}

/* An output that begins as that of the frame below. */
static int open_output(struct split *split)
{
	_cleanup_free_ char *path = split_output(split->bench->output_path, split->depth);
	int fd;

	await_answer(split);
	fd = output_open(path);

	if (fd >= 0 && split->depth && !output_copy(split_top(split)->run.output, fd)) {
		close(fd);
		return -1;
	}
	return fd;
}

/* The run on top is over, and the frame below may go on; a trunk that has nothing to split off any
 * more ends. */
static void resume_below(struct split *split)
{
	struct bench *bench = split->bench;
	uint64_t cpu_us = bench->reaper.cpu_us;
	struct split_frame *frame;

	split_pop(split);
	frame = split_top(split);
	bench->reaper = frame->reaper;
	frame->run.other_cpu_us += cpu_us;
	frame->run.start_us += clock_us() - frame->paused_us;
	session_prepare(bench->session, &frame->job);
	session_set_counts(bench->session, &frame->counts);
	if (split->depth == 1 && (!split->nr_open || split->is_stopped))
		kill(frame->pid, SIGKILL);
	else if (!server_stay(bench))
		wreck(split);
}

/* What one run says of the mutants that are still in it: of all if they were one process to its
 * end, else of the lead. */
static void emit_group(struct split *split, bool is_one)
{
	struct split_frame *frame = split_top(split);

	for (uint32_t i = 0; i < frame->nr_items && (is_one || i == 0); i++) {
		struct job_result result = frame->result;

		/* The loop of one; the others have to show theirs. */
		if (frame->nr_items > 1 && result.limit == LIMIT_ENDLESS)
			result.limit = LIMIT_CPU;

		/* The numbers came through memory that the run can write to. */
		if (split->is_open[frame->items[i]])
			emit(split, frame->items[i], &result);
	}
}

/* True if what is left of the run's own processes, or of its files, would be seen by the frames below. */
static bool has_left_traces(struct split *split, bool *ret_processes)
{
	struct bench *bench = split->bench;
	struct tree_use use;

	*ret_processes = false;
	if (!bench->reaper.server)
		return true;
	if (tree_last_pid(&bench->containment) != split->last_pid) {
		reaper_collect(&bench->reaper);
		run_measure(&split_top(split)->run, &use);
		*ret_processes = use.nr_processes > 0;
	}
	return *ret_processes || bench_is_used(bench) || !view_join(bench->view);
}

/* The topmost run has ended: its result, and on with the frame below. */
static void finish(struct split *split)
{
	struct bench *bench = split->bench;
	struct split_frame *frame = split_top(split);
	bool has_processes, has_made_some, has_traces;

	frame->run.use.is_view_full = view_is_full(bench->view); /* before its layer goes */
	has_made_some = tree_last_pid(&bench->containment) != split->last_pid ||
			bench->session->nr_attached > 1;
	has_traces = has_left_traces(split, &has_processes) || frame->run.is_disturbed;
	if (has_traces)
		wreck(split);
	frame->result.leftovers = has_processes && frame->result.limit == LIMIT_NONE;
	run_conclude(&frame->run);
	if (bench->session->split_error && !bench->session->nr_switched)
		refuse(split, server_explain((enum remt_refusal)bench->session->split_error));
	else
		emit_group(split, !has_made_some && !bench->session->split_error);
	split->last_pid = tree_last_pid(&bench->containment);
	if (!has_traces)
		resume_below(split);
}

/* Why nothing may be split from the topmost frame now; NULL if it may. */
static const char *find_reason(struct split *split, const struct remt_message *message)
{
	struct bench *bench = split->bench;

	if (message->status)
		return server_explain((enum remt_refusal)message->status);
	if (message->pid != split_top(split)->pid)
		return "another process than the one that was started runs it";
	if (tree_last_pid(&bench->containment) != split->last_pid)
		return "it starts processes or threads";
	if (bench_is_used(bench))
		return "it uses the network or IPC";
	if (!run_is_as_expected(&split->frames[0].run))
		return "its unmutated run prints other things than before";
	if (split->depth == SPLIT_MAX_DEPTH)
		return "too many runs wait for each other";
	return NULL;
}

/* Tells the process that waits to fork; what it forks becomes FRAME. */
static bool start_frame(struct split *split, struct split_frame *frame)
{
	struct bench *bench = split->bench;
	int fds[3] = { frame->run.output, frame->run.output, frame->run.output };

	split_copy_switches(split, frame);
	frame->job.session_mode = REMT_MODE_MUTATE;
	frame->job.limits = split->job->items[frame->items[0]].limits;
	session_prepare(bench->session, &frame->job);
	bench->session->has_own_view = view_is_forked(bench->view);
	reaper_begin(&bench->reaper);
	return server_send(bench, fds);
}

static void pause_top(struct split *split)
{
	struct split_frame *frame = split_top(split);

	frame->reaper = split->bench->reaper;
	frame->paused_us = clock_us();
	session_get_counts(split->bench->session, &frame->counts);
}

/* What parts has to be run in another way; of the trunk, all that is left. */
static void decline(struct split *split, const char *reason)
{
	refuse(split, reason);
	if (split->depth == 1 || !server_stay(split->bench))
		wreck(split);
}

/* Mutants part from the topmost frame. */
static void take_split(struct split *split, const struct remt_message *message)
{
	const char *reason = find_reason(split, message);
	struct error *err = reason ? NULL : view_fork(split->bench->view);
	int output = reason || err ? -1 : open_output(split);
	struct split_frame *frame;

	split_leave(split);
	if (output < 0) {
		if (!reason && !err)
			view_join(split->bench->view);
		decline(split, reason ? reason : err ? err->message : "its output can't be copied");
		error_destroy(err);
		return;
	}
	pause_top(split);
	frame = split_push(split, output);
	if (!split_take_group(split, frame) || !start_frame(split, frame))
		wreck(split);
}

/* The kernel has refused the fork, or the process that was forked is there. */
static void take_start(struct split *split, const struct remt_message *message)
{
	struct split_frame *frame = split_top(split);

	if (split->depth == 1 || frame->pid) {
		wreck(split);
		return;
	}
	if (message->pid <= 0) {
		refuse(split, "it can't be forked: the system is short of memory or processes");
		view_join(split->bench->view);
		resume_below(split);
		return;
	}
	frame->pid = message->pid;
	split->bench->reaper.main = message->pid;
	split->last_pid = message->pid;
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
	wreck(split);
}

static void take_message(struct split *split, const struct remt_message *message)
{
	switch ((enum remt_message_type)message->type) {
	case REMT_MESSAGE_SPLIT: take_split(split, message); return;
	case REMT_MESSAGE_STARTED: take_start(split, message); return;
	case REMT_MESSAGE_DONE: take_end(split, message); return;
	case REMT_MESSAGE_HELLO:
	case REMT_MESSAGE_RUN:
	case REMT_MESSAGE_STAY: break;
	}
	wreck(split);
}

/* Ends the topmost run, which exceeds a limit. */
static void kill_top(struct split *split)
{
	struct split_frame *frame = split_top(split);

	if (frame->pid && run_is_alone(&frame->run))
		kill(frame->pid, SIGKILL);
	else
		wreck(split);
}

/* Lets the topmost frame go on until it has ended, or there is another one above it. */
static void watch(struct split *split)
{
	struct bench *bench = split->bench;
	unsigned depth = split->depth;
	struct split_frame *frame = split_top(split);

	while (!split->is_over && split->depth == depth && !bench->reaper.main_ended) {
		struct remt_message message;

		if (server_take(bench, &message)) {
			take_message(split, &message);
		} else if (!bench->reaper.server) {
			run_fail(&frame->run, "the fork-server died without saying how its child ended");
			wreck(split);
		} else if (run_rest(&frame->run, bench->server)) {
			kill_top(split);
		}
	}
}

/* The batch is lost with what ran; the run on top may have a result all the same. */
static void abandon(struct split *split)
{
	while (split->depth) {
		struct split_frame *frame = split_top(split);

		if (split->depth > 1 && frame->nr_items &&
		    (frame->result.limit != LIMIT_NONE || frame->result.error[0])) {
			split->bench->reaper.status = SIGKILL;
			run_conclude(&frame->run);
			emit_group(split, false);
		} else if (frame->result.limit != LIMIT_NONE) {
			refuse(split, "its unmutated run exceeds a limit");
		}
		split_pop(split);
	}
}

/* Runs the trunk once, with all that is split from it. */
static void run_trunk(struct split *split, int output)
{
	struct bench *bench = split->bench;
	struct split_frame *trunk = split_push(split, output);
	_cleanup_close_ int input = server_open_input(bench);
	int fds[3] = { input, output, output };

	split_fill_trunk(split, trunk);
	session_prepare(bench->session, &trunk->job);
	reaper_begin(&bench->reaper);
	if (input < 0 || !server_run(bench, fds, &trunk->pid)) {
		refuse(split, bench->refusal[0] ? bench->refusal : "its input can't be opened");
		split_pop(split);
		return;
	}
	trunk->job.nr_on = 0; /* it has them by now or will: they are not changed before it asks */
	bench->reaper.main = trunk->pid;
	split->last_pid = trunk->pid;
	while (!split->is_over) {
		watch(split);
		if (split->is_over || !bench->reaper.main_ended)
			continue;
		if (split->depth == 1)
			break;
		finish(split);
	}
	if (split->is_over) {
		abandon(split);
		return;
	}
	if (bench->session->split_error)
		refuse(split, server_explain((enum remt_refusal)bench->session->split_error));
	split_pop(split);
}

/* Makes the trunk's place ready; -1: it can't be. */
static int prepare(struct split *split)
{
	struct bench *bench = split->bench;
	struct error *err = NULL;
	int output = -1;

	bench_renew_network(bench);
	if (!bench->view)
		refuse(split, "files can't be kept apart here");
	else if (!server_start(bench))
		refuse(split, bench->refusal);
	else
		err = bench_refresh(bench);
	if (err)
		refuse(split, err->message);
	else if (!split->why[0])
		output = open_output(split);
	error_destroy(err);
	return output;
}

void split_job(struct bench *bench)
{
	struct split split = { .bench = bench, .job = &bench->current.job };
	uint32_t nr_before = UINT32_MAX;

	split.nr_open = split.job->nr_items;
	split.is_open = xcalloc(split.nr_open + 1, sizeof(*split.is_open));
	memset(split.is_open, true, split.nr_open);
	split_index(&split);
	session_set_paths(bench->session, bench->cover_path,
			  bench->view ? bench->opts->view_root : NULL);
	/* As long as each round decides something. */
	while (split.nr_open && split.nr_open < nr_before && !split.is_stopped && !split.why[0]) {
		int output = prepare(&split);

		nr_before = split.nr_open;
		split.is_over = false;
		if (output >= 0)
			run_trunk(&split, output);
		if (!split.is_over)
			break; /* the test ran to its end */
	}
	emit_undecided(&split);
	free(split.is_open);
	free(split.first);
	free(split.next);
}
