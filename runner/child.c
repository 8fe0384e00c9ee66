/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts a process by vfork: its price doesn't grow with the runner's memory,
 * and the child reports its failure in a variable that both see.  One that is to be traced waits
 * for its tracer before the exec, which needs a fork and a socket.
 */
#include "runner/child.h"

#include <errno.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "remt/session.h"

enum { EXIT_NOT_STARTED = 127 };

enum step { STEP_ENTERING, STEP_EXECUTING };

static const char *const step_names[] = {
	[STEP_ENTERING] = "entering",
	[STEP_EXECUTING] = "executing",
};

struct failure {
	enum step step;
	int errnum; /* 0: none */
};

static void move_fds(const struct child_opts *opts)
{
	/* The sources lie above 2: the worker keeps 0, 1 and 2 occupied. */
	for (int i = 0; i < 3; i++)
		dup2(opts->fds[i], i);
	if (opts->server_fd >= 0)
		dup2(opts->server_fd, REMT_SERVER_FD);
}

/* Runs in the child, maybe on the parent's memory: changes nothing but FAILURE.  Comes back if it
 * fails. */
static void become(const struct child_opts *opts, volatile struct failure *failure)
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
	failure->step = STEP_ENTERING;
	if (chdir(opts->directory) == 0) {
		failure->step = STEP_EXECUTING;
		execvp(opts->argv[0], opts->argv);
	}
	failure->errnum = errno;
}

static __attribute__((noinline)) pid_t start(const struct child_opts *opts,
					     volatile struct failure *failure)
{
	pid_t pid = vfork();

	if (pid == 0) {
		become(opts, failure);
		_exit(EXIT_NOT_STARTED);
	}
	return pid;
}

static struct error *describe(const struct child_opts *opts, const volatile struct failure *failure)
{
	const char *what = failure->step == STEP_ENTERING ? opts->directory : opts->argv[0];

	return error_errno(ERROR_UNUSABLE, failure->errnum, "%s %s", step_names[failure->step],
			   what);
}

/* In the child: waits until nothing more comes from the tracer. */
static _Noreturn void become_followed(const struct child_opts *opts, int tracer)
{
	struct failure failure = { 0 };
	char byte;

	while (read(tracer, &byte, 1) < 0 && errno == EINTR)
		;
	environ = (char **)opts->environ;
	become(opts, &failure);
	while (write(tracer, &failure, sizeof(failure)) < 0 && errno == EINTR)
		;
	_exit(EXIT_NOT_STARTED);
}

/* Traces the child, which waits, and lets it go on; its exec closes its end of the socket. */
static struct error *release(const struct child_opts *opts, pid_t pid, int child)
{
	struct error *err = follow_seize(opts->follow, pid, 0);
	struct failure failure;

	if (!err) {
		shutdown(child, SHUT_WR);
		if (read(child, &failure, sizeof(failure)) != (ssize_t)sizeof(failure))
			return NULL;
		err = describe(opts, &failure);
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
	return err;
}

static struct error *start_followed(const struct child_opts *opts, pid_t *ret)
{
	int sockets[2];
	struct error *err;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating a socket");
	pid = fork();
	if (pid == 0) {
		close(sockets[0]);
		become_followed(opts, sockets[1]);
	}
	close(sockets[1]);
	err = pid < 0 ? error_errno(ERROR_INTERNAL, errno, "starting %s", opts->argv[0])
		      : release(opts, pid, sockets[0]);
	close(sockets[0]);
	if (!err)
		*ret = pid;
	return err;
}

static struct error *start_alone(const struct child_opts *opts, pid_t *ret)
{
	volatile struct failure failure = { 0 };
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
		waitpid(pid, NULL, 0);
		return describe(opts, &failure);
	}
	*ret = pid;
	return NULL;
}

struct error *child_start(const struct child_opts *opts, pid_t *ret)
{
	return opts->follow ? start_followed(opts, ret) : start_alone(opts, ret);
}
