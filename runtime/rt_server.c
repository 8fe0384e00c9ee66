/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * The fork-server: this process stops before main and makes one child per run.
 *
 * What the children could not share safely is looked for first (threads,
 * descriptors, children); if there is any, HELLO says so and the runner ends this process.
 */
#include <dirent.h>
#include <errno.h>
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

/* As getdents64(2) gives it. */
struct directory_entry {
	uint64_t inode;
	int64_t offset;
	uint16_t size;
	uint8_t type;
	char name[];
};

#pragma weak _Fork

static char directory[REMT_PATH_MAX]; /* of the server: every child starts there */

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

static void send_message(const struct remt_message *message)
{
	if (syscall(SYS_sendto, REMT_SERVER_FD, message, sizeof(*message), MSG_NOSIGNAL, NULL, 0) !=
	    sizeof(*message))
		leave();
}

/* Takes the descriptors out of HEADER's control data; false unless there are exactly three. */
static bool take_fds(struct msghdr *header, int *fds)
{
	struct cmsghdr *control = CMSG_FIRSTHDR(header);

	if (!control || control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS ||
	    control->cmsg_len != CMSG_LEN(NR_FDS * sizeof(int)))
		return false;
	for (int i = 0; i < NR_FDS; i++)
		fds[i] = ((int *)CMSG_DATA(control))[i];
	return true;
}

static void receive_request(struct request *request)
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
	if (size != sizeof(request->message) || request->message.type != REMT_MESSAGE_RUN ||
	    request->message.version != REMT_SESSION_VERSION || !take_fds(&header, request->fds)) {
		rt_session_fail(REMT_RUNTIME_SERVER);
		leave();
	}
}

/* Number that NAME is; -1 if it is none. */
static int parse_number(const char *name)
{
	int number = 0;

	if (!*name)
		return -1;
	for (; *name; name++) {
		if (*name < '0' || *name > '9')
			return -1;
		number = number * 10 + (*name - '0');
	}
	return number;
}

/* True if exactly 0, 1, 2 and the socket are open. */
static bool has_usual_fds(void)
{
	int list = rt_open("/proc/self/fd", O_RDONLY | O_DIRECTORY, 0);
	_Alignas(struct directory_entry) char buffer[4096];
	unsigned usual = 0, other = 0;
	long size;

	if (list < 0)
		return false;
	while ((size = syscall(SYS_getdents64, list, buffer, sizeof(buffer))) > 0) {
		for (long at = 0; at < size;) {
			struct directory_entry *entry = (struct directory_entry *)(buffer + at);
			int fd = parse_number(entry->name);

			at += entry->size;
			if (fd >= 0 && fd < NR_FDS)
				usual++;
			else if (fd >= 0 && fd != list && fd != REMT_SERVER_FD)
				other++;
		}
	}
	rt_close(list);
	return usual == NR_FDS && !other;
}

static bool has_children(void)
{
	return syscall(SYS_waitid, P_ALL, 0, NULL, WEXITED | WNOHANG | WNOWAIT, NULL) == 0;
}

static bool ignores_children(void)
{
	struct sigaction action;

	return sigaction(SIGCHLD, NULL, &action) != 0 || action.sa_handler != SIG_DFL;
}

static enum remt_refusal find_refusal(void)
{
	struct statx status;

	/* A directory has two links more than subdirectories, one per thread. */
	if (!rt_statx(AT_FDCWD, "/proc/self/task", &status) || status.stx_nlink != 3)
		return REMT_REFUSAL_THREADS;
	if (has_children())
		return REMT_REFUSAL_CHILDREN;
	if (ignores_children())
		return REMT_REFUSAL_SIGCHLD;
	if (!has_usual_fds())
		return REMT_REFUSAL_DESCRIPTORS;
	if (syscall(SYS_getcwd, directory, sizeof(directory)) < 0)
		return REMT_REFUSAL_DIRECTORY;
	return REMT_REFUSAL_NONE;
}

static void begin_run(const struct request *request)
{
	/* First, as reading a page before it is written costs a second fault. */
	__atomic_fetch_add(&rt_session->nr_attached, 1, __ATOMIC_RELAXED);
	rt_close(REMT_SERVER_FD);
	for (int i = 0; i < NR_FDS; i++) {
		syscall(SYS_dup3, request->fds[i], i, 0);
		rt_close(request->fds[i]);
	}
	syscall(SYS_setsid);
	if (rt_session->view_root[0])
		syscall(SYS_chdir, directory);
	rt_units_attach_remembered();
}

static void report_end(const struct request *request, pid_t pid)
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
	send_message(&message);
}

/*
 * Without the handlers of pthread_atfork(), which no test sees that is started by exec, and without
 * what fork() repairs after threads, of which there are none.  Not in glibc before 2.34.
 */
static pid_t make_child(void)
{
	return _Fork ? _Fork() : fork();
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
	for (;;) {
		struct request request;
		pid_t pid;

		receive_request(&request);
		pid = make_child();
		if (pid == 0) {
			begin_run(&request);
			return;
		}
		for (int i = 0; i < NR_FDS; i++)
			rt_close(request.fds[i]);
		message.type = REMT_MESSAGE_STARTED;
		message.pid = pid;
		message.status = pid < 0 ? errno : 0;
		message.run = request.message.run;
		send_message(&message);
		if (pid > 0)
			report_end(&request, pid);
	}
}
