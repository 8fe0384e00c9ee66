/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command is seized before its exec with the options that make the kernel
 * attach every descendant by itself and stop it only at fork, clone and exec, and at its end if
 * anybody wants to know what it has mapped there.
 * Signals are passed on untouched; a group-stop is left as it is with
 * PTRACE_LISTEN, so that job control works as without a tracer.
 *
 * The first stop of a new process and its parent's fork event come in any
 * order.  Whichever comes first makes the record: the event names the child, the
 * child's stop is looked up in /proc while the parent can't have gone on.
 *
 * A leak check by LeakSanitizer can't be done under ptrace and would end the
 * program with an error: it is switched off by LSAN_OPTIONS, unseen in the records.
 *
 * Waiting is by sigtimedwait() on the blocked SIGCHLD, so that a time limit and a
 * cancellation are seen without a handler of our own.
 */
#include "runner/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/strv.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "runner/intern.h"
#include "runner/trace_record.h"

enum {
	NR_BUCKETS = 1024,
	POLL_MS = 100, /* longest delay until a cancellation is seen */
	EVENT_SHIFT = 16,
	EXIT_NOT_STARTED = 127,
	NR_LOOKED_BACK = 64, /* ends of other threads of the same process */
	SEIZE_OPTIONS = PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
			PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL,
};

/* A live task: process or thread. */
struct task {
	pid_t pid;    /* thread id */
	pid_t tgid;   /* equal to pid: a process */
	pid_t parent; /* process that forked it */
	size_t image; /* index of the exec that it runs; SIZE_MAX: none was seen */
	struct task *next;
};

struct tracer {
	struct task *buckets[NR_BUCKETS];
	VEC(struct trace_exec) execs;
	VEC(struct trace_end) ends;
	const struct trace_opts *opts;
	struct intern *memory;
	struct trace_addition addition;
	pid_t command;
	int command_status;
	bool command_ended;
	bool killing;
	bool untraced;
};

static struct task **find_slot(struct tracer *tracer, pid_t pid)
{
	struct task **slot = &tracer->buckets[(unsigned)pid % NR_BUCKETS];

	while (*slot && (*slot)->pid != pid)
		slot = &(*slot)->next;
	return slot;
}

static struct task *add_task(struct tracer *tracer, pid_t pid, pid_t tgid, pid_t parent,
			     size_t image)
{
	struct task **slot = find_slot(tracer, pid);

	if (!*slot)
		*slot = xcalloc(1, sizeof(**slot));
	struct task *task = *slot;

	task->pid = pid;
	task->tgid = tgid;
	task->parent = parent;
	task->image = image;
	return task;
}

static void remove_task(struct tracer *tracer, pid_t pid)
{
	struct task **slot = find_slot(tracer, pid);
	struct task *task = *slot;

	if (!task)
		return;
	*slot = task->next;
	free(task);
}

static void kill_all(struct tracer *tracer)
{
	tracer->killing = true;
	if (tracer->untraced)
		kill(-tracer->command, SIGKILL);
	for (size_t i = 0; i < NR_BUCKETS; i++) {
		for (struct task *task = tracer->buckets[i]; task; task = task->next)
			kill(task->pid, SIGKILL);
	}
}

static bool has_tasks(const struct tracer *tracer)
{
	for (size_t i = 0; i < NR_BUCKETS; i++) {
		if (tracer->buckets[i])
			return true;
	}
	return false;
}

/* A task whose parent's event has not come yet. */
static struct task *adopt(struct tracer *tracer, pid_t pid)
{
	pid_t tgid = pid, parent = 0;

	trace_record_ids(pid, &tgid, &parent);
	const struct task *source = *find_slot(tracer, tgid != pid ? tgid : parent);

	return add_task(tracer, pid, tgid, parent, source ? source->image : SIZE_MAX);
}

static void on_fork(struct tracer *tracer, const struct task *task, bool is_clone)
{
	unsigned long message = 0;

	if (ptrace(PTRACE_GETEVENTMSG, task->pid, NULL, &message) < 0 || message == 0)
		return;
	pid_t child = (pid_t)message, tgid = child, parent = task->tgid, ignored;

	if (*find_slot(tracer, child))
		return;
	if (is_clone)
		trace_record_ids(child, &tgid, &ignored);
	if (tgid == task->tgid)
		parent = task->parent;
	add_task(tracer, child, tgid, parent, task->image);
}

/* A record of what TASK executes now, to be filled; returns its index. */
static size_t add_exec(struct tracer *tracer, const struct task *task)
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

static void on_exec(struct tracer *tracer, struct task *task)
{
	unsigned long former = 0;

	/* An exec by another thread than the first: that thread takes over the first one's id. */
	if (ptrace(PTRACE_GETEVENTMSG, task->pid, NULL, &former) == 0 && (pid_t)former != task->pid)
		remove_task(tracer, (pid_t)former);

	size_t sequence = add_exec(tracer, task);

	trace_record_read(&tracer->execs.items[sequence], task->pid, &tracer->addition,
			  tracer->memory);
	task->image = sequence;
}

static void on_end(struct tracer *tracer, const struct task *task, int status)
{
	if (task->pid == task->tgid) {
		for (size_t i = task->image; i != SIZE_MAX; i = tracer->execs.items[i].origin) {
			if (tracer->execs.items[i].pid != task->pid)
				break;
			tracer->execs.items[i].status = status;
		}
	}
	remove_task(tracer, task->pid);
}

/* The last threads of a process may end without a stop, so each one's end is noted. */
static void on_exit_stop(struct tracer *tracer, const struct task *task)
{
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

static bool stops_group(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

static void on_stop(struct tracer *tracer, struct task *task, int status)
{
	int signal = WSTOPSIG(status), event = status >> EVENT_SHIFT, pass = 0;
	pid_t pid = task->pid;

	switch (event) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE: on_fork(tracer, task, event == PTRACE_EVENT_CLONE); break;
	case PTRACE_EVENT_EXEC: on_exec(tracer, task); break;
	case PTRACE_EVENT_EXIT: on_exit_stop(tracer, task); break;
	case PTRACE_EVENT_STOP:
		if (stops_group(signal) && !tracer->killing) {
			ptrace(PTRACE_LISTEN, pid, NULL, NULL);
			return;
		}
		break;
	default: pass = signal;
	}
	if (tracer->killing)
		kill(pid, SIGKILL);
	ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)pass);
}

static void on_status(struct tracer *tracer, pid_t pid, int status)
{
	struct task *task = *find_slot(tracer, pid);

	if (WIFSTOPPED(status)) {
		on_stop(tracer, task ? task : adopt(tracer, pid), status);
		return;
	}
	if (task)
		on_end(tracer, task, status);
	if (pid == tracer->command) {
		tracer->command_ended = true;
		tracer->command_status = status;
		kill_all(tracer);
	}
}

/* Takes all that waits; false when nothing is left to wait for. */
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

static void follow(struct tracer *tracer, const struct trace_opts *opts, struct trace *trace)
{
	uint64_t start = clock_ms();
	const struct timespec poll = { .tv_nsec = POLL_MS * 1000000L };
	sigset_t child;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	while (drain(tracer)) {
		if (tracer->command_ended && !has_tasks(tracer))
			break;
		if (!tracer->killing && opts->cancelled && *opts->cancelled) {
			trace->cancelled = true;
			kill_all(tracer);
		}
		if (!tracer->killing && opts->timeout_ms &&
		    clock_ms() - start >= opts->timeout_ms) {
			trace->timed_out = true;
			kill_all(tracer);
		}
		sigtimedwait(&child, NULL, &poll);
	}
}

/* What the child needs between fork and exec. */
struct start {
	int go[2];     /* closed by the parent when the child may exec */
	int failed[2]; /* errno of what went wrong; closed by the exec */
	int input, output;
	char **environ;
	sigset_t mask; /* to restore */
};

static _Noreturn void start_child(const struct trace_opts *opts, const struct start *start)
{
	char byte;

	close(start->go[1]);
	while (read(start->go[0], &byte, 1) < 0 && errno == EINTR)
		;
	setsid();
	if (dup2(start->input, 0) >= 0 && dup2(start->output, 1) >= 0 &&
	    dup2(start->output, 2) >= 0 && (!opts->directory || chdir(opts->directory) == 0)) {
		sigprocmask(SIG_SETMASK, &start->mask, NULL);
		environ = start->environ;
		execvp(opts->argv[0], opts->argv);
	}
	int errnum = errno;

	while (write(start->failed[1], &errnum, sizeof(errnum)) < 0 && errno == EINTR)
		;
	_exit(EXIT_NOT_STARTED);
}

static struct error *seize(struct tracer *tracer, const struct trace_opts *opts,
			   struct start *start)
{
	long options = SEIZE_OPTIONS | (opts->watches ? PTRACE_O_TRACEEXIT : 0);

	if (pipe2(start->go, O_CLOEXEC) < 0 || pipe2(start->failed, O_CLOEXEC | O_NONBLOCK) < 0)
		return error_errno(ERROR_INTERNAL, errno, "pipe");
	pid_t pid = fork();

	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "fork");
	if (pid == 0)
		start_child(opts, start);
	if (!opts->untraced && ptrace(PTRACE_SEIZE, pid, NULL, (void *)(intptr_t)options) < 0) {
		struct error *err = error_errno(ERROR_INTERNAL, errno, "ptrace is refused");

		kill(pid, SIGKILL);
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
		return err;
	}
	tracer->command = pid;
	struct task *task = add_task(tracer, pid, pid, getpid(), SIZE_MAX);

	if (opts->untraced) {
		task->image = add_exec(tracer, task);
		trace_record_guess(&tracer->execs.items[task->image], opts, tracer->memory);
	}
	close(start->go[1]);
	start->go[1] = -1;
	return NULL;
}

static struct error *open_files(const struct trace_opts *opts, struct start *start)
{
	const char *input = opts->input_path ? opts->input_path : "/dev/null";

	start->input = open(input, O_RDONLY | O_CLOEXEC);
	if (start->input < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", input);
	start->output =
		open(opts->output_path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
	if (start->output < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", opts->output_path);
	return NULL;
}

static void close_files(struct start *start)
{
	int fds[] = { start->go[0],	start->go[1], start->failed[0],
		      start->failed[1], start->input, start->output };

	for (size_t i = 0; i < ARRAY_SIZE(fds); i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
}

static struct error *run(struct tracer *tracer, const struct trace_opts *opts, struct start *start,
			 struct trace *trace)
{
	struct error *err = open_files(opts, start);

	if (!err)
		err = seize(tracer, opts, start);
	if (err)
		return err;
	follow(tracer, opts, trace);
	int errnum = 0;

	if (read(start->failed[0], &errnum, sizeof(errnum)) == (ssize_t)sizeof(errnum))
		return error_errno(ERROR_USAGE, errnum, "can't start %s", opts->argv[0]);
	return NULL;
}

static const char lsan_name[] = "LSAN_OPTIONS";

/* Environment of the command; *RET describes what was added, in MEMORY. */
static char **make_environment(char *const *base, struct intern *memory, struct trace_addition *ret)
{
	char **env = strv_copy(base);
	const char *value = strv_env_get(env, lsan_name);
	_cleanup_free_ char *original = value ? xasprintf("%s=%s", lsan_name, value) : NULL;
	_cleanup_free_ char *changed = xasprintf("%s:detect_leaks=0", value ? value : "");
	_cleanup_free_ char *added = xasprintf("%s=%s", lsan_name, changed);

	strv_env_set(&env, lsan_name, changed);
	ret->added = intern_string(memory, added);
	ret->original = original ? intern_string(memory, original) : NULL;
	return env;
}

/* SIGCHLD blocked and with its default action, as sigtimedwait() needs it. */
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
	};
	struct start start = { .go = { -1, -1 }, .failed = { -1, -1 }, .input = -1, .output = -1 };
	struct trace trace = { 0 };
	struct signals signals;

	start.environ = make_environment(opts->environ, tracer.memory, &tracer.addition);
	signals_take(&signals);
	start.mask = signals.mask;
	struct error *err = run(&tracer, opts, &start, &trace);

	close_files(&start);
	strv_destroy(start.environ);
	signals_restore(&signals);
	for (size_t i = 0; i < NR_BUCKETS; i++) {
		while (tracer.buckets[i])
			remove_task(&tracer, tracer.buckets[i]->pid);
	}
	trace.execs = tracer.execs.items;
	trace.nr_execs = tracer.execs.count;
	trace.ends = tracer.ends.items;
	trace.nr_ends = tracer.ends.count;
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

bool trace_is_below(const struct trace *trace, size_t index, size_t ancestor)
{
	while (index != ancestor && index != SIZE_MAX)
		index = trace->execs[index].origin;
	return index == ancestor;
}

void trace_deinit(struct trace *trace)
{
	free(trace->execs);
	free(trace->ends);
	intern_destroy(trace->memory);
	memset(trace, 0, sizeof(*trace));
}
