/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run: start it, watch it, end it with all that it left behind, measure.
 */
#include "runner/worker/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/clock.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/session.h"
#include "runner/worker/child.h"
#include "runner/job/output.h"
#include "runner/worker/run.h"
#include "runner/worker/server.h"
#include "runner/job/session.h"

/* Chooses the mode: coverage and baseline runs see constructors, too, so they are never forked. */
static bool can_fork(struct run *run)
{
	char *why = run->result->fallback;
	size_t size = sizeof(run->result->fallback);

	if (run->job->mode != WORKER_FORKSERVER)
		return false;
	if (run->job->session_mode == REMT_MODE_COVER)
		snprintf(why, size, "coverage includes what happens before main");
	else if (!run->job->server_inode)
		snprintf(why, size, "no executable to serve was named");
	else if (server_start(run->bench))
		return true;
	else
		snprintf(why, size, "%s", run->bench->refusal);
	return false;
}

/*
 * A longer environment that says the same: the session's path with more slashes.  It moves the stack, and what is read
 * from there before it was written.
 */
static char **pad_environ(char *const *environ, uint32_t probe)
{
	enum { STEP = 1000 };
	char **copy = strv_copy(environ);
	const char *session = strv_env_get(copy, REMT_SESSION_ENV);
	_cleanup_free_ char *slashes = xcalloc((size_t)probe * STEP + 1, 1);

	memset(slashes, '/', (size_t)probe * STEP);
	_cleanup_free_ char *path = xasprintf("%s%s", slashes, session);

	strv_env_set(&copy, REMT_SESSION_ENV, path);
	return copy;
}

/* By what the run is traced; NULL: it is not. */
static struct follow *begin_following(struct run *run)
{
	struct bench *bench = run->bench;

	if (!run->job->is_followed || !bench->opts->subjects)
		return NULL;
	bench->planter =
		(struct planter){ .subjects = bench->opts->subjects, .session = bench->session };
	bench->follow = (struct follow){ .planter = &bench->planter };
	bench->reaper.follow = &bench->follow;
	return &bench->follow;
}

static void end_following(struct bench *bench)
{
	if (!bench->reaper.follow)
		return;
	planter_finish(&bench->planter);
	follow_deinit(&bench->follow);
	bench->reaper.follow = NULL;
}

bool execute_start(struct run *run, const int fds[3], int server_fd)
{
	struct bench *bench = run->bench;
	uint32_t probe = bench->current.job.probe;
	_cleanup_strv_ char **environ = probe ? pad_environ(bench->environ, probe) : NULL;
	struct child_opts opts = {
		.argv = bench->current.test.argv,
		.environ = environ ? environ : bench->environ,
		.has_random_addresses = probe != 0,
		.directory = bench->current.test.directory,
		.fds = { fds[0], fds[1], fds[2] },
		.server_fd = server_fd,
		.follow = begin_following(run),
		.listener = bench_listener(bench),
		.die_with_parent = !bench->containment.is_namespace,
	};
	struct error *err = child_start(&opts, &bench->reaper.main);

	if (err)
		run_fail_take(run, err);
	return !err;
}

static bool start(struct run *run)
{
	struct bench *bench = run->bench;
	const char *input_path = bench->current.test.input;
	_cleanup_close_ int input = run->is_forked ? server_open_input(bench)
						   : open(input_path, O_RDONLY | O_CLOEXEC);
	int fds[3] = { input, run->output, run->error ? run->error : run->output };

	if (input < 0) {
		run_fail_take(run, error_errno(ERROR_INTERNAL, errno, "opening %s", input_path));
		return false;
	}
	if (!run->is_forked)
		return execute_start(run, fds, -1);
	if (server_run(bench, fds, &bench->reaper.main))
		return true;
	snprintf(run->result->fallback, sizeof(run->result->fallback), "%s", bench->refusal);
	run->is_forked = false;
	server_stop(bench);
	reaper_begin(&bench->reaper);
	session_prepare(bench->session, run->job);
	return execute_start(run, fds, -1);
}

/* True when the main process's end is known. */
static bool has_ended(struct run *run)
{
	struct reaper *reaper = &run->bench->reaper;
	struct remt_message message;

	if (run->is_forked && !reaper->main_ended && server_take_end(run->bench, &message))
		run_take_end(run, &message);
	return reaper->main_ended;
}

/* What is cut off from here on was cut off by the worker. */
static void end_listening(const struct run *run)
{
	struct listener *listener = bench_listener(run->bench);

	if (listener)
		listener_end(listener);
}

static void kill_run(struct run *run)
{
	end_listening(run);
	if (run_is_alone(run))
		kill(run->bench->reaper.main, SIGKILL);
	else
		bench_clear(run->bench);
}

/* True if everything is dead and nobody will say how the main process ended: its server died in
 * between. */
static bool is_lost(struct run *run)
{
	struct reaper *reaper = &run->bench->reaper;

	if (!run->is_forked || reaper->server || !reaper_collect(reaper) || has_ended(run))
		return false;
	if (run->result->limit == LIMIT_NONE)
		run_fail(run, "the fork-server died without saying how its child ended");
	reaper->status = SIGKILL;
	return true;
}

/* Waits for the end of the main process and brings it about when a limit is exceeded. */
static void watch(struct run *run)
{
	while (!has_ended(run) && !is_lost(run)) {
		/* A lost server's socket stays readable; its child comes to the reaper. */
		bool listens = run->is_forked && run->bench->reaper.server;

		if (run_rest(run, listens ? run->bench->server : -1))
			kill_run(run);
	}
}

/* Ends what the main process left behind. */
static void clear(struct run *run)
{
	struct bench *bench = run->bench;
	bool any;

	end_listening(run);
	if (!run->is_forked) {
		any = !reaper_collect(&bench->reaper) && bench_clear(bench);
	} else if (!bench->reaper.server) {
		bench_clear(bench);
		any = false; /* the run killed its server: whatever else there was is not its main
				concern */
	} else if (tree_last_pid(&bench->containment) == bench->reaper.main) {
		return;
	} else {
		struct tree_use use;

		reaper_collect(&bench->reaper);
		run_measure(run, &use);
		any = use.nr_processes > 0;
		if (any)
			bench_clear(bench);
	}
	run->result->leftovers = any && run->result->limit == LIMIT_NONE;
	if (run->is_forked && run->result->leftovers)
		bench->nr_server_ends++;
}

/* -1: the run has failed. */
static int open_output(struct run *run, const char *path)
{
	int fd = output_open(path);

	if (fd < 0)
		run_fail_take(run, error_errno(ERROR_INTERNAL, errno, "opening %s", path));
	return fd;
}

void execute_job(struct bench *bench, struct job_result *ret)
{
	_cleanup_close_ int output = -1, error = -1;
	struct run run = { .bench = bench, .job = &bench->current.job, .result = ret };
	struct error *err;

	*ret = (struct job_result){ .id = run.job->id };
	session_set_paths(bench->session, bench->cover_path,
			  bench->view ? bench->opts->view_root : NULL);
	session_set_variants(bench->session, bench->opts->variants);
	bench_renew_network(bench);
	run.is_forked = can_fork(&run);
	if (!run.is_forked)
		server_stop(bench);
	err = bench_refresh(bench);
	if (err) {
		run_fail_take(&run, err);
		return;
	}
	output = run.output = open_output(&run, bench->output_path);
	if (run.job->observes)
		error = run.error = open_output(&run, bench->error_path);
	if (output < 0 || (run.job->observes && error < 0))
		return;
	session_prepare(bench->session, run.job);
	reaper_begin(&bench->reaper);
	if (bench_listener(bench))
		listener_begin(bench->listener);
	run.start_us = clock_us();
	if (!start(&run)) {
		end_following(bench);
		return;
	}
	watch(&run);
	clear(&run);
	end_following(bench);
	if (run.job->observes)
		run_note_deeds(&run); /* before what it has written goes with its server */
	if (run.is_forked && (!bench->reaper.server || run.is_disturbed))
		server_stop(bench); /* of what was traced news may come twice */
	run_conclude(&run);
}
