/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State and event loop of a worker process. */
#include "runner/worker/worker_state.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/path.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"
#include "runner/sandbox/tree.h"

static struct error *block_signals(struct worker_state *state)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_SETMASK, &set, NULL);
	signals_reset();
	state->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (state->signals < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating a signal descriptor");
	return NULL;
}

static struct error *make_directory(const char *path)
{
	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return error_errno(ERROR_INTERNAL, errno, "creating %s", path);
	return NULL;
}

/* If no view can be had, that is no error: the results say that runs are not isolated. */
static struct error *create_view(struct worker_state *state)
{
	const struct view_opts opts = {
		.root = state->opts->view_root,
		.scratch = state->opts->scratch,
		.offline = state->containment.is_offline,
		.nr_views = state->opts->nr_workers,
	};
	char *path = path_join(opts.scratch, "view");
	struct error *err = NULL;

	if (state->containment.is_namespace && opts.root) {
		err = make_directory(path);
		if (!err)
			error_destroy(view_create(&opts, &state->view));
	}
	free(path);
	return err;
}

/* Enters the fence if a view was wanted and could not be had. */
static void enter_fence(struct worker_state *state)
{
	const struct worker_opts *opts = state->opts;

	if (!state->view && opts->view_root)
		state->fence = fence_enter(opts->view_root, opts->scratch);
}

struct error *worker_state_init(struct worker_state *state, const struct worker_opts *opts,
				const struct containment *containment, int control)
{
	struct rlimit no_core = { 0, 0 };
	struct error *err;

	*state = (struct worker_state){
		.opts = opts,
		.containment = *containment,
		.control = control,
		.session_path = path_join(opts->scratch, "session"),
		.output_path = path_join(opts->scratch, WORKER_OUTPUT),
		.error_path = path_join(opts->scratch, WORKER_ERROR),
		.written_path = path_join(opts->scratch, WORKER_WRITTEN),
		.checks_path = path_join(opts->scratch, WORKER_CHECKS),
		.cover_path = path_join(opts->scratch, WORKER_COVER),
		.server_output_path = path_join(opts->scratch, "server-output"),
		.tmp_path = path_join(opts->scratch, "tmp"),
		.runtime = realpath(opts->runtime, NULL),
		.server = -1,
		.ipc = IPC_NONE,
		.network = NETWORK_NONE,
	};
	if (!state->runtime)
		state->runtime = xstrdup("");
	state->sets = (struct wire_sets){ &state->entered.sets, &state->named };
	setrlimit(RLIMIT_CORE, &no_core);
	err = block_signals(state);
	if (!err)
		err = make_directory(state->cover_path);
	if (!err)
		err = make_directory(state->tmp_path);
	if (!err && opts->named)
		state->listener = listener_create(
			&(struct listener_opts){ opts->modules, opts->scratch, opts->runtime });
	/* A file that is open for writing would keep its mount writable. */
	if (!err)
		err = create_view(state);
	if (!err)
		enter_fence(state);
	if (!err && containment->has_ipc)
		ipc_open(&state->ipc);
	if (!err && containment->is_offline)
		network_open(&state->network);
	if (!err)
		err = session_create(state->session_path, &state->session);
	return err;
}

struct listener *worker_state_listener(const struct worker_state *state)
{
	return state->current.job.is_listened ? state->listener : NULL;
}

static char **make_environ(const struct worker_state *state, const struct test *test)
{
	return attach_environ(test->environ, state->opts->runtime, state->session_path,
			      state->view ? view_tmpdir(state->view) : state->tmp_path);
}

static bool is_current(const struct worker_state *state, const struct wire_job *job)
{
	return state->has_current && state->current.identity_size == job->identity_size &&
	       memcmp(state->current.identity, job->identity, job->identity_size) == 0;
}

void worker_state_stop_server(struct worker_state *state)
{
	if (state->server < 0)
		return;
	close(state->server);
	state->server = -1;
	worker_state_clear(state);
	if (state->view)
		view_pop(state->view);
}

void worker_state_take_job(struct worker_state *state, struct wire_job *job)
{
	bool is_same = is_current(state, job);

	if (state->has_current)
		wire_job_deinit(&state->current);
	state->current = *job;
	state->current.job.test = &state->current.test;
	if (state->current.job.expected)
		state->current.job.expected = &state->current.expected;
	state->has_current = true;
	if (!is_same || state->server_inode != job->job.server.inode ||
	    state->server_is_listened != job->job.is_listened) {
		worker_state_stop_server(state);
		state->refusal[0] = 0;
		state->nr_server_ends = 0;
		state->server_inode = job->job.server.inode;
		state->server_is_listened = job->job.is_listened;
	}
	if (!is_same && state->view)
		view_forget(state->view);
	if (!is_same) {
		strv_destroy(state->environ);
		state->environ = make_environ(state, &state->current.test);
	}
}

/* A test can signal its worker, so only signals from outside the namespace count. */
static bool is_asked_to_end(struct worker_state *state)
{
	struct signalfd_siginfo info;
	bool asked = false;

	while (read(state->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGTERM &&
		    (!state->containment.is_namespace || info.ssi_pid == 0))
			asked = true;
	}
	return asked;
}

void worker_state_await_job(struct worker_state *state)
{
	struct pollfd fds[] = {
		{ .fd = state->control, .events = POLLIN },
		{ .fd = state->signals, .events = POLLIN },
	};

	while (!(fds[0].revents & (POLLIN | POLLHUP | POLLERR))) {
		if (poll(fds, 2, -1) > 0 && fds[1].revents && is_asked_to_end(state))
			worker_state_leave(state);
	}
}

void worker_state_wait(struct worker_state *state, int fd, int timeout_ms)
{
	struct pollfd fds[] = {
		{ .fd = state->control, .events = POLLRDHUP },
		{ .fd = state->signals, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	int count = poll(fds, 3, timeout_ms);

	if (count > 0 && (fds[0].revents || (fds[1].revents && is_asked_to_end(state))))
		worker_state_leave(state);
	if (count > 0 && fds[1].revents)
		reaper_collect(&state->reaper);
}

void worker_state_renew_network(struct worker_state *state)
{
	if (!network_is_used(&state->network))
		return;
	worker_state_stop_server(state); /* the server lives in the old network */
	network_renew(&state->network);
}

bool worker_state_is_used(const struct worker_state *state)
{
	return ipc_is_used(&state->ipc) || network_is_used(&state->network);
}

struct error *worker_state_refresh(struct worker_state *state)
{
	struct error *err;

	ipc_clear(&state->ipc);
	if (state->view)
		return view_refresh(state->view);
	if (rmdir(state->tmp_path) < 0) {
		err = fs_remove_tree(state->tmp_path);
		if (err)
			return err;
	}
	return fs_make_directories(state->tmp_path, 0700);
}

bool worker_state_clear(struct worker_state *state)
{
	return reaper_clear(&state->reaper, &state->containment);
}

_Noreturn void worker_state_leave(struct worker_state *state)
{
	worker_state_clear(state);
	_exit(0);
}
