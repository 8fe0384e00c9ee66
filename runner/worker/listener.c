/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The listener is a thread and no part of the worker's event loop. That loop sleeps, compares
 * outputs or steps through a process while other processes of the run want to go on. The thread
 * waits in the kernel for the next call, not in poll(), which is not woken by a call that was
 * interrupted before.
 */
#include "runner/worker/listener.h"

#include <errno.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/input/input.h"
#include "runner/sandbox/mapping.h"
#include "runner/trace/trace_filter.h"
#include "runner/trace/trace_names.h"

#define CALL_SIGNAL SIGRTMAX /* tells the thread that there is news */
#define CALL_NS	    1000000  /* after which the thread is signalled again */

enum { MAX_NAMES = 4096 /* names of a run; if there are more, none is known */ };

/* Newer than the headers of some distributions. */
#define SET_FLAGS    _IOW('!', 4, uint64_t)
#define SYNC_WAKE_UP 1ULL

struct listener {
	struct listener_opts opts;
	struct sock_fprog program;
	int thread_end, child_end; /* the ends of a socket */
	pthread_t thread;
	pthread_mutex_t mutex; /* guards all that follows */
	pthread_cond_t has_news;
	/* number of expected processes, as the caller and as the thread know it */
	unsigned wanted, seen;
	bool is_deaf; /* the process expected last is not under the filter */
	struct intern *memory;
	struct trace_names names;
	bool is_interrupted, is_ending;
	struct slots known; /* hash of a library's name → whether it is a module */
};

/* Belongs to the thread. */
struct ear {
	struct listener *listener;
	int fd;
	unsigned generation;
	struct seccomp_notif *call;
	struct seccomp_notif_resp *answer;
	struct seccomp_notif_sizes sizes;
};

static bool is_outdated(struct ear *ear)
{
	struct listener *listener = ear->listener;

	pthread_mutex_lock(&listener->mutex);
	bool is_outdated = listener->wanted != ear->generation;

	pthread_mutex_unlock(&listener->mutex);
	return is_outdated;
}

static void note_interruption(struct listener *listener)
{
	pthread_mutex_lock(&listener->mutex);
	listener->is_interrupted |= !listener->is_ending;
	pthread_mutex_unlock(&listener->mutex);
}

/* True if no process is under the filter any more. */
static bool is_dead(int fd)
{
	struct pollfd state = { .fd = fd, .events = POLLIN };

	return poll(&state, 1, 0) > 0 && state.revents & POLLHUP;
}

static bool is_loader(const char *path)
{
	static const char *const names[] = { "ld-linux", "ld-2.", "ld64.so", "ld.so" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strncmp(path_basename(path), names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* True if the instruction at ADDRESS of PID belongs to the loader. */
static bool is_in_loader(pid_t pid, uint64_t address)
{
	_cleanup_mappings_ struct mappings mappings = mappings_of(pid);
	struct mapping mapping;

	while (mappings_next(&mappings, &mapping)) {
		if (address >= mapping.start && address < mapping.end)
			return is_loader(mapping.path);
	}
	return false;
}

static bool is_module(struct listener *listener, const char *path)
{
	uint64_t hash = hash_string(path);
	uint32_t is_module = slots_find(&listener->known, hash);

	if (is_module != SLOTS_NONE)
		return is_module;
	_cleanup_free_ char *resolved = realpath(path, NULL);

	is_module = resolved && modules_lookup(listener->opts.modules, resolved);
	if (resolved) /* otherwise a run may still make it */
		slots_add(&listener->known, hash, is_module);
	return is_module;
}

/*
 * Returns the program for which the loader opens the instrumented library; NULL: another file, or
 * another opener.
 */
static char *find_program(struct ear *ear, const struct trace_named *named)
{
	pid_t pid = (pid_t)ear->call->pid;
	char program[PATH_MAX], link[40];
	ssize_t length;

	if (named->use != TRACE_NAME_OPENED || !strstr(path_basename(named->path), ".so") ||
	    !is_module(ear->listener, named->path) ||
	    !is_in_loader(pid, ear->call->data.instruction_pointer))
		return NULL;
	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	length = readlink(link, program, sizeof(program));
	return length > 0 && length < (ssize_t)sizeof(program) ? xstrndup(program, (size_t)length)
							       : NULL;
}

static void note_call(struct ear *ear)
{
	struct listener *listener = ear->listener;
	const struct seccomp_data *data = &ear->call->data;
	enum trace_filter_call kind = trace_filter_kind(data->arch, data->nr);
	struct trace_named named =
		trace_names_read((pid_t)ear->call->pid, kind, (const void *)data->args);
	_cleanup_free_ char *program = named.path ? find_program(ear, &named) : NULL;

	pthread_mutex_lock(&listener->mutex);
	/* A run can make up names for as long as it lasts. */
	bool is_full = listener->names.names.count >= MAX_NAMES;

	listener->names.is_incomplete |= named.is_unknown || is_full;
	listener->is_interrupted |= kind == TRACE_CALL_FILTERS;
	if (!is_full && program) {
		trace_names_add(&listener->names, program, TRACE_NAME_LOADER);
		trace_names_add(&listener->names, named.path, TRACE_NAME_LOADED);
	} else if (!is_full && named.path) {
		trace_names_add(&listener->names, named.path,
				named.use & TRACE_NAME_EXECUTED ? TRACE_NAME_EXECUTED : named.use);
	}
	if (!is_full)
		trace_names_add_more(&listener->names, &named, TRACE_NAME_EXECUTED);
	pthread_mutex_unlock(&listener->mutex);
	trace_named_deinit(&named);
}

/* Lets the process go on. */
static void answer(struct ear *ear)
{
	memset(ear->answer, 0, ear->sizes.seccomp_notif_resp);
	ear->answer->id = ear->call->id;
	ear->answer->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	if (ioctl(ear->fd, SECCOMP_IOCTL_NOTIF_SEND, ear->answer) < 0)
		note_interruption(ear->listener);
}

/* Serves until no process is under the filter, or another process is expected. */
static void serve(struct ear *ear)
{
	uint64_t flags = SYNC_WAKE_UP;

	ioctl(ear->fd, SET_FLAGS, flags); /* faster, where the kernel knows the flag */
	while (!is_outdated(ear)) {
		memset(ear->call, 0, ear->sizes.seccomp_notif);
		if (ioctl(ear->fd, SECCOMP_IOCTL_NOTIF_RECV, ear->call) == 0) {
			note_call(ear);
			answer(ear);
		} else if (errno != EINTR) {
			if (is_dead(ear->fd))
				return;
			note_interruption(ear->listener);
		}
	}
}

/* Takes the descriptor that listener_load() sent; -1: none. */
static int take_descriptor(const struct listener *listener)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control;
	char byte;
	struct iovec part = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr header = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	struct cmsghdr *sent;
	int fd;

	if (recvmsg(listener->thread_end, &header, MSG_CMSG_CLOEXEC) <= 0)
		return -1;
	sent = CMSG_FIRSTHDR(&header);
	if (!sent || sent->cmsg_type != SCM_RIGHTS)
		return -1;
	memcpy(&fd, CMSG_DATA(sent), sizeof(fd));
	return fd;
}

static void *listen_for_ever(void *arg)
{
	struct listener *listener = arg;
	struct ear ear = { .listener = listener };

	syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &ear.sizes);
	ear.call = xcalloc(1, ear.sizes.seccomp_notif + sizeof(*ear.call));
	ear.answer = xcalloc(1, ear.sizes.seccomp_notif_resp + sizeof(*ear.answer));
	for (;;) {
		pthread_mutex_lock(&listener->mutex);
		listener->seen = ear.generation = listener->wanted;
		pthread_cond_signal(&listener->has_news);
		pthread_mutex_unlock(&listener->mutex);
		ear.fd = take_descriptor(listener);
		if (ear.fd < 0)
			continue;
		pthread_mutex_lock(&listener->mutex);
		/* It may be of a process that was expected before. */
		listener->is_deaf = listener->wanted != ear.generation;
		pthread_mutex_unlock(&listener->mutex);
		serve(&ear);
		close(ear.fd);
	}
	return NULL;
}

static void be_called(int number)
{
	(void)number;
}

/* Only the thread takes its signal, and it takes no other. */
static bool start_thread(struct listener *listener)
{
	struct sigaction action = { .sa_handler = be_called };
	sigset_t all, before;
	bool is_started;

	sigaction(CALL_SIGNAL, &action, NULL);
	sigfillset(&all);
	sigdelset(&all, CALL_SIGNAL);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	is_started = pthread_create(&listener->thread, NULL, listen_for_ever, listener) == 0;
	sigaddset(&before, CALL_SIGNAL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return is_started;
}

static bool has_notifications(void)
{
	uint32_t action = SECCOMP_RET_USER_NOTIF;
	struct seccomp_notif_sizes sizes;

	return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 &&
	       syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0;
}

struct listener *listener_create(const struct listener_opts *opts)
{
	struct listener *listener = xcalloc(1, sizeof(*listener));
	int sockets[2] = { -1, -1 };

	*listener = (struct listener){
		.opts = *opts,
		.mutex = PTHREAD_MUTEX_INITIALIZER,
		.has_news = PTHREAD_COND_INITIALIZER,
		.is_deaf = true,
	};
	if (has_notifications() && trace_filter_export(&listener->program) &&
	    socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0) {
		listener->thread_end = sockets[0];
		listener->child_end = sockets[1];
		listener->memory = listener->names.memory = intern_create();
		if (start_thread(listener))
			return listener;
		intern_destroy(listener->memory);
		close(sockets[0]);
		close(sockets[1]);
	}
	free(listener->program.filter);
	free(listener);
	return NULL;
}

void listener_expect(struct listener *listener)
{
	pthread_mutex_lock(&listener->mutex);
	listener->wanted++;
	listener->is_deaf = true;
	while (listener->seen != listener->wanted) {
		struct timespec until;

		pthread_kill(listener->thread, CALL_SIGNAL);
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += CALL_NS;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&listener->has_news, &listener->mutex, &until);
	}
	pthread_mutex_unlock(&listener->mutex);
}

static long load(const struct sock_fprog *program)
{
	/*
	 * Where the kernel knows the flag, only the death of the process can end a noted call, no
	 * other signal.
	 */
	long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			  SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
			  program);

	return fd >= 0 || errno != EINVAL ? fd
					  : syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
						    SECCOMP_FILTER_FLAG_NEW_LISTENER, program);
}

void listener_load(const struct listener *listener)
{
	union {
		char bytes[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control = { { 0 } };
	char byte = 0;
	struct iovec part = { .iov_base = &byte, .iov_len = 1 };
	struct msghdr header = { .msg_iov = &part, .msg_iovlen = 1 };
	int fd = (int)load(&listener->program);

	if (fd >= 0) {
		header.msg_control = control.bytes;
		header.msg_controllen = sizeof(control.bytes);
		struct cmsghdr *sent = CMSG_FIRSTHDR(&header);

		sent->cmsg_level = SOL_SOCKET;
		sent->cmsg_type = SCM_RIGHTS;
		sent->cmsg_len = CMSG_LEN(sizeof(fd));
		memcpy(CMSG_DATA(sent), &fd, sizeof(fd));
	}
	while (sendmsg(listener->child_end, &header, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

/* Forgets what was noted; the caller holds the lock. */
static void forget(struct listener *listener)
{
	slots_deinit(&listener->names.known);
	vec_deinit(&listener->names.names);
	listener->names.is_incomplete = listener->is_interrupted = false;
}

void listener_begin(struct listener *listener)
{
	pthread_mutex_lock(&listener->mutex);
	if (listener->names.names.count) {
		forget(listener);
		intern_destroy(listener->memory);
		listener->memory = listener->names.memory = intern_create();
	}
	listener->names.is_incomplete = listener->is_interrupted = listener->is_ending = false;
	pthread_mutex_unlock(&listener->mutex);
}

void listener_end(struct listener *listener)
{
	pthread_mutex_lock(&listener->mutex);
	listener->is_ending = true;
	pthread_mutex_unlock(&listener->mutex);
}

bool listener_is_noticed(struct listener *listener)
{
	pthread_mutex_lock(&listener->mutex);
	bool is_noticed = listener->is_interrupted;

	pthread_mutex_unlock(&listener->mutex);
	return is_noticed;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct trace_name *)a)->path, ((const struct trace_name *)b)->path);
}

/* True for files that are never inputs of a run. */
static bool is_own(const struct listener *listener, const struct trace_name *name)
{
	return input_is_made_up(name->path) ||
	       path_is_below(listener->opts.private_dir, name->path) ||
	       strcmp(name->path, listener->opts.runtime) == 0;
}

/* False if the run may have read a program without naming it. */
static bool add_rows(struct listener *listener, const struct trace_name *names, size_t count,
		     struct strbuf *content)
{
	for (size_t i = 0; i < count; i++) {
		if (trace_name_is_own_program(&names[i]))
			return false;
		if (names[i].uses & TRACE_NAME_EMPTIED || is_own(listener, &names[i]))
			continue;
		named_add_row(content, &(struct named_row){ names[i].uses, 0, names[i].path });
	}
	return true;
}

uint64_t listener_conclude(struct listener *listener, struct named_sets *sets)
{
	struct strbuf content = { 0 };
	uint64_t hash = 0;

	pthread_mutex_lock(&listener->mutex);
	size_t count = listener->names.names.count;
	bool is_whole = !listener->is_deaf && !listener->names.is_incomplete;
	_cleanup_free_ struct trace_name *names = xcalloc(count + 1, sizeof(*names));

	for (size_t i = 0; i < count; i++)
		names[i] = listener->names.names.items[i];
	qsort(names, count, sizeof(*names), compare_names);
	is_whole = is_whole && add_rows(listener, names, count, &content);
	pthread_mutex_unlock(&listener->mutex);
	if (is_whole) {
		size_t size = content.length;

		hash = named_sets_add(sets, strbuf_take(&content), size);
	}
	strbuf_deinit(&content);
	return hash;
}

void listener_keep(struct listener *listener, struct listener_kept *ret)
{
	pthread_mutex_lock(&listener->mutex);
	ret->names.count = 0;
	for (size_t i = 0; i < listener->names.names.count; i++)
		vec_push(&ret->names, listener->names.names.items[i]);
	ret->is_incomplete = listener->names.is_incomplete;
	ret->is_interrupted = listener->is_interrupted;
	pthread_mutex_unlock(&listener->mutex);
}

void listener_put_back(struct listener *listener, const struct listener_kept *kept)
{
	pthread_mutex_lock(&listener->mutex);
	forget(listener);
	for (size_t i = 0; i < kept->names.count; i++) {
		slots_add(&listener->names.known, (uintptr_t)kept->names.items[i].path,
			  (uint32_t)i);
		vec_push(&listener->names.names, kept->names.items[i]);
	}
	listener->names.is_incomplete = kept->is_incomplete;
	listener->is_interrupted = kept->is_interrupted;
	pthread_mutex_unlock(&listener->mutex);
}

void listener_kept_deinit(struct listener_kept *kept)
{
	vec_deinit(&kept->names);
}
