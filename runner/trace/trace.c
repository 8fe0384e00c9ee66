/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the tracer. It waits by sigtimedwait() on the blocked SIGCHLD, so that it sees a time limit
 * or a cancellation without a signal handler of its own.
 */
#include "runner/trace/trace.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/intern.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "runner/trace/follow.h"
#include "runner/trace/trace_record.h"
#include "runner/trace/trace_start.h"

enum {
	POLL_MS = 100,	     /* longest delay until a cancellation is seen */
	HELD_POLL_MS = 2,    /* between two questions whether a process may go on */
	MAX_HELD_MS = 5000,  /* for which a process waits before it does anything */
	NR_LOOKED_BACK = 64, /* ends in which another end of the same process is looked for */
};

/* A process that waits for the caller. */
struct held {
	pid_t pid;
	size_t sequence; /* of its exec */
	uint64_t since_ms;
};

struct tracer {
	struct follow follow;
	VEC(struct trace_exec) execs;
	VEC(struct trace_end) ends;
	VEC(struct held) held;
	const struct trace_opts *opts;
	struct intern *memory;
	const struct trace_addition *addition;
	struct trace_names names;
	struct contain_command *containment; /* of the command */
	pid_t command;
	int command_status;
	bool command_ended;
	bool untraced;
};

static void kill_all(struct tracer *tracer)
{
	if (tracer->untraced)
		kill(-tracer->command, SIGKILL);
	follow_kill(&tracer->follow);
}

/* Adds an empty record of what TASK executes now; returns its index. */
static size_t add_exec(struct tracer *tracer, const struct traced_task *task)
{
	size_t sequence = tracer->execs.count;
	struct trace_exec *exec = vec_add(&tracer->execs);

	exec->pid = task->pid;
	exec->parent = task->parent;
	exec->sequence = sequence;
	exec->origin = task->image;
	exec->status = -1;
	return sequence;
}

static bool call_executed(const struct tracer *tracer, size_t sequence, bool is_last)
{
	const struct trace_opts *opts = tracer->opts;

	return opts->executed(opts->executed_arg, &tracer->execs.items[sequence], is_last);
}

/* Asks the caller whether TASK may go on. */
static void ask(struct tracer *tracer, struct traced_task *task, size_t sequence)
{
	task->is_held = !call_executed(tracer, sequence, false);
	if (task->is_held)
		vec_push(&tracer->held, ((struct held){ task->pid, sequence, clock_ms() }));
}

static void on_exec(void *arg, struct traced_task *task)
{
	struct tracer *tracer = arg;
	size_t sequence = add_exec(tracer, task);

	trace_record_read(&tracer->execs.items[sequence], task->pid, tracer->addition,
			  tracer->memory);
	tracer->execs.items[sequence].is_planted = task->planted != PLANTER_NONE;
	task->image = sequence;
	if (tracer->opts->executed)
		ask(tracer, task, sequence);
}

/* Asks again for those that wait. */
static void ask_again(struct tracer *tracer)
{
	size_t nr_kept = 0;

	for (size_t i = 0; i < tracer->held.count && !tracer->follow.is_killing; i++) {
		struct held held = tracer->held.items[i];
		struct traced_task *task = traced_tasks_find(&tracer->follow.tasks, held.pid);
		bool is_last = clock_ms() - held.since_ms >= MAX_HELD_MS;

		if (!task || !task->is_held)
			continue;
		if (call_executed(tracer, held.sequence, is_last) || is_last)
			follow_release(task);
		else
			tracer->held.items[nr_kept++] = held;
	}
	tracer->held.count = nr_kept;
}

static void on_end(void *arg, const struct traced_task *task, int status)
{
	struct tracer *tracer = arg;

	if (task->pid != task->tgid)
		return;
	for (size_t i = task->image; i != SIZE_MAX; i = tracer->execs.items[i].origin) {
		if (tracer->execs.items[i].pid != task->pid)
			break;
		tracer->execs.items[i].status = status;
	}
}

/* Notes the end of each thread, as the last threads of a process may end without a stop. */
static void on_exit_stop(void *arg, const struct traced_task *task)
{
	struct tracer *tracer = arg;
	struct trace_end end = { .pid = task->tgid, .image = task->image };

	if (task->image == SIZE_MAX)
		return;
	end.mapped = trace_record_mapped(task->pid, tracer->opts, tracer->memory);
	if (!end.mapped)
		return;
	for (size_t i = tracer->ends.count, n = 0; i-- > 0 && n < NR_LOOKED_BACK; n++) {
		struct trace_end *known = &tracer->ends.items[i];

		if (known->pid == end.pid && known->image == end.image) {
			*known = end;
			return;
		}
	}
	vec_push(&tracer->ends, end);
}

static void on_filter(void *arg, const struct traced_task *task)
{
	struct tracer *tracer = arg;

	trace_names_note(&tracer->names, task->pid);
}

static bool on_trap(void *arg, const struct traced_task *task)
{
	const struct trace_opts *opts = ((const struct tracer *)arg)->opts;

	return opts->trapped && task->image != SIZE_MAX &&
	       opts->trapped(opts->trapped_arg, task->pid, task->image);
}

static void on_status(struct tracer *tracer, pid_t pid, int status)
{
	if (!WIFSTOPPED(status))
		contain_command_reaped(tracer->containment, pid);
	follow_status(&tracer->follow, pid, status);
	if (WIFSTOPPED(status) || pid != tracer->command)
		return;
	tracer->command_ended = true;
	tracer->command_status = status;
	kill_all(tracer);
}

/* Takes all that waits; false if nothing is left to wait for. */
static bool drain(struct tracer *tracer)
{
	for (;;) {
		int status;
		pid_t pid = waitpid(-1, &status, WNOHANG | __WALL);

		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0)
			return false;
		if (pid == 0)
			return true;
		on_status(tracer, pid, status);
	}
}

static void follow(struct tracer *tracer, struct trace *trace)
{
	const struct trace_opts *opts = tracer->opts;
	uint64_t start = clock_ms();
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (drain(tracer)) {
		if (tracer->command_ended)
			traced_tasks_drop_lost(&tracer->follow.tasks);
		if (tracer->command_ended && !tracer->follow.tasks.count &&
		    !contain_command_kill(tracer->containment))
			break;
		if (!tracer->follow.is_killing && opts->cancelled && *opts->cancelled) {
			trace->cancelled = true;
			kill_all(tracer);
		}
		if (!tracer->follow.is_killing && opts->timeout_ms &&
		    clock_ms() - start >= opts->timeout_ms) {
			trace->timed_out = true;
			kill_all(tracer);
		}
		ask_again(tracer);
		const struct timespec poll = {
			.tv_nsec = (tracer->held.count ? HELD_POLL_MS : POLL_MS) * 1000000L
		};

		sigtimedwait(&child, NULL, &poll);
	}
}

static struct error *seize(struct tracer *tracer, pid_t pid)
{
	long more = (tracer->opts->watches ? PTRACE_O_TRACEEXIT : 0) |
		    (tracer->opts->notes_names ? PTRACE_O_TRACESECCOMP : 0);
	struct error *err = follow_seize(&tracer->follow, pid, more);

	if (!err)
		return NULL;
	pid_t child = tracer->containment->init ? tracer->containment->init : pid;

	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return err;
}

/* Records what is known of a command that nobody traces. */
static void guess(struct tracer *tracer, pid_t pid)
{
	struct traced_task *task =
		traced_tasks_add(&tracer->follow.tasks, pid, pid, getpid(), NULL);

	task->image = add_exec(tracer, task);
	trace_record_guess(&tracer->execs.items[task->image], tracer->opts, tracer->memory);
}

static struct error *start_command(struct tracer *tracer, struct trace_start *start)
{
	pid_t pid;
	struct error *err = trace_start_fork(start, &pid);

	if (!err && !tracer->untraced)
		err = seize(tracer, pid);
	if (err)
		return err;
	tracer->command = pid;
	if (tracer->untraced)
		guess(tracer, pid);
	trace_start_go(start);
	return NULL;
}

static struct error *run(struct tracer *tracer, struct trace_start *start, struct trace *trace)
{
	tracer->containment = &start->containment;
	struct error *err = start_command(tracer, start);

	if (err)
		return err;
	tracer->addition = &start->addition;
	follow(tracer, trace);
	int errnum = trace_start_failed(start);

	return errnum ? error_errno(ERROR_USAGE, errnum, "can't start %s", tracer->opts->argv[0])
		      : NULL;
}

/* What it was before SIGCHLD was blocked and got its default action, for sigtimedwait(). */
struct signals {
	sigset_t mask;
	struct sigaction child;
};

static void signals_take(struct signals *saved)
{
	struct sigaction action = { .sa_handler = SIG_DFL };
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &saved->mask);
	sigaction(SIGCHLD, &action, &saved->child);
}

static void signals_restore(const struct signals *saved)
{
	sigaction(SIGCHLD, &saved->child, NULL);
	sigprocmask(SIG_SETMASK, &saved->mask, NULL);
}

struct error *trace_run(const struct trace_opts *opts, struct trace *ret)
{
	struct tracer tracer = {
		.opts = opts,
		.memory = intern_create(),
		.command = -1,
		.untraced = opts->untraced,
		.follow = { .planter = opts->planter,
			    .hooks = { .executed = on_exec,
				       .trapped = on_trap,
				       .exiting = on_exit_stop,
				       .filtered = on_filter,
				       .ended = on_end } },
	};
	struct trace_start start;
	struct trace trace = { 0 };
	struct signals signals;

	tracer.follow.arg = &tracer;
	tracer.names.memory = tracer.memory;
	signals_take(&signals);
	struct error *err = trace_start_init(&start, opts, &signals.mask, tracer.memory);

	if (!err)
		err = run(&tracer, &start, &trace);
	trace.has_all_names =
		!err && !tracer.names.is_incomplete && trace_start_is_filtered(&start);
	trace_start_deinit(&start);
	signals_restore(&signals);
	follow_deinit(&tracer.follow);
	trace.execs = tracer.execs.items;
	trace.nr_execs = tracer.execs.count;
	trace.ends = tracer.ends.items;
	trace.nr_ends = tracer.ends.count;
	trace.names = tracer.names.names.items;
	trace.nr_names = tracer.names.names.count;
	slots_deinit(&tracer.names.known);
	vec_deinit(&tracer.held);
	trace.status = tracer.command_status;
	trace.memory = tracer.memory;
	trace.is_blind = opts->untraced;
	if (err) {
		trace_deinit(&trace);
		return err;
	}
	*ret = trace;
	return NULL;
}

struct error *trace_run_anyhow(const struct trace_opts *opts, struct trace *ret, char **ret_refusal)
{
	struct trace_opts blind = *opts;
	struct error *err = trace_run(opts, ret);

	*ret_refusal = NULL;
	if (!err || err->code != ERROR_INTERNAL)
		return err;
	blind.untraced = true;
	struct error *more = trace_run(&blind, ret);

	if (!more)
		*ret_refusal = xstrdup(err->message);
	error_destroy(err);
	return more;
}

void trace_deinit(struct trace *trace)
{
	free(trace->execs);
	free(trace->ends);
	free(trace->names);
	intern_destroy(trace->memory);
	memset(trace, 0, sizeof(*trace));
}
