/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The fork-server: this process stops before main and makes one child per run.
 *
 * It first looks for what children could not safely share: threads, descriptors, children. If there
 * is any, HELLO says so, and the runner ends this process.
 */
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include "runtime/rt_syscall.h"

#define NR_FDS 3

struct request {
	struct remt_message message;
	int fds[NR_FDS];
};

#pragma weak _Fork

static char directory[REMT_PATH_MAX]; /* the server's; every child starts there */

bool rt_server_is_wanted(void)
{
	struct statx status;

	if (!rt_session->server_inode || syscall(SYS_fcntl, REMT_SERVER_FD, F_GETFD) < 0 ||
	    !rt_statx(AT_FDCWD, "/proc/self/exe", &status))
		return false;
	return status.stx_ino == rt_session->server_inode &&
	       (!rt_session->server_device ||
		makedev(status.stx_dev_major, status.stx_dev_minor) == rt_session->server_device);
}

static _Noreturn void leave(void)
{
	for (;;)
		syscall(SYS_exit_group, 0);
}

static bool try_to_send(const struct remt_message *message)
{
	return syscall(SYS_sendto, REMT_SERVER_FD, message, sizeof(*message), MSG_NOSIGNAL, NULL,
		       0) == sizeof(*message);
}

static void send_message(const struct remt_message *message)
{
	if (!try_to_send(message))
		leave();
}

/*
 * Takes the descriptors out of HEADER's control data. False: there are not exactly three. There are
 * fewer if the program may not open more.
 */
static bool take_fds(struct msghdr *header, int *fds)
{
	struct cmsghdr *control = CMSG_FIRSTHDR(header);
	size_t count;

	if (!control || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS)
		return false;
	count = (control->cmsg_len - CMSG_LEN(0)) / sizeof(int);
	if (count != NR_FDS) {
		for (size_t i = 0; i < count; i++)
			rt_close(((int *)CMSG_DATA(control))[i]);
		return false;
	}
	for (int i = 0; i < NR_FDS; i++)
		fds[i] = ((int *)CMSG_DATA(control))[i];
	return true;
}

static bool is_request(const struct remt_message *message)
{
	return message->version == REMT_SESSION_VERSION &&
	       (message->type == REMT_MESSAGE_STAY || message->type == REMT_MESSAGE_RUN);
}

/*
 * Waits until the next request is for this process. False: the call number CALL is over before
 * (NULL: there is no call).
 */
static bool await_turn(const uint32_t *call)
{
	int32_t self = (int32_t)syscall(SYS_getpid), turn;

	while ((turn = __atomic_load_n(&rt_session->turn, __ATOMIC_ACQUIRE)) != 0 && turn != self) {
		if (call && __atomic_load_n(&rt_session->nr_calls, __ATOMIC_ACQUIRE) != *call)
			return false;
		syscall(SYS_futex, &rt_session->turn, FUTEX_WAIT, turn, NULL, NULL, 0);
	}
	return true;
}

/* The request was taken: the next one may be for another process. */
static void end_turn(void)
{
	int32_t self = (int32_t)syscall(SYS_getpid);

	__atomic_compare_exchange_n(&rt_session->turn, &self, -1, false, __ATOMIC_RELEASE,
				    __ATOMIC_RELAXED);
}

/* Receives a request. False: a run is wanted, but its descriptors have not come. */
static bool receive_request(struct request *request)
{
	union {
		char bytes[CMSG_SPACE(NR_FDS * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec part = { .iov_base = &request->message, .iov_len = sizeof(request->message) };
	struct msghdr header = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	long size;

	do {
		size = syscall(SYS_recvmsg, REMT_SERVER_FD, &header, MSG_CMSG_CLOEXEC);
	} while (size < 0 && errno == EINTR);
	if (size <= 0)
		leave();
	if (size != sizeof(request->message) || !is_request(&request->message)) {
		rt_session_fail(REMT_RUNTIME_SERVER);
		leave();
	}
	return request->message.type != REMT_MESSAGE_RUN || take_fds(&header, request->fds);
}

static bool count_usual(int fd, void *arg)
{
	unsigned *usual = arg;

	*usual += fd < NR_FDS;
	return fd < NR_FDS || fd == REMT_SERVER_FD;
}

/* True if only 0, 1, 2 and the socket are open. */
static bool has_usual_fds(void)
{
	unsigned usual = 0;

	return rt_fds_each(count_usual, &usual) && usual == NR_FDS;
}

bool rt_server_has_children(void)
{
	return syscall(SYS_waitid, P_ALL, 0, NULL, WEXITED | WNOHANG | WNOWAIT, NULL) == 0;
}

static bool ignores_children(void)
{
	struct sigaction action;

	return sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler != SIG_DFL;
}

bool rt_server_has_threads(void)
{
	struct statx status;

	/* The link count of /proc/self/task is 2 more than the number of threads. */
	return !rt_statx(AT_FDCWD, "/proc/self/task", &status) || status.stx_nlink != 3;
}

static enum remt_refusal find_refusal(void)
{
	if (rt_server_has_threads())
		return REMT_REFUSAL_THREADS;
	if (rt_server_has_children())
		return REMT_REFUSAL_CHILDREN;
	if (ignores_children())
		return REMT_REFUSAL_SIGCHLD;
	if (!has_usual_fds())
		return REMT_REFUSAL_DESCRIPTORS;
	if (syscall(SYS_getcwd, directory, sizeof(directory)) < 0)
		return REMT_REFUSAL_DIRECTORY;
	return REMT_REFUSAL_NONE;
}

/* Sends MESSAGE with the descriptors that the runner wants to have. */
static void send_shared(const struct remt_message *message)
{
	uint32_t count = rt_session->nr_shared;
	union {
		char bytes[CMSG_SPACE(REMT_SESSION_MAX_SHARED * sizeof(int))];
		struct cmsghdr align;
	} control;
	struct iovec part = { .iov_base = (void *)message, .iov_len = sizeof(*message) };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes };
	struct cmsghdr *fds = (struct cmsghdr *)control.bytes;

	if (count > REMT_SESSION_MAX_SHARED)
		leave();
	header.msg_controllen = CMSG_SPACE(count * sizeof(int));
	fds->cmsg_level = SOL_SOCKET;
	fds->cmsg_type = SCM_RIGHTS;
	fds->cmsg_len = CMSG_LEN(count * sizeof(int));
	for (uint32_t i = 0; i < count; i++)
		((int *)CMSG_DATA(fds))[i] = rt_session->shared[i];
	if (syscall(SYS_sendmsg, REMT_SERVER_FD, &header, MSG_NOSIGNAL) != sizeof(*message))
		leave();
}

/*
 * Says STARTED. A child with the socket does so itself: if its parent did, the child could be heard
 * first.
 */
static void say_started(const struct request *request, pid_t pid, int errnum)
{
	struct remt_message message = {
		.type = REMT_MESSAGE_STARTED,
		.version = REMT_SESSION_VERSION,
		.pid = pid,
		.status = errnum,
		.run = request->message.run,
	};

	if (pid > 0 && rt_session->nr_shared && !rt_session->split_error)
		send_shared(&message);
	else
		send_message(&message);
}

static void begin_run(const struct request *request, bool is_trunk)
{
	/* First, as a page that is read before it is written costs a second fault. */
	__atomic_fetch_add(&rt_session->nr_attached, 1, __ATOMIC_RELAXED);
	if (is_trunk)
		say_started(request, (pid_t)syscall(SYS_getpid), 0);
	else
		rt_close(REMT_SERVER_FD);
	for (int i = 0; i < NR_FDS; i++) {
		syscall(SYS_dup3, request->fds[i], i, 0);
		rt_close(request->fds[i]);
	}
	syscall(SYS_setsid);
	if (rt_session->view_root[0])
		syscall(SYS_chdir, directory);
	rt_enter_begin();
	rt_units_attach_remembered();
}

/* Waits for the end of PID. */
static struct remt_message await_end(const struct request *request, pid_t pid)
{
	struct remt_message message = {
		.type = REMT_MESSAGE_DONE,
		.version = REMT_SESSION_VERSION,
		.pid = pid,
		.run = request->message.run,
	};
	struct rusage usage = { 0 };
	long ended;
	int status = 0;

	do {
		ended = syscall(SYS_wait4, pid, &status, 0, &usage);
	} while (ended < 0 && errno == EINTR);
	if (ended != pid) {
		rt_session_fail(REMT_RUNTIME_SERVER);
		leave();
	}
	message.status = status;
	message.cpu_us = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
			 (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
	message.max_rss_kb = (uint64_t)usage.ru_maxrss;
	return message;
}

/* Takes back the signal of a child that the program has not made. */
static void swallow_signal(void)
{
	struct timespec now = { 0 };
	sigset_t ended;

	sigemptyset(&ended);
	sigaddset(&ended, SIGCHLD);
	syscall(SYS_rt_sigtimedwait, &ended, NULL, &now, NSIG / 8);
}

/*
 * Forks without the handlers of pthread_atfork(), as a test that is started by exec runs none, and
 * without fork()'s repairs after threads, as there are none. glibc before 2.34 lacks _Fork().
 */
static pid_t make_child(void)
{
	return _Fork ? _Fork() : fork();
}

/*
 * Separates a new child of the trunk (or of the trunk's child) from its parent; exits if that is
 * not possible.
 */
static void enter_child(const struct request *request, bool has_returned)
{
	__atomic_fetch_add(&rt_session->nr_attached, 1, __ATOMIC_RELAXED);
	if (rt_session->is_script)
		rt_pids_enter_copy();
	rt_clock_enter_copy();
	rt_session->split_error = rt_state_detach(request->fds, NR_FDS, has_returned);
	if (!rt_session->split_error && rt_covers())
		rt_cover_enter_copy();
	say_started(request, (pid_t)syscall(SYS_getpid), 0);
	if (rt_session->split_error)
		leave();
	for (int i = 0; i < NR_FDS; i++)
		rt_close(request->fds[i]);
	if (!rt_session->is_script) /* a script's processes share one session of setsid */
		syscall(SYS_setsid);
}

/* Forks as REQUEST says and waits for the child's end. True in the child. */
static bool fork_and_wait(const struct request *request, bool has_returned)
{
	struct remt_message message;
	pid_t pid;

	rt_pids_before_fork();
	rt_clock_before_fork();
	/* libc must take the thread for the same one, as it may hold locks. */
	pid = (pid_t)syscall(SYS_clone, (long)SIGCHLD, NULL, NULL, NULL, NULL);

	if (pid == 0) {
		enter_child(request, has_returned);
		return true;
	}
	for (int i = 0; i < NR_FDS; i++)
		rt_close(request->fds[i]);
	if (pid > 0) {
		message = await_end(request, pid);
		swallow_signal();
		send_message(&message);
	} else {
		say_started(request, -1, errno);
	}
	return false;
}

/*
 * Says SPLIT with the status REFUSAL, and forks until it is told to stay, or until CALL is over
 * (NULL: no call).
 */
static enum rt_split_result serve(enum remt_refusal refusal, const uint32_t *call)
{
	struct remt_message message = {
		.type = REMT_MESSAGE_SPLIT,
		.version = REMT_SESSION_VERSION,
		.pid = (int32_t)syscall(SYS_getpid),
		.status = (int32_t)refusal,
	};
	struct request request;

	if (!try_to_send(&message))
		return RT_SPLIT_LOST;
	while (await_turn(call)) {
		bool is_complete = receive_request(&request);

		end_turn();
		if (request.message.type != REMT_MESSAGE_RUN)
			break;
		if (!is_complete)
			say_started(&request, -1, EMFILE);
		else if (fork_and_wait(&request, call != NULL))
			return RT_SPLIT_CHILD;
	}
	return RT_SPLIT_PARENT;
}

/* Serves with all signals blocked and the program's timers stopped. */
static enum rt_split_result serve_apart(enum remt_refusal (*find_reason)(void),
					const uint32_t *call)
{
	enum rt_split_result result;
	sigset_t every, before;

	sigfillset(&every);
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &every, &before, NSIG / 8);
	rt_state_pause();
	result = serve(find_reason(), call);
	rt_state_resume();
	syscall(SYS_rt_sigprocmask, SIG_SETMASK, &before, NULL, NSIG / 8);
	return result;
}

/* this process, or the process of the trunk that it was split off from, holds the lock */
static bool has_lock;

void rt_server_lock(void)
{
	static const struct timespec patience = { .tv_nsec = 100000000 };
	int32_t self, holder;

	if (has_lock || !rt_session->is_script)
		return;
	self = (int32_t)syscall(SYS_getpid);
	for (;;) {
		holder = 0;
		if (__atomic_compare_exchange_n(&rt_session->asking, &holder, self, false,
						__ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
			break;
		if (syscall(SYS_kill, holder, 0) < 0 && errno == ESRCH)
			__atomic_compare_exchange_n(&rt_session->asking, &holder, 0, false,
						    __ATOMIC_RELEASE, __ATOMIC_RELAXED);
		else
			syscall(SYS_futex, &rt_session->asking, FUTEX_WAIT, holder, &patience, NULL,
				0);
	}
	has_lock = true;
}

void rt_server_unlock(void)
{
	int32_t self;

	if (!has_lock)
		return;
	self = (int32_t)syscall(SYS_getpid);
	if (!__atomic_compare_exchange_n(&rt_session->asking, &self, 0, false, __ATOMIC_RELEASE,
					 __ATOMIC_RELAXED))
		return;
	has_lock = false;
	syscall(SYS_futex, &rt_session->asking, FUTEX_WAKE, 1, NULL, NULL, 0);
}

enum rt_split_result rt_server_split(void)
{
	return serve_apart(rt_state_refusal, NULL);
}

enum rt_split_result rt_server_answer(void)
{
	uint32_t call = __atomic_load_n(&rt_session->nr_calls, __ATOMIC_ACQUIRE);

	return serve_apart(rt_state_waiting_refusal, &call);
}

void rt_server_stop(void)
{
	struct remt_message message = {
		.type = REMT_MESSAGE_HELLO,
		.version = REMT_SESSION_VERSION,
		.pid = (int32_t)syscall(SYS_getpid),
		.status = (int32_t)find_refusal(),
	};

	send_message(&message);
	rt_units_remember();
	rt_enter_remember();
	for (;;) {
		struct request request;
		bool is_trunk;
		pid_t pid;

		if (!receive_request(&request)) {
			say_started(&request, -1, EMFILE);
			continue;
		}
		if (request.message.type == REMT_MESSAGE_STAY)
			continue;
		is_trunk = rt_session->mode == REMT_MODE_SPLIT;
		pid = make_child();
		if (pid == 0) {
			begin_run(&request, is_trunk);
			return;
		}
		for (int i = 0; i < NR_FDS; i++)
			rt_close(request.fds[i]);
		if (pid < 0 || !is_trunk)
			say_started(&request, pid, pid < 0 ? errno : 0);
		if (pid > 0) {
			message = await_end(&request, pid);
			send_message(&message);
		}
	}
}
