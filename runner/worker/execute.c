/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run: starts it, watches it, ends it with all that it left behind, and measures it. */
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
#include "runner/job/output.h"
#include "runner/job/session.h"
#include "runner/worker/child.h"
#include "runner/worker/run.h"
#include "runner/worker/server.h"

/*
 * Chooses the mode. Coverage and baseline runs are never forked, as they must see constructors,
 * too.
 */
static bool can_fork(struct run *run)
{
	char *why = run->result->fallback;
	size_t size = sizeof(run->result->fallback);

	if (run->job->mode != WORKER_FORKSERVER)
		return false;
	if (run->job->session_mode == REMT_MODE_COVER)
		snprintf(why, size, "coverage includes what happens before main");
	else if (!run->job->server.inode)
		snprintf(why, size, "no executable to serve was named");
	else if (server_start(run->state))
		return true;
	else
		snprintf(why, size, "%s", run->state->refusal);
	return false;
}

/*
 * Returns a longer environment with the same meaning: the session's path gets more slashes. It
 * moves the stack, and so changes what is read there before it is written.
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

/* Returns what traces the run; NULL: nothing does. */
static struct follow *begin_following(struct run *run)
{
	struct worker_state *state = run->state;

	if (!run->job->exec.is_followed || !state->opts->subjects)
		return NULL;
	state->planter =
		(struct planter){ .subjects = state->opts->subjects, .session = state->session };
	state->follow = (struct follow){ .planter = &state->planter };
	state->reaper.follow = &state->follow;
	return &state->follow;
}

static void end_following(struct worker_state *state)
{
	if (!state->reaper.follow)
		return;
	planter_finish(&state->planter);
	follow_deinit(&state->follow);
	state->reaper.follow = NULL;
}

bool execute_start(struct run *run, const int fds[3], int server_fd)
{
	struct worker_state *state = run->state;
	uint32_t probe = state->current.job.exec.probe;
	_cleanup_strv_ char **environ = probe ? pad_environ(state->environ, probe) : NULL;
	struct child_opts opts = {
		.argv = state->current.test.argv,
		.environ = environ ? environ : state->environ,
		.has_random_addresses = probe != 0,
		.directory = state->current.test.directory,
		.fds = { fds[0], fds[1], fds[2] },
		.server_fd = server_fd,
		.follow = begin_following(run),
		.listener = worker_state_listener(state),
		.die_with_parent = !state->containment.is_namespace,
	};
	struct error *err = child_start(&opts, &state->reaper.main);

	if (err)
		run_fail_take(run, err);
	return !err;
}

static bool start(struct run *run)
{
	struct worker_state *state = run->state;
	const char *input_path = state->current.test.input;
	_cleanup_close_ int input =
		run->is_forked ? server_open_input(state) : open(input_path, O_RDONLY | O_CLOEXEC);
	int fds[3] = { input, run->output, run->error ? run->error : run->output };

	if (input < 0) {
		run_fail_take(run, error_errno(ERROR_INTERNAL, errno, "opening %s", input_path));
		return false;
	}
	if (!run->is_forked)
		return execute_start(run, fds, -1);
	if (server_run(state, fds, &state->reaper.main))
		return true;
	snprintf(run->result->fallback, sizeof(run->result->fallback), "%s", state->refusal);
	run->is_forked = false;
	worker_state_stop_server(state);
	reaper_begin(&state->reaper);
	session_prepare(state->session, run->job);
	return execute_start(run, fds, -1);
}

/* True when the end of the main process is known. */
static bool has_ended(struct run *run)
{
	struct reaper *reaper = &run->state->reaper;
	struct remt_message message;

	if (run->is_forked && !reaper->main_ended && server_take_end(run->state, &message))
		run_take_end(run, &message);
	return reaper->main_ended;
}

/* From now on the worker itself cuts system calls off. */
static void end_listening(const struct run *run)
{
	struct listener *listener = worker_state_listener(run->state);

	if (listener)
		listener_end(listener);
}

static void kill_run(struct run *run)
{
	end_listening(run);
	if (run_is_alone(run))
		kill(run->state->reaper.main, SIGKILL);
	else
		worker_state_clear(run->state);
}

/*
 * True if everything is dead and nobody can tell how the main process ended, because its server
 * died first.
 */
static bool is_lost(struct run *run)
{
	struct reaper *reaper = &run->state->reaper;

	if (!run->is_forked || reaper->server || !reaper_collect(reaper) || has_ended(run))
		return false;
	if (run->result->limit == LIMIT_NONE)
		run_fail(run, "the fork-server died without saying how its child ended");
	reaper->status = SIGKILL;
	return true;
}

/* Waits for the end of the main process, and kills the run when it exceeds a limit. */
static void watch(struct run *run)
{
	while (!has_ended(run) && !is_lost(run)) {
		/* The socket of a dead server stays readable; the reaper gets its child. */
		bool listens = run->is_forked && run->state->reaper.server;

		if (run_rest(run, listens ? run->state->server : -1))
			kill_run(run);
	}
}

/* Ends what the main process left behind. */
static void clear(struct run *run)
{
	struct worker_state *state = run->state;
	bool any;

	end_listening(run);
	if (!run->is_forked) {
		any = !reaper_collect(&state->reaper) && worker_state_clear(state);
	} else if (!state->reaper.server) {
		worker_state_clear(state);
		any = false; /* the run killed its server, which matters more than leftovers */
	} else if (tree_last_pid(&state->containment) == state->reaper.main) {
		return;
	} else {
		struct tree_use use;

		reaper_collect(&state->reaper);
		run_measure(run, &use);
		any = use.nr_processes > 0;
		if (any)
			worker_state_clear(state);
	}
	run->result->leftovers = any && run->result->limit == LIMIT_NONE;
	if (run->is_forked && run->result->leftovers)
		state->nr_server_ends++;
}

/* Returns -1 if the run has failed. */
static int open_output(struct run *run, const char *path)
{
	int fd = output_open(path);

	if (fd < 0)
		run_fail_take(run, error_errno(ERROR_INTERNAL, errno, "opening %s", path));
	return fd;
}

void execute_job(struct worker_state *state, struct job_result *ret)
{
	_cleanup_close_ int output = -1, error = -1;
	struct run run = { .state = state, .job = &state->current.job, .result = ret };
	struct error *err;

	*ret = (struct job_result){ .id = run.job->id };
	session_set_paths(state->session, state->cover_path,
			  state->view ? state->opts->view_root : NULL);
	session_set_variants(state->session, state->opts->variants);
	worker_state_renew_network(state);
	run.is_forked = can_fork(&run);
	if (!run.is_forked)
		worker_state_stop_server(state);
	err = worker_state_refresh(state);
	if (err) {
		run_fail_take(&run, err);
		return;
	}
	output = run.output = open_output(&run, state->output_path);
	if (run.job->observes)
		error = run.error = open_output(&run, state->error_path);
	if (output < 0 || (run.job->observes && error < 0))
		return;
	session_prepare(state->session, run.job);
	reaper_begin(&state->reaper);
	if (worker_state_listener(state))
		listener_begin(state->listener);
	run.start_us = clock_us();
	if (!start(&run)) {
		end_following(state);
		return;
	}
	watch(&run);
	clear(&run);
	end_following(state);
	/* the end of the server would take the files away */
	if (run.job->observes)
		run_note_effects(&run);
	/* news of a traced process may come twice */
	if (run.is_forked && (!state->reaper.server || run.is_disturbed))
		worker_state_stop_server(state);
	run_conclude(&run);
}
