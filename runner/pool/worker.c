/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The caller's end of a worker: starts the process, sends jobs and takes results.
 *
 * It also does what must be done outside the worker's view of the file system: it judges and keeps
 * the output, and puts coverage files where they are wanted.
 */
#include "runner/pool/worker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/xalloc.h"
#include "runner/job/output.h"
#include "runner/job/wire.h"
#include "runner/pool/keeper.h"
#include "runner/sandbox/contain.h"
#include "runner/split/split.h"
#include "runner/worker/execute.h"
#include "runner/worker/worker_state.h"

/* The limit must be met before the ids of processes are used up, of which the kernel keeps 300 back. */
_Static_assert(JOB_MAX_TASKS + 300 < CONTAIN_LAST_PID, "a bomb ends by its limit");

#define CONTROL_FD 3	/* the socket in the worker process */
#define END_MS	   5000 /* time to clean up for a worker without namespaces */

struct worker {
	pid_t pid;
	int socket;
	struct isolation isolation;
	char *scratch, *output, *error, *written, *checks, *cover;
	struct job job;	       /* the job in flight; strings copied, test borrowed */
	struct job_keep keep;  /* wishes of the job; owned */
	struct wire_sets sets; /* borrowed */
	struct strbuf message; /* buffer of worker_submit() */
};

/* Keeps 0, 1, 2 and the socket occupied, and closes all else that the caller has open. */
static bool arrange_fds(int control)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || fcntl(2, F_GETFD) < 0)
		return false;
	if (control != CONTROL_FD && dup3(control, CONTROL_FD, O_CLOEXEC) < 0)
		return false;
	return syscall(SYS_close_range, CONTROL_FD + 1, ~0u, 0) == 0;
}

/* The first message of a worker process. */
struct start_report {
	char error[200]; /* "": the start succeeded */
	struct isolation isolation;
};

static bool report_start(struct error *err, const struct worker_state *state)
{
	struct start_report report = { .error = "" };

	if (err)
		snprintf(report.error, sizeof(report.error), "%s", err->message);
	else
		report.isolation = (struct isolation){
			.has_namespaces = state->containment.is_namespace,
			.has_view = state->view != NULL,
			.is_offline = state->containment.is_offline,
			.has_ipc = state->containment.has_ipc,
			.is_bounded = state->containment.is_bounded,
			.fence = state->fence,
		};
	return wire_send(CONTROL_FD, &report, sizeof(report)) && !err;
}

/* The life of the worker process. */
static _Noreturn void work(const struct worker_opts *opts, struct containment *containment,
			   int control)
{
	struct worker_state state;
	struct error *err;

	setsid(); /* the caller handles signals of the terminal */
	if (!arrange_fds(control))
		_exit(1);
	if (!containment->is_namespace)
		keeper_split(containment);
	err = contain_enter(containment);
	if (!err)
		contain_bound_processes(containment);
	if (!err)
		err = worker_state_init(&state, opts, containment, CONTROL_FD);
	if (!report_start(err, &state))
		_exit(1);
	for (;;) {
		struct job_result result;
		struct wire_job job;

		worker_state_await_job(&state);
		if (!wire_receive_job(CONTROL_FD, &job))
			worker_state_leave(&state);
		worker_state_take_job(&state, &job);
		if (job.job.mode == WORKER_SPLIT) {
			split_job(&state);
			continue;
		}
		execute_job(&state, &result);
		if (!wire_send_result(CONTROL_FD, &result, &state.sets))
			worker_state_leave(&state);
	}
}

/* Takes the message of report_start(). */
static struct error *await_start(int socket, struct isolation *ret)
{
	struct start_report report;

	if (!wire_receive(socket, &report, sizeof(report)))
		return error_create(ERROR_INTERNAL, "the worker died at its start");
	if (report.error[0])
		return error_create(ERROR_INTERNAL, "%.*s", (int)sizeof(report.error),
				    report.error);
	*ret = report.isolation;
	return NULL;
}

static struct error *start(const struct worker_opts *opts, enum contain_wish wish,
			   struct worker *worker)
{
	struct containment containment;
	struct error *err;
	int sockets[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating a socket");
	worker->pid = contain_fork(wish, &containment);
	if (worker->pid == 0) {
		close(sockets[0]);
		work(opts, &containment, sockets[1]);
	}
	close(sockets[1]);
	if (worker->pid < 0) {
		err = error_errno(ERROR_INTERNAL, errno, "forking a worker");
		close(sockets[0]);
		return err;
	}
	err = await_start(sockets[0], &worker->isolation);
	if (err) {
		close(sockets[0]);
		waitpid(worker->pid, NULL, 0);
		return err;
	}
	worker->socket = sockets[0];
	return NULL;
}

static void forget_job(struct worker *worker)
{
	free((char *)worker->keep.output);
	free((char *)worker->keep.error);
	free((char *)worker->keep.written);
	free((char *)worker->keep.checks);
	free((char *)worker->keep.coverage);
}

static void destroy(struct worker *worker)
{
	free(worker->scratch);
	free(worker->output);
	free(worker->error);
	free(worker->written);
	free(worker->checks);
	free(worker->cover);
	forget_job(worker);
	strbuf_deinit(&worker->message);
	free(worker);
}

struct error *worker_start(const struct worker_opts *opts, struct worker **ret)
{
	struct worker *worker = xcalloc(1, sizeof(*worker));
	struct error *err = NULL;

	worker->scratch = xstrdup(opts->scratch);
	worker->output = path_join(opts->scratch, WORKER_OUTPUT);
	worker->error = path_join(opts->scratch, WORKER_ERROR);
	worker->written = path_join(opts->scratch, WORKER_WRITTEN);
	worker->checks = path_join(opts->scratch, WORKER_CHECKS);
	worker->cover = path_join(opts->scratch, WORKER_COVER);
	worker->sets = (struct wire_sets){ opts->entered, opts->named };
	if (opts->wish != CONTAIN_NOT)
		err = start(opts, opts->wish, worker);
	/* Refused namespaces are no failure: worker_isolation() tells of them. */
	if (opts->wish == CONTAIN_NOT || err) {
		error_destroy(err);
		err = start(opts, CONTAIN_NOT, worker);
	}
	if (err)
		destroy(worker);
	else
		*ret = worker;
	return error_wrap(err, "starting a worker");
}

/* Tells how the worker process ended. */
static struct error *describe_death(struct worker *worker)
{
	int status;

	if (worker->pid <= 0 || waitpid(worker->pid, &status, 0) != worker->pid)
		return error_create(ERROR_INTERNAL, "the worker is gone");
	worker->pid = 0;
	if (WIFSIGNALED(status))
		return error_create(ERROR_INTERNAL, "the worker was killed by signal %d",
				    WTERMSIG(status));
	return error_create(ERROR_INTERNAL, "the worker ended with status %d", WEXITSTATUS(status));
}

struct error *worker_submit(struct worker *worker, const struct job *job)
{
	if (job->nr_on > REMT_SESSION_MAX_ON)
		return error_create(ERROR_INTERNAL,
				    "a mutant with %u switches, at most %d are possible",
				    job->nr_on, REMT_SESSION_MAX_ON);
	worker->job = *job;
	forget_job(worker);
	worker->keep = (struct job_keep){
		.output = xstrdup_null(job->keep.output),
		.error = xstrdup_null(job->keep.error),
		.written = xstrdup_null(job->keep.written),
		.checks = xstrdup_null(job->keep.checks),
		.coverage = xstrdup_null(job->keep.coverage),
	};
	strbuf_truncate(&worker->message, 0);
	wire_encode_job(job, &worker->message);
	if (!wire_send(worker->socket, worker->message.data, worker->message.length))
		return describe_death(worker);
	return NULL;
}

const struct isolation *worker_isolation(const struct worker *worker)
{
	return &worker->isolation;
}

int worker_fd(const struct worker *worker)
{
	return worker->socket;
}

static struct error *copy_file(const char *from, const char *to)
{
	_cleanup_close_ int in = open(from, O_RDONLY | O_CLOEXEC);
	_cleanup_close_ int out = -1;
	char buffer[65536];
	ssize_t size;

	if (in < 0)
		return error_errno(ERROR_INTERNAL, errno, "opening %s", from);
	out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (out < 0)
		return error_errno(ERROR_INTERNAL, errno, "creating %s", to);
	while ((size = read(in, buffer, sizeof(buffer))) > 0) {
		if (!fs_write_all(out, buffer, (size_t)size))
			return error_errno(ERROR_INTERNAL, errno, "writing %s", to);
	}
	if (size < 0)
		return error_errno(ERROR_INTERNAL, errno, "reading %s", from);
	return NULL;
}

static struct error *move_file(const char *from, const char *to)
{
	struct error *err = NULL;

	if (fs_exists(to))
		return error_create(ERROR_INTERNAL, "%s exists already", to);
	if (rename(from, to) < 0) {
		err = copy_file(from, to);
		unlink(from);
	}
	return err;
}

/* Moves the worker's coverage files into DIRECTORY; NULL: removes them. */
static struct error *deliver_coverage(struct worker *worker, const char *directory)
{
	_cleanup_closedir_ DIR *files = opendir(worker->cover);
	struct error *err = NULL;
	struct dirent *entry;

	if (!files)
		return error_errno(ERROR_INTERNAL, errno, "opening %s", worker->cover);
	while (!err && (entry = readdir(files))) {
		_cleanup_free_ char *from = path_join(worker->cover, entry->d_name);
		_cleanup_free_ char *to = NULL;

		if (entry->d_name[0] == '.')
			continue;
		if (directory) {
			to = path_join(directory, entry->d_name);
			err = move_file(from, to);
		} else {
			unlink(from);
		}
	}
	return err;
}

/* Returns where the caller wants the files of the run with this result. */
static const struct job_keep *kept_of(const struct worker *worker, const struct job_result *result)
{
	for (uint32_t i = 0; i < worker->job.batch.nr_items; i++) {
		if (worker->job.batch.items[i].id == result->id)
			return &worker->job.batch.items[i].keep;
	}
	return &worker->keep;
}

static struct error *deliver(struct worker *worker, const struct job_result *result,
			     const char *output)
{
	const struct job_keep *keep = kept_of(worker, result);
	_cleanup_free_ char *error = split_output(worker->error, result->split.depth);
	struct error *err = NULL;

	if (keep->output)
		err = copy_file(output, keep->output);
	if (!err && keep->error)
		err = copy_file(error, keep->error);
	if (!err && keep->written && worker->isolation.has_view)
		err = copy_file(worker->written, keep->written);
	if (!err && keep->checks)
		err = move_file(worker->checks, keep->checks);
	if (!err && job_covers(&worker->job))
		err = deliver_coverage(worker, keep->coverage);
	return err;
}

/* True if a killed process may have caused the result. */
static bool fails(const struct job_result *result)
{
	return !result->error[0] &&
	       (result->limit == LIMIT_DIFFERENCE || result->limit == LIMIT_STEP ||
		(result->limit == LIMIT_NONE &&
		 (result->result != TEST_PASSED || result->match != OUTPUT_SAME)));
}

static void judge(struct worker *worker, struct job_result *result)
{
	_cleanup_free_ char *output = split_output(worker->output, result->split.depth);
	struct test_end end = { .status = result->status, .output = output };

	if (!result->error[0]) {
		struct error *err = deliver(worker, result, output);

		if (err)
			snprintf(result->error, sizeof(result->error), "%s", err->message);
		error_destroy(err);
	} else if (job_covers(&worker->job)) { /* the next run writes its own */
		error_destroy(deliver_coverage(worker, NULL));
	}
	if (!result->error[0] && result->limit == LIMIT_NONE)
		result->result = test_judge(worker->job.test, &end);
	/* A test that is forked is, with rare exceptions, one process. */
	result->says_killed =
		result->mode == WORKER_EXEC && fails(result) && output_says_killed(output);
}

struct error *worker_result(struct worker *worker, bool stop, struct job_result *ret)
{
	char answer = stop ? WIRE_STOP : WIRE_GO_ON;
	struct job_result result;

	if (!wire_receive_result(worker->socket, &result, &worker->sets))
		return describe_death(worker);
	if (!result.split.is_undecided)
		judge(worker, &result);
	if (result.is_more && !wire_send(worker->socket, &answer, 1))
		return describe_death(worker);
	*ret = result;
	return NULL;
}

/* Waits END_MS for the process to end, then kills it. */
static void end_gently(pid_t pid)
{
	struct timespec pause = { .tv_nsec = 2000000 };

	kill(pid, SIGTERM);
	for (int waited_ms = 0; waited_ms < END_MS; waited_ms += 2) {
		if (waitpid(pid, NULL, WNOHANG) != 0)
			return;
		nanosleep(&pause, NULL);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

void worker_stop(struct worker *worker)
{
	static const char *const names[] = { "session",	     "server-output", "view",
					     "tmp",	     WORKER_OUTPUT,   WORKER_ERROR,
					     WORKER_WRITTEN, WORKER_CHECKS,   WORKER_COVER };

	if (!worker)
		return;
	close(worker->socket);
	if (worker->pid > 0 && worker->isolation.has_namespaces) {
		/* The kernel ends the whole namespace before this process can be waited for. */
		kill(worker->pid, SIGKILL);
		waitpid(worker->pid, NULL, 0);
	} else if (worker->pid > 0) {
		end_gently(worker->pid);
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		_cleanup_free_ char *path = path_join(worker->scratch, names[i]);

		error_destroy(fs_remove_tree(path));
	}
	for (uint32_t depth = 1; depth < SPLIT_MAX_DEPTH; depth++) {
		_cleanup_free_ char *output = split_output(worker->output, depth);
		_cleanup_free_ char *error = split_output(worker->error, depth);

		unlink(output);
		unlink(error);
	}
	destroy(worker);
}
