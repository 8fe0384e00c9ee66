/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/pool/keeper.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runner/worker/reaper.h"

static pid_t worker;

static void pass_on(int signal)
{
	kill(worker, signal);
}

/* Waits for the worker, collecting orphans, and returns its wait status. */
static int await_worker(void)
{
	for (;;) {
		int status;
		pid_t dead = waitpid(-1, &status, 0);

		if (dead == worker)
			return status;
		if (dead < 0 && errno != EINTR)
			return 0;
	}
}

static _Noreturn void keep(const struct containment *containment)
{
	struct reaper orphans = { 0 };
	int status = await_worker();

	signal(SIGTERM, SIG_IGN);
	reaper_clear(&orphans, containment);
	if (WIFSIGNALED(status)) {
		signal(WTERMSIG(status), SIG_DFL);
		kill(getpid(), WTERMSIG(status));
	}
	_exit(WEXITSTATUS(status));
}

void keeper_split(const struct containment *containment)
{
	const struct sigaction action = { .sa_handler = pass_on };
	sigset_t term, saved;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	/* An early signal is meant for the worker, too. */
	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, &saved);
	worker = fork();
	if (worker > 0) {
		sigaction(SIGTERM, &action, NULL);
		sigprocmask(SIG_SETMASK, &saved, NULL);
		keep(containment);
	}
	/* If no process can be forked, the caller is a worker without a keeper. */
	sigprocmask(SIG_SETMASK, &saved, NULL);
}
