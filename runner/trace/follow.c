/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first process is seized before its exec, with options that make the kernel attach every
 * descendant. Signals are passed on untouched, except those that only a tracer sees. PTRACE_LISTEN
 * leaves a group-stop as it is, so that job control works as without a tracer.
 *
 * The first stop of a new process and its parent's fork event come in any order; whichever comes
 * first makes the record. The event names the child. A child that stops first is looked up in
 * /proc, while its parent can't have gone on. With CLONE_PARENT, /proc names another parent, which
 * the event then corrects.
 */
#include "runner/trace/follow.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/trace/interruption.h"

enum {
	EVENT_SHIFT = 16,
	OPTIONS = PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		  PTRACE_O_TRACECLONE | PTRACE_O_EXITKILL,
};

struct error *follow_seize(struct follow *follow, pid_t pid, long more)
{
	if (ptrace(PTRACE_SEIZE, pid, NULL, (void *)(intptr_t)(OPTIONS | more)) != 0)
		return error_errno(ERROR_INTERNAL, errno, "ptrace is refused");
	traced_tasks_add(&follow->tasks, pid, pid, getpid(), NULL);
	return NULL;
}

/* Records a task whose parent's event has not come yet. */
static struct traced_task *adopt(struct follow *follow, pid_t pid)
{
	pid_t tgid = pid, parent = 0;
	struct traced_task *task;

	traced_task_read_ids(pid, &tgid, &parent);
	task = traced_tasks_add(&follow->tasks, pid, tgid, parent,
				traced_tasks_find(&follow->tasks, tgid != pid ? tgid : parent));
	task->is_guessed = true;
	return task;
}

static void on_fork(struct follow *follow, const struct traced_task *task, bool is_clone)
{
	unsigned long message = 0;

	if (ptrace(PTRACE_GETEVENTMSG, task->pid, NULL, &message) < 0 || message == 0)
		return;
	pid_t child = (pid_t)message, tgid = child, parent = task->tgid, ignored;
	const struct traced_task *known = traced_tasks_find(&follow->tasks, child);

	if (known && !known->is_guessed)
		return;
	if (is_clone)
		traced_task_read_ids(child, &tgid, &ignored);
	if (tgid == task->tgid)
		parent = task->parent;
	traced_tasks_add(&follow->tasks, child, tgid, parent, task);
}

static void on_exec(struct follow *follow, struct traced_task *task)
{
	unsigned long former = 0;

	/* If a thread other than the first calls exec, it takes over the first one's id. */
	if (ptrace(PTRACE_GETEVENTMSG, task->pid, NULL, &former) == 0 && (pid_t)former != task->pid)
		traced_tasks_remove(&follow->tasks, (pid_t)former);
	task->is_guessed = false;
	task->planted = follow->planter ? planter_enter(follow->planter, task->pid) : PLANTER_NONE;
	if (follow->hooks.executed)
		follow->hooks.executed(follow->arg, task);
}

static bool stops_group(int signal)
{
	return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

/* True if a breakpoint of the planter stopped TASK; the planter has answered it. */
static bool is_planted(const struct follow *follow, struct traced_task *task)
{
	size_t image;

	if (task->planted != PLANTER_NONE &&
	    planter_answer(follow->planter, task->planted, task->pid))
		return true;
	/*
	 * Before the parent's event comes, CLONE_PARENT makes TASK look like another process's
	 * child.
	 */
	image = planter_find(follow->planter, task->pid);
	if (image == PLANTER_NONE || image == task->planted ||
	    !planter_answer(follow->planter, image, task->pid))
		return false;
	task->planted = image;
	return true;
}

/* Returns the signal for a task that SIGNAL is meant for; 0: none. */
static int pass_on(const struct follow *follow, struct traced_task *task, int signal)
{
	if (signal == SIGTRAP && follow->planter && is_planted(follow, task))
		return 0;
	if (signal == SIGTRAP && follow->hooks.trapped && follow->hooks.trapped(follow->arg, task))
		return 0;
	return interruption_undo(task->pid, signal) ? 0 : signal;
}

static void on_stop(struct follow *follow, struct traced_task *task, int status)
{
	int signal = WSTOPSIG(status), event = status >> EVENT_SHIFT, pass = 0;
	pid_t pid = task->pid;

	switch (event) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE: on_fork(follow, task, event == PTRACE_EVENT_CLONE); break;
	case PTRACE_EVENT_EXEC: on_exec(follow, task); break;
	case PTRACE_EVENT_EXIT:
		if (follow->hooks.exiting)
			follow->hooks.exiting(follow->arg, task);
		break;
	case PTRACE_EVENT_SECCOMP:
		if (follow->hooks.filtered)
			follow->hooks.filtered(follow->arg, task);
		break;
	case PTRACE_EVENT_STOP:
		if (stops_group(signal) && !follow->is_killing) {
			ptrace(PTRACE_LISTEN, pid, NULL, NULL);
			return;
		}
		break;
	default: pass = pass_on(follow, task, signal);
	}
	if (follow->is_killing)
		kill(pid, SIGKILL);
	else if (task->is_held)
		return;
	ptrace(PTRACE_CONT, pid, NULL, (void *)(intptr_t)pass);
}

void follow_status(struct follow *follow, pid_t pid, int status)
{
	struct traced_task *task = traced_tasks_find(&follow->tasks, pid);

	if (WIFSTOPPED(status)) {
		on_stop(follow, task ? task : adopt(follow, pid), status);
		return;
	}
	if (task && follow->hooks.ended)
		follow->hooks.ended(follow->arg, task, status);
	traced_tasks_remove(&follow->tasks, pid);
}

void follow_release(struct traced_task *task)
{
	task->is_held = false;
	ptrace(PTRACE_CONT, task->pid, NULL, NULL);
}

void follow_kill(struct follow *follow)
{
	follow->is_killing = true;
	traced_tasks_drop_lost(&follow->tasks); /* their ids may belong to other processes now */
	traced_tasks_kill(&follow->tasks);
}

void follow_deinit(struct follow *follow)
{
	traced_tasks_deinit(&follow->tasks);
}
