/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The traced run.  The tracer reaps every child of its process, so it runs in
 * a process of its own, which leaves one line per fact in FOLDER/facts:
 *
 *   status N      wait status of the command
 *   pid N         of the command
 *   timeout
 *   exec PID PATH an instrumented file was executed
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/attach.h"
#include "runner/baseline.h"
#include "runner/session.h"

static void write_facts(FILE *out, const struct trace *trace, const struct modules *modules)
{
	fprintf(out, "status %d\n", trace->status);
	if (trace->nr_execs)
		fprintf(out, "pid %d\n", (int)trace->execs[0].pid);
	if (trace->timed_out)
		fputs("timeout\n", out);
	for (size_t i = 0; i < trace->nr_execs; i++)
		if (modules_lookup(modules, trace->execs[i].path))
			fprintf(out, "exec %d %s\n", (int)trace->execs[i].pid,
				trace->execs[i].path);
}

/* In the child. */
static struct error *trace_test(const struct baseline_opts *opts, const struct test *test,
				const struct modules *modules, const char *folder)
{
	_cleanup_free_ char *session_path = xasprintf("%s/session", folder);
	_cleanup_free_ char *output = xasprintf("%s/output", folder);
	_cleanup_free_ char *facts = xasprintf("%s/facts", folder);
	_cleanup_strv_ char **env =
		attach_environ(test->environ, opts->runtime, session_path, NULL);
	struct remt_session *session;
	struct trace trace;
	struct error *err = session_create(session_path, &session);

	if (err)
		return err;
	session->mode = REMT_MODE_COVER;
	if (snprintf(session->cover_dir, sizeof(session->cover_dir), "%s", folder) >=
	    (int)sizeof(session->cover_dir))
		return error_create(ERROR_INTERNAL, "%s is too long a path", folder);
	struct trace_opts trace_opts = {
		.argv = test->argv,
		.directory = test->directory,
		.environ = env,
		.output_path = output,
		.input_path = test->input,
		.timeout_ms = opts->timeout_ms,
		.cancelled = opts->cancelled,
	};

	err = trace_run(&trace_opts, &trace);
	if (err)
		return err;
	_cleanup_fclose_ FILE *out = fopen(facts, "we");

	if (!out)
		err = error_errno(ERROR_INTERNAL, errno, "writing %s", facts);
	else
		write_facts(out, &trace, modules);
	trace_deinit(&trace);
	return err;
}

/* Leaves the error's text in FOLDER/error for the parent. */
static _Noreturn void trace_child(const struct baseline_opts *opts, const struct test *test,
				  const struct modules *modules, const char *folder)
{
	struct error *err = trace_test(opts, test, modules, folder);

	if (!err)
		_exit(0);
	_cleanup_free_ char *path = xasprintf("%s/error", folder);
	FILE *out = fopen(path, "we");

	if (out) {
		fputs(err->message, out);
		fclose(out);
	}
	_exit(1);
}

struct error *baseline_trace(const struct baseline_opts *opts, const struct test *test,
			     const struct modules *modules, const char *folder, pid_t *ret_child)
{
	pid_t child;

	if (mkdir(folder, 0700) < 0 && errno != EEXIST)
		return error_errno(ERROR_INTERNAL, errno, "making %s", folder);
	child = fork();
	if (child < 0)
		return error_errno(ERROR_INTERNAL, errno, "starting the tracer");
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		trace_child(opts, test, modules, folder);
	}
	*ret_child = child;
	return NULL;
}

static struct error *child_error(const char *folder, int status)
{
	_cleanup_free_ char *path = xasprintf("%s/error", folder);
	_cleanup_fclose_ FILE *in = fopen(path, "re");
	char text[512] = "";

	if (in && fgets(text, sizeof(text), in))
		return error_create(ERROR_INTERNAL, "%s", text);
	return error_create(ERROR_INTERNAL, "the tracer ended with wait status %d", status);
}

static void read_fact(struct baseline_traced *traced, char *line)
{
	int pid, at;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "exec %d %n", &pid, &at) == 1) {
		struct coverage_image *image = vec_add(&traced->executed);

		image->pid = pid;
		image->exe = xstrdup(line + at);
	} else if (sscanf(line, "pid %d", &pid) == 1) {
		traced->pid = pid;
	} else if (strcmp(line, "timeout") == 0) {
		traced->is_timeout = true;
	} else {
		sscanf(line, "status %d", &traced->status);
	}
}

struct error *baseline_trace_wait(pid_t child, const char *folder, struct baseline_traced *ret)
{
	_cleanup_free_ char *facts = xasprintf("%s/facts", folder);
	_cleanup_free_ char *line = NULL;
	struct baseline_traced traced = { 0 };
	size_t size = 0;
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return error_errno(ERROR_INTERNAL, errno, "waiting for the tracer");
	if (status != 0)
		return child_error(folder, status);
	_cleanup_fclose_ FILE *in = fopen(facts, "re");

	if (!in)
		return error_errno(ERROR_INTERNAL, errno, "reading %s", facts);
	while (getline(&line, &size, in) > 0)
		read_fact(&traced, line);
	*ret = traced;
	return NULL;
}

void baseline_traced_deinit(struct baseline_traced *traced)
{
	for (size_t i = 0; i < traced->executed.count; i++)
		free(traced->executed.items[i].exe);
	vec_deinit(&traced->executed);
}
