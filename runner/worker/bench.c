/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State and event loop of a worker process. */
#include "runner/worker/bench.h"

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
#include "runner/worker/server.h"
#include "runner/job/session.h"
#include "runner/sandbox/tree.h"

static struct error *block_signals(struct bench *bench)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_SETMASK, &set, NULL);
	signals_reset();
	bench->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	if (bench->signals < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating a signal descriptor");
	return NULL;
}

static struct error *make_directory(const char *path)
{
	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return error_errno(ERROR_INTERNAL, errno, "creating %s", path);
	return NULL;
}

/* A view that can't be had is no error: the results say that runs are not isolated. */
static struct error *create_view(struct bench *bench)
{
	const struct view_opts opts = {
		.root = bench->opts->view_root,
		.scratch = bench->opts->scratch,
		.offline = bench->containment.is_offline,
		.nr_views = bench->opts->nr_workers,
	};
	char *path = path_join(opts.scratch, "view");
	struct error *err = NULL;

	if (bench->containment.is_namespace && opts.root) {
		err = make_directory(path);
		if (!err)
			error_destroy(view_create(&opts, &bench->view));
	}
	free(path);
	return err;
}

/* Where no view could be had, and one was wanted. */
static void enter_fence(struct bench *bench)
{
	const struct worker_opts *opts = bench->opts;

	if (!bench->view && opts->view_root)
		bench->fence = fence_enter(opts->view_root, opts->scratch);
}

struct error *bench_init(struct bench *bench, const struct worker_opts *opts,
			 const struct containment *containment, int control)
{
	struct rlimit no_core = { 0, 0 };
	struct error *err;

	*bench = (struct bench){
		.opts = opts,
		.containment = *containment,
		.control = control,
		.session_path = path_join(opts->scratch, "session"),
		.output_path = path_join(opts->scratch, BENCH_OUTPUT),
		.error_path = path_join(opts->scratch, BENCH_ERROR),
		.written_path = path_join(opts->scratch, BENCH_WRITTEN),
		.checks_path = path_join(opts->scratch, BENCH_CHECKS),
		.cover_path = path_join(opts->scratch, BENCH_COVER),
		.server_output_path = path_join(opts->scratch, "server-output"),
		.tmp_path = path_join(opts->scratch, "tmp"),
		.runtime = realpath(opts->runtime, NULL),
		.server = -1,
		.ipc = IPC_NONE,
		.network = NETWORK_NONE,
	};
	if (!bench->runtime)
		bench->runtime = xstrdup("");
	bench->sets = (struct wire_sets){ &bench->entered.sets, &bench->named };
	setrlimit(RLIMIT_CORE, &no_core);
	err = block_signals(bench);
	if (!err)
		err = make_directory(bench->cover_path);
	if (!err)
		err = make_directory(bench->tmp_path);
	if (!err && opts->named)
		bench->listener = listener_create(&(struct listener_opts){
			opts->modules, opts->scratch, opts->runtime });
	/* Before any file is opened for writing, which would keep its mount writable. */
	if (!err)
		err = create_view(bench);
	if (!err)
		enter_fence(bench);
	if (!err && containment->has_ipc)
		ipc_open(&bench->ipc);
	if (!err && containment->is_offline)
		network_open(&bench->network);
	if (!err)
		err = session_create(bench->session_path, &bench->session);
	return err;
}

struct listener *bench_listener(const struct bench *bench)
{
	return bench->current.job.is_listened ? bench->listener : NULL;
}

static char **make_environ(const struct bench *bench, const struct test *test)
{
	return attach_environ(test->environ, bench->opts->runtime, bench->session_path,
			      bench->view ? view_tmpdir(bench->view) : bench->tmp_path);
}

static bool is_current(const struct bench *bench, const struct wire_job *job)
{
	return bench->has_current && bench->current.identity_size == job->identity_size &&
	       memcmp(bench->current.identity, job->identity, job->identity_size) == 0;
}

void bench_take_job(struct bench *bench, struct wire_job *job)
{
	bool is_same = is_current(bench, job);

	if (bench->has_current)
		wire_job_deinit(&bench->current);
	bench->current = *job;
	bench->current.job.test = &bench->current.test;
	if (bench->current.job.expected)
		bench->current.job.expected = &bench->current.expected;
	bench->has_current = true;
	if (!is_same || bench->server_inode != job->job.server_inode ||
	    bench->server_is_listened != job->job.is_listened) {
		server_stop(bench);
		bench->refusal[0] = 0;
		bench->nr_server_ends = 0;
		bench->server_inode = job->job.server_inode;
		bench->server_is_listened = job->job.is_listened;
	}
	if (!is_same && bench->view)
		view_forget(bench->view);
	if (!is_same) {
		strv_destroy(bench->environ);
		bench->environ = make_environ(bench, &bench->current.test);
	}
}

/* A test can send signals to its worker; only those from outside the namespace count. */
static bool is_asked_to_end(struct bench *bench)
{
	struct signalfd_siginfo info;
	bool asked = false;

	while (read(bench->signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGTERM &&
		    (!bench->containment.is_namespace || info.ssi_pid == 0))
			asked = true;
	}
	return asked;
}

void bench_await_job(struct bench *bench)
{
	struct pollfd fds[] = {
		{ .fd = bench->control, .events = POLLIN },
		{ .fd = bench->signals, .events = POLLIN },
	};

	while (!(fds[0].revents & (POLLIN | POLLHUP | POLLERR))) {
		if (poll(fds, 2, -1) > 0 && fds[1].revents && is_asked_to_end(bench))
			bench_leave(bench);
	}
}

void bench_wait(struct bench *bench, int fd, int timeout_ms)
{
	struct pollfd fds[] = {
		{ .fd = bench->control, .events = POLLRDHUP },
		{ .fd = bench->signals, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};
	int count = poll(fds, 3, timeout_ms);

	if (count > 0 && (fds[0].revents || (fds[1].revents && is_asked_to_end(bench))))
		bench_leave(bench);
	if (count > 0 && fds[1].revents)
		reaper_collect(&bench->reaper);
}

void bench_renew_network(struct bench *bench)
{
	if (!network_is_used(&bench->network))
		return;
	server_stop(bench); /* it lives in the old one */
	network_renew(&bench->network);
}

bool bench_is_used(const struct bench *bench)
{
	return ipc_is_used(&bench->ipc) || network_is_used(&bench->network);
}

struct error *bench_refresh(struct bench *bench)
{
	struct error *err;

	ipc_clear(&bench->ipc);
	if (bench->view)
		return view_refresh(bench->view);
	if (rmdir(bench->tmp_path) < 0) {
		err = fs_remove_tree(bench->tmp_path);
		if (err)
			return err;
	}
	return fs_make_directories(bench->tmp_path, 0700);
}

bool bench_clear(struct bench *bench)
{
	return reaper_clear(&bench->reaper, &bench->containment);
}

_Noreturn void bench_leave(struct bench *bench)
{
	bench_clear(bench);
	_exit(0);
}
