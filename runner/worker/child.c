/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Starts a process by vfork(), whose cost does not grow with the runner's memory; the child reports
 * a failure in a variable that both share. A child that is to be traced waits for its tracer before
 * the exec, on a stack of its own.
 */
#include "runner/worker/child.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
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
	int errnum; /* 0: no failure */
};

static void move_fds(const struct child_opts *opts)
{
	/* The sources lie above 2, since the worker keeps 0, 1 and 2 occupied. */
	for (int i = 0; i < 3; i++)
		dup2(opts->fds[i], i);
	if (opts->server_fd >= 0)
		dup2(opts->server_fd, REMT_SERVER_FD);
}

/*
 * Runs in the child, on the parent's memory: changes nothing but FAILURE. Returns only on failure.
 */
static void become(const struct child_opts *opts, volatile struct failure *failure)
{
	sigset_t none;

	setsid();
	/*
	 * Each run has the same addresses, as the children of a fork-server have. So a mutant that
	 * reads outside its objects finds the same bytes. If that is refused, addresses vary.
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
		if (opts->listener)
			listener_load(opts->listener);
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

/* What the child and its tracer, which share their memory, know. */
struct followed {
	const struct child_opts *opts;
	volatile struct failure failure;
	int tracer; /* the child's end of a socket, closed by its exec */
};

/* Runs in the child, which waits until the tracer traces it. */
static int become_followed(void *arg)
{
	struct followed *followed = arg;
	char byte;

	while (read(followed->tracer, &byte, 1) < 0 && errno == EINTR)
		;
	become(followed->opts, &followed->failure);
	return EXIT_NOT_STARTED;
}

/* Like vfork(), but the parent goes on; -1: errno. */
static pid_t clone_sharing(struct followed *followed)
{
	enum { STACK_SIZE = 16 << 20 }; /* address space only; execvp() copies argv there */
	static char *stack;

	if (!stack) {
		void *memory = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE,
				    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

		if (memory == MAP_FAILED)
			return -1;
		stack = memory;
	}
	return clone(become_followed, stack + STACK_SIZE, CLONE_VM | SIGCHLD, followed);
}

/* Traces the child, lets it go on, and waits until it executes the command. */
static struct error *release(struct followed *followed, pid_t pid, int child)
{
	const struct child_opts *opts = followed->opts;
	char **own_environ = environ;
	struct error *err = follow_seize(opts->follow, pid, 0);
	char byte;

	if (!err) {
		environ = (char **)opts->environ; /* execvp takes PATH from it */
		shutdown(child, SHUT_WR);
		/* The child shares errno. Its exec or its end closes the socket. */
		while (read(child, &byte, 1) < 0)
			;
		environ = own_environ;
		if (!followed->failure.errnum)
			return NULL;
		err = describe(opts, &followed->failure);
	}
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
	return err;
}

static struct error *start_followed(const struct child_opts *opts, pid_t *ret)
{
	struct followed followed = { .opts = opts };
	int sockets[2];
	struct error *err;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating a socket");
	followed.tracer = sockets[1];
	pid = clone_sharing(&followed);
	err = pid < 0 ? error_errno(ERROR_INTERNAL, errno, "starting %s", opts->argv[0]) : NULL;
	close(sockets[1]);
	if (!err)
		err = release(&followed, pid, sockets[0]);
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

	environ = (char **)opts->environ; /* execvp takes PATH from it */
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
	if (opts->listener)
		listener_expect(opts->listener);
	return opts->follow ? start_followed(opts, ret) : start_alone(opts, ret);
}
