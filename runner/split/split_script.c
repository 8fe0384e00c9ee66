/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Splits tests that are scripts.
 *
 *   trunk             the test, unmutated: shells, and one instrumented process after the other
 *    └ the original   the process that meets an infection, without a mutant
 *    └ a run          the same process with mutants, to its end
 *       └ returns     where it did something else: copies of its ancestors, up to the test's first
 *                     process, each of which sees the end of the one before
 *
 * A process may do the same with its mutants as without: its status, its output and all files are
 * equal. Then the rest of the test can't notice anything. Its mutants go on with the trunk and are
 * split off again where they are infected next (equivalence modulo states, Wang et al., ISSTA 2017,
 * for whole processes).
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/xalloc.h"
#include "runner/job/output.h"
#include "runner/split/split_state.h"
#include "runner/worker/execute.h"

#define KILL_MS	   2000 /* patience until killed processes are gone, on a busy machine */
#define KILL_PAUSE 100	/* us */
#define SLOW_PART  4	/* part of the limit of processor time */

struct split_script *script_create(uint32_t nr_items)
{
	struct split_script *script = xcalloc(1, sizeof(*script));

	script->is_declined = xcalloc(nr_items + 1, sizeof(bool));
	script->is_same = xcalloc(nr_items + 1, sizeof(bool));
	script->more_us = xcalloc(nr_items + 1, sizeof(*script->more_us));
	script->waiting = xcalloc(REMT_SESSION_MAX_SPLIT, sizeof(*script->waiting));
	return script;
}

void script_destroy(struct split_script *script)
{
	if (!script)
		return;
	free(script->is_declined);
	free(script->is_same);
	free(script->more_us);
	free(script->waiting);
	free(script);
}

/* Forgets the process of the trunk that was split last. */
static void forget_process(struct split_script *script)
{
	script->ancestors = (struct ancestors){ 0 };
	memset(script->is_called, false, sizeof(script->is_called));
	script->called = 0;
	script->has_original = false;
	script->nr_waiting = 0;
}

bool script_start(struct split *split)
{
	struct worker_state *state = split->state;
	struct split_frame *trunk = split_top(split);
	int input = open(state->current.test.input, O_RDONLY | O_CLOEXEC);
	int fds[3] = { input, trunk->run.output, trunk->run.output };
	int sockets[2];
	bool is_started;

	forget_process(split->script);
	split->script->refused = 0;
	if (input < 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0) {
		split_refuse(split, "its input can't be opened");
		if (input >= 0)
			close(input);
		return false;
	}
	state->server = sockets[0];
	trunk->run.is_forked = false;
	memset(split->script->is_same, false, split->job->batch.nr_items * sizeof(bool));
	is_started = execute_start(&trunk->run, fds, sockets[1]);
	close(sockets[1]);
	close(input);
	trunk->pid = state->reaper.main;
	if (!is_started)
		split_refuse(split, trunk->result.error);
	return is_started;
}

void script_decline(struct split *split, const uint32_t *items, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		/* the numbers come through memory of the run */
		if (items[i] < split->job->batch.nr_items)
			split->script->is_declined[items[i]] = true;
	}
}

/* The run-time wrote this count, but others can write there, too. */
static uint32_t count_asked(const struct split *split)
{
	uint32_t count = *(const volatile uint32_t *)&split->state->session->nr_split;

	return count < REMT_SESSION_MAX_SPLIT ? count : REMT_SESSION_MAX_SPLIT;
}

bool script_has_declined(const struct split *split)
{
	uint32_t count = count_asked(split);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t item = split->state->session->split[i];

		if (item < split->job->batch.nr_items && split->script->is_declined[item])
			return true;
	}
	return false;
}

/* Sets the trunk's switches, without mutants that are decided or declined. */
static void refill_trunk(struct split *split)
{
	struct split_frame *trunk = split_top(split);
	struct remt_session *session = split->state->session;

	split_fill_trunk(split, trunk);
	memcpy(session->on, trunk->job.on, trunk->job.nr_on * sizeof(*trunk->job.on));
	session->nr_on = trunk->job.nr_on;
}

void script_decline_asked(struct split *split)
{
	script_decline(split, split->state->session->split, count_asked(split));
	if (split->depth == 1)
		refill_trunk(split);
}

void script_prepare_run(struct split *split, pid_t pid)
{
	struct remt_session *session = split->state->session;
	const struct tree_kept *kept = &split_top(split)->run.kept;

	session->nr_ancestors = 0;
	for (unsigned i = 0; i < kept->count && session->nr_ancestors < REMT_SESSION_MAX_ANCESTORS;
	     i++)
		session->ancestors[session->nr_ancestors++] = kept->pids[i];
	shared_ask_run(split, pid);
	ancestor_files_note(&split->script->ancestors, &split_top(split)->files);
}

const char *script_enter(struct split *split, pid_t pid)
{
	struct split_script *script = split->script;
	const char *why = NULL;

	if (script->ancestors.process != pid) {
		forget_process(script);
		/* After the first refusal, the processes beside it were waited for already. */
		why = ancestors_find(&split->state->containment, split->state->session, pid,
				     split->frames[0].pid, pid != script->refused,
				     &script->ancestors);
	}
	if (why)
		script->refused = pid;
	if (!why)
		why = ancestors_look_again(split->state->session, &script->ancestors);
	/*
	 * bash keeps the SIGCHLD of a pipeline's other process pending until it waits for that
	 * process.
	 */
	return why || ancestors_is_sound(&script->ancestors)
		       ? why
		       : "signals are pending for those that wait for it";
}

/* Notes what the run on top did, while its layer exists; false: that can't be told. */
static bool take_outcome(struct split *split, struct split_outcome *ret)
{
	const struct worker_state *state = split->state;
	struct split_frame *frame = split_top(split);
	int output = frame->run.output;

	shared_end(frame);
	*ret = (struct split_outcome){
		.status = state->reaper.status,
		.cpu_us = state->reaper.cpu_us,
		.output_hash = output_hash(output, output_size(output)),
		.offsets_hash = shared_hash(frame),
	};
	return view_digest(state->view, &split->script->start, &ret->files_hash);
}

static bool is_same_outcome(const struct split_outcome *a, const struct split_outcome *b)
{
	return a->status == b->status && a->output_hash == b->output_hash &&
	       a->files_hash == b->files_hash && a->offsets_hash == b->offsets_hash;
}

bool script_begin(struct split *split, pid_t pid)
{
	struct remt_session *session = split->state->session;
	struct split_script *script = split->script;
	struct split_frame *frame;
	const char *why;

	if (split->depth > 1 || script->has_original)
		return false;
	script->nr_waiting = count_asked(split);
	if (!script->nr_waiting)
		return false;
	memcpy(script->waiting, session->split, script->nr_waiting * sizeof(*script->waiting));
	clock_gettime(CLOCK_REALTIME_COARSE, &script->start);
	frame = split_fork(split, &why);
	if (!frame)
		return false; /* then the mutants can't be split off, either */
	frame->stage = SPLIT_ORIGINAL;
	if (!split_start(split, frame, pid))
		split_wreck(split);
	return true;
}

/* Splits off the mutants that waited for the original, if possible. */
static void begin_waiting(struct split *split, pid_t pid)
{
	struct split_script *script = split->script;
	struct remt_session *session = split->state->session;
	struct split_frame *frame;
	const char *why;

	session->nr_split = script->nr_waiting; /* as if it had asked now */
	memcpy(session->split, script->waiting, script->nr_waiting * sizeof(*script->waiting));
	frame = script->has_original ? split_fork(split, &why) : NULL;
	if (!frame) {
		split_refuse(split,
			     script->has_original ? why : "its unmutated run exceeds a limit");
		script_decline(split, script->waiting, script->nr_waiting);
		if (!split_stay(split, pid))
			split_wreck(split);
	} else if (!split_take_group(split, frame) || !split_start(split, frame, pid)) {
		split_wreck(split);
	}
}

/* Ends the work in the layer of the run on top; true if the layer can be taken away. */
static bool leave(struct split *split)
{
	bool has_processes;
	bool is_clean = !split_has_traces(split, &has_processes);

	split->last_pid = tree_last_pid(&split->state->containment);
	/* They would do it again. Of written trees the next trunk knows. */
	if (!is_clean && (has_processes || !ancestors_is_sound(&split->script->ancestors)))
		script_decline(split, split_top(split)->items, split_top(split)->nr_items);
	if (!is_clean)
		split_wreck(split);
	return is_clean;
}

static void finish_original(struct split *split)
{
	struct split_frame *frame = split_top(split);
	struct split_script *script = split->script;
	pid_t asker = frame->asker;

	script->has_original = take_outcome(split, &script->original) &&
			       frame->result.limit == LIMIT_NONE && !frame->run.is_disturbed &&
			       !split->state->session->split_error;
	if (split->state->session->split_error)
		split_refuse_error(split);
	if (!leave(split))
		return;
	split_restore(split);
	begin_waiting(split, asker);
}

/* The frame on top is done with; one of several for the mutants of the frame below is followed by
 * the next. */
static void go_on(struct split *split)
{
	if (split_top(split)->asker) {
		split_resume(split);
		return;
	}
	split_restore(split);
	return_next(split);
}

/*
 * False if the processes of the mutant are so much slower that together they may exceed the limit.
 */
static bool is_in_time(struct split *split, uint32_t item, uint64_t cpu_us)
{
	uint64_t *more_us = &split->script->more_us[item];
	uint64_t limit_us = split->job->batch.items[item].limits.cpu_ms * 1000;

	if (cpu_us > split->script->original.cpu_us)
		*more_us += cpu_us - split->script->original.cpu_us;
	return !limit_us || *more_us < limit_us / SLOW_PART;
}

/* Lets the mutants of the frame on top go on with the trunk. */
static void rejoin(struct split *split, uint64_t cpu_us)
{
	const struct split_frame *frame = split_top(split);

	if (!leave(split))
		return;
	for (uint32_t i = 0; i < frame->nr_items; i++) {
		split->script->is_same[frame->items[i]] = true;
		if (!is_in_time(split, frame->items[i], cpu_us)) {
			split_refuse(split, "its processes take longer, one after the other");
			script_decline(split, &frame->items[i], 1);
		}
	}
	split_resume(split);
}

void script_abandon(struct split *split)
{
	const struct split_frame *frame = split_top(split);

	script_decline(split, frame->items, frame->nr_items);
	if (leave(split))
		go_on(split);
}

void script_give_up(struct split *split)
{
	struct split_script *script = split->script;
	struct split_frame *frame = split_top(split);

	script_decline(split, frame->items, frame->nr_items);
	if (frame->stage == SPLIT_ORIGINAL)
		script_decline(split, script->waiting, script->nr_waiting);
	go_on(split);
}

void script_conclude(struct split *split, bool is_one)
{
	struct split_frame *frame = split_top(split);
	bool has_processes, is_clean;

	if (!ancestors_is_sound(&split->script->ancestors)) {
		split_refuse(split, "what it does reaches those that wait for it");
		script_abandon(split);
		return;
	}
	frame->run.use.is_view_full = view_is_full(split->state->view);
	is_clean = !split_has_traces(split, &has_processes);
	if (!is_clean)
		split_wreck(split);
	frame->result.leftovers = has_processes && frame->result.limit == LIMIT_NONE;
	split_conclude(split, is_one);
	split->last_pid = tree_last_pid(&split->state->containment);
	if (is_clean)
		go_on(split);
}

static void finish_process(struct split *split)
{
	struct worker_state *state = split->state;
	struct split_frame *frame = split_top(split);
	bool is_one = !split_has_made_some(split) && !state->session->split_error;
	struct split_outcome outcome;

	if (state->session->split_error &&
	    (!state->session->nr_switched || state->session->split_error == REMT_REFUSAL_PID)) {
		split_refuse_error(split);
		script_abandon(split);
		return;
	}
	if (run_has_exceeded(&frame->run) || frame->result.error[0] || frame->run.is_disturbed ||
	    !split->script->ancestors.count) {
		script_conclude(split, is_one);
		return;
	}
	if (!is_one) {
		script_decline(split, frame->items + 1, frame->nr_items - 1);
		frame->nr_items = 1;
	}
	if (!take_outcome(split, &outcome))
		script_abandon(split);
	else if (is_same_outcome(&outcome, &split->script->original))
		rejoin(split, outcome.cpu_us);
	else
		return_begin(split);
}

void script_finish(struct split *split)
{
	switch (split_top(split)->stage) {
	case SPLIT_RUNS: finish_process(split); break;
	case SPLIT_ORIGINAL: finish_original(split); break;
	case SPLIT_RETURNS: return_finish(split); break;
	}
}

void script_resume(struct split *split, pid_t asker)
{
	struct split_frame *trunk = split_top(split);
	struct remt_session *session = split->state->session;

	/* Processes that begin now need only the mutants without a result. */
	split_fill_trunk(split, trunk);
	session_prepare(session, &trunk->job);
	session_set_counts(session, &trunk->counts);
	__atomic_fetch_add(&session->nr_calls, 1, __ATOMIC_RELEASE);
	memset(split->script->is_called, false, sizeof(split->script->is_called));
	if (!split_stay(split, asker))
		split_wreck(split);
}

/* True if the trunk has shown all that the mutant would have done. */
static bool is_like_trunk(const struct split *split, uint32_t item)
{
	const struct remt_session *session = split->state->session;
	const struct split_script *script = split->script;

	return !script->is_declined[item] &&
	       (script->is_same[item] || session->reached[item / 8] & 1u << item % 8);
}

void script_end(struct split *split)
{
	struct split_frame *trunk = split_top(split);

	for (uint32_t i = 0; i < split->job->batch.nr_items; i++) {
		struct job_result result = trunk->result;

		if (!split->is_open[i] || !is_like_trunk(split, i))
			continue;
		result.split.is_original = true;
		result.nr_switched = result.nr_hits = 1;
		split_emit(split, i, &result);
	}
}

void script_kill(struct split *split)
{
	struct split_frame *frame = split_top(split);
	uint64_t end_ms = clock_ms() + KILL_MS;

	if (split->depth == 1 || !frame->pid) {
		split_wreck(split);
		return;
	}
	while (tree_kill_others(&split->state->containment, &frame->run.kept)) {
		if (clock_ms() > end_ms) {
			split_wreck(split);
			return;
		}
		usleep(KILL_PAUSE);
	}
}
