/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts a process by vfork: its price doesn't grow with the runner's memory,
 * and the child reports its failure in a variable that both see.
 */
#include "runner/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "remt/session.h"

struct failure {
	const char *step;
	int errnum;
};

static void move_fds(const struct child_opts *opts)
{
	/* The sources lie above 2: the worker keeps 0, 1 and 2 occupied. */
	for (int i = 0; i < 3; i++)
		dup2(opts->fds[i], i);
	if (opts->server_fd >= 0)
		dup2(opts->server_fd, REMT_SERVER_FD);
}

/* Runs in the child, on the parent's memory: changes nothing but FAILURE. */
static _Noreturn void become(const struct child_opts *opts, volatile struct failure *failure)
{
	sigset_t none;

	setsid();
	/*
	 * The same addresses in each run, as a fork-server's children have them: a mutant that
	 * reads outside its objects finds the same bytes there.  Where it is refused, addresses
	 * vary.
	 */
	if (!opts->has_random_addresses)
		personality((unsigned long)personality(0xffffffff) | ADDR_NO_RANDOMIZE);
	if (opts->die_with_parent)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	move_fds(opts);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	failure->step = "entering";
	if (chdir(opts->directory) == 0) {
		failure->step = "executing";
		execvp(opts->argv[0], opts->argv);
	}
	failure->errnum = errno;
	_exit(127);
}

static __attribute__((noinline)) pid_t start(const struct child_opts *opts,
					     volatile struct failure *failure)
{
	pid_t pid = vfork();

	if (pid == 0)
		become(opts, failure);
	return pid;
}

struct error *child_start(const struct child_opts *opts, pid_t *ret)
{
	volatile struct failure failure = { NULL, 0 };
	char **own_environ = environ;
	int saved_errno;
	pid_t pid;

	environ = (char **)opts->environ; /* where execvp looks for PATH */
	pid = start(opts, &failure);
	saved_errno = errno;
	environ = own_environ;
	if (pid < 0)
		return error_errno(ERROR_INTERNAL, saved_errno, "starting %s", opts->argv[0]);
	if (failure.errnum) {
		const char *what = failure.step[1] == 'n' ? opts->directory : opts->argv[0];

		waitpid(pid, NULL, 0);
		return error_errno(ERROR_UNUSABLE, failure.errnum, "%s %s", failure.step, what);
	}
	*ret = pid;
	return NULL;
}
