/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts, uses and ends a fork-server. */
#include "runner/worker/server.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/descriptors.h"
#include "common/xalloc.h"
#include "runner/job/output.h"
#include "runner/job/session.h"
#include "runner/sandbox/tree.h"
#include "runner/worker/child.h"

#define START_MS 20000 /* patience until main is reached, if the job has no limit */
#define REPLY_MS 10000 /* patience with a fork */

static bool refuse(struct worker_state *state, const char *why)
{
	snprintf(state->refusal, sizeof(state->refusal), "%s", why);
	return false;
}

const char *server_explain(enum remt_refusal refusal)
{
	switch (refusal) {
	case REMT_REFUSAL_NONE: return NULL;
	case REMT_REFUSAL_THREADS: return "it has threads";
	case REMT_REFUSAL_CHILDREN: return "it has children";
	case REMT_REFUSAL_SIGCHLD: return "it changes what SIGCHLD does";
	case REMT_REFUSAL_DESCRIPTORS: return "it changes its open files before main";
	case REMT_REFUSAL_DIRECTORY: return "its working directory has no name";
	case REMT_REFUSAL_PID: return "it knows its process id";
	case REMT_REFUSAL_FILES:
		return "it has pipes, sockets or other files open that can't be opened twice";
	case REMT_REFUSAL_LOCKS: return "it holds locks of files";
	case REMT_REFUSAL_MAPPINGS: return "it has shared memory, or has unloaded a module";
	case REMT_REFUSAL_TIMERS: return "it has POSIX timers";
	case REMT_REFUSAL_SIGNALS: return "it has signals pending, or one came between";
	case REMT_REFUSAL_SOCKET: return "it closes descriptors that are not its own";
	}
	return "it refuses to serve";
}

/* Waits until process PID says HELLO. */
static bool await_hello(struct worker_state *state, pid_t pid)
{
	uint64_t wall_ms = state->current.job.limits.wall_ms;
	uint64_t end_ms = clock_ms() + (wall_ms && wall_ms < START_MS ? wall_ms : START_MS);
	struct remt_message message;

	for (;;) {
		ssize_t size = recv(state->server, &message, sizeof(message), MSG_DONTWAIT);
		uint64_t now = clock_ms();

		if (size == sizeof(message))
			break;
		if (size >= 0 || state->reaper.main_ended)
			return refuse(state, "its command does not become its executable");
		if (now >= end_ms)
			return refuse(state, "it does not reach main in time");
		worker_state_wait(state, state->server, (int)(end_ms - now));
	}
	if (message.type != REMT_MESSAGE_HELLO || message.version != REMT_SESSION_VERSION)
		return refuse(state, "its run-time is another version");
	if (message.pid != pid)
		return refuse(state, "its executable is not the process that was started");
	if (message.status)
		return refuse(state, server_explain((enum remt_refusal)message.status));
	return true;
}

/* True if nothing was done before main, which the children's runs would lack. */
static bool has_done_nothing(struct worker_state *state, int input, int output)
{
	struct tree_use use;

	if (lseek(input, 0, SEEK_CUR) > 0)
		return refuse(state, "it reads its input before main");
	if (output_size(output))
		return refuse(state, "it writes output before main");
	if (state->view && !view_is_untouched(state->view))
		return refuse(state, "it writes files before main");
	tree_measure(&state->containment, &(struct tree_kept){ { state->reaper.main }, 1 }, &use);
	if (use.nr_processes)
		return refuse(state, "it starts processes before main");
	/* Objects are removed before each run, and left connections give it a new network. */
	if (worker_state_is_used(state))
		return refuse(state, "it uses the network or IPC before main");
	return true;
}

static bool start(struct worker_state *state, int socket)
{
	_cleanup_close_ int input = open(state->current.test.input, O_RDONLY | O_CLOEXEC);
	_cleanup_close_ int output = output_open(state->server_output_path);
	struct child_opts opts = {
		.argv = state->current.test.argv,
		.environ = state->environ,
		.directory = state->current.test.directory,
		.fds = { input, output, output },
		.server_fd = socket,
		.listener = worker_state_listener(state),
		.die_with_parent = !state->containment.is_namespace,
	};
	struct error *err;
	bool good;

	if (input < 0 || output < 0) {
		close(socket);
		return refuse(state, "its input can't be opened");
	}
	reaper_begin(&state->reaper);
	err = child_start(&opts, &state->reaper.main);
	close(socket);
	if (err) {
		good = refuse(state, err->message);
		error_destroy(err);
		return good;
	}
	return await_hello(state, state->reaper.main) && has_done_nothing(state, input, output);
}

/* Notes the server's standard input, which a shell may have redirected. */
static void note_input(struct worker_state *state)
{
	char link[40], path[PATH_MAX];
	struct stat status;
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/%d/fd/0", (int)state->reaper.server);
	length = readlink(link, path, sizeof(path) - 1);
	free(state->server_input);
	state->server_input = NULL;
	/* The name is that in the run's view. A pipe would be shared. */
	if (length > 0 && stat(link, &status) == 0 &&
	    (S_ISREG(status.st_mode) || S_ISCHR(status.st_mode))) {
		path[length] = 0;
		state->server_input = xstrdup(path);
	}
}

int server_open_input(struct worker_state *state)
{
	const char *input = state->server_input ? state->server_input : state->current.test.input;

	return open(input, O_RDONLY | O_CLOEXEC);
}

static bool begin_serving(struct worker_state *state)
{
	struct error *err = state->view ? view_push(state->view) : NULL;
	struct timeval patience = { .tv_sec = REPLY_MS / 1000 };

	if (err) {
		refuse(state, err->message);
		error_destroy(err);
		return false;
	}
	state->reaper.server = state->reaper.main;
	note_input(state);
	setsockopt(state->server, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	return true;
}

bool server_start(struct worker_state *state)
{
	struct error *err;
	int sockets[2];

	if (state->refusal[0])
		return false;
	reaper_collect(&state->reaper); /* it may have died while nothing ran */
	if (state->server >= 0 && state->reaper.server)
		return true;
	worker_state_stop_server(state);
	if (state->nr_server_ends >= 3)
		return refuse(state, "its runs leave processes behind");
	/* the server must not be blamed for what the last run left */
	err = worker_state_refresh(state);
	if (err || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) < 0) {
		error_destroy(err);
		return refuse(state, "no socket or view for the fork-server");
	}
	session_prepare_server(state->session, &state->current.job, state->view != NULL);
	state->server = sockets[0];
	if (start(state, sockets[1]) && begin_serving(state))
		return true;
	worker_state_stop_server(state);
	/* a run by exec must not find what was done before main */
	worker_state_renew_network(state);
	return false;
}

bool server_send(struct worker_state *state, const int fds[3])
{
	struct remt_message message = {
		.type = REMT_MESSAGE_RUN,
		.version = REMT_SESSION_VERSION,
	};

	return descriptors_send(state->server, &message, sizeof(message), fds, 3, 0);
}

bool server_run(struct worker_state *state, const int fds[3], pid_t *ret)
{
	struct remt_message message;

	if (!server_send(state, fds) ||
	    recv(state->server, &message, sizeof(message), 0) != sizeof(message) ||
	    message.type != REMT_MESSAGE_STARTED || message.pid <= 0)
		return refuse(state, "its fork-server was lost");
	*ret = message.pid;
	return true;
}

bool server_stay(struct worker_state *state)
{
	struct remt_message message = {
		.type = REMT_MESSAGE_STAY,
		.version = REMT_SESSION_VERSION,
	};

	return send(state->server, &message, sizeof(message), MSG_NOSIGNAL) == sizeof(message);
}

bool server_is_closed(const struct worker_state *state)
{
	char byte;

	return recv(state->server, &byte, sizeof(byte), MSG_DONTWAIT | MSG_PEEK) == 0;
}

/* Takes a message, if there; false: none yet. */
static bool take_message(struct worker_state *state, struct remt_message *ret)
{
	return recv(state->server, ret, sizeof(*ret), MSG_DONTWAIT) == sizeof(*ret) &&
	       ret->version == REMT_SESSION_VERSION;
}

bool server_take_files(struct worker_state *state, struct remt_message *ret, int *ret_fds,
		       unsigned *ret_count)
{
	_Static_assert(REMT_SESSION_MAX_SHARED <= DESCRIPTORS_MOST, "they go with one message");
	/* Even an invalid message may carry descriptors; the caller closes them. */
	ssize_t size = descriptors_receive(state->server, ret, sizeof(*ret), ret_fds,
					   REMT_SESSION_MAX_SHARED, ret_count, MSG_DONTWAIT);

	return size == sizeof(*ret) && ret->version == REMT_SESSION_VERSION;
}

bool server_take_end(struct worker_state *state, struct remt_message *ret)
{
	struct remt_message message;

	if (!take_message(state, &message) || message.type != REMT_MESSAGE_DONE)
		return false;
	*ret = message;
	return true;
}
