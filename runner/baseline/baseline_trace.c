/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The traced run. The tracer reaps every child of its process. So it runs in a process of its own,
 * contained like a worker, and writes its facts, each ended by NUL, into FOLDER/facts:
 *
 *   status N      wait status of the command
 *   pid N         of the command
 *   timeout
 *   emulated      valgrind was executed
 *   exec PID PATH an instrumented file was executed
 *   process IMAGE FIRST-PID PID ATTACHED STATUS EXE   ended with these instrumented files mapped:
 *   module PATH
 *   name USES TIMES PATH   was named to the kernel, and opened that often
 *   names         the names are complete
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/baseline/baseline.h"
#include "runner/job/attach.h"
#include "runner/job/session.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/fence.h"
#include "runner/sandbox/view.h"

enum { EXIT_NOT_CONTAINED = 3 /* exit status of the child: nothing was run */ };

/* Files that show whether a process has the run-time, and what is in it. */
struct watch {
	const struct modules *modules;
	const char *runtime, *session; /* links resolved */
};

static bool is_watched(const void *arg, const char *path, bool is_executable)
{
	const struct watch *watch = arg;

	if (strcmp(path, watch->session) == 0)
		return true;
	return is_executable &&
	       (strcmp(path, watch->runtime) == 0 || modules_lookup(watch->modules, path));
}

/*
 * The dynamic linker maps the run-time first, after the program. A process may end before it starts
 * (by a signal, in ldd, for a missing library). Such a process has the run-time mapped and the
 * session in its environment, but has executed nothing.
 */
static void write_end(FILE *out, const struct trace *trace, const struct trace_end *end,
		      const struct watch *watch)
{
	const struct trace_exec *exec = &trace->execs[end->image];
	bool is_attached = exec->is_planted || strv_contains(end->mapped, watch->session);
	bool is_started = is_attached || !strv_contains(end->mapped, watch->runtime) ||
			  !strv_env_get(exec->environ, REMT_SESSION_ENV);
	bool is_known = false;

	for (char **path = end->mapped; *path && is_started; path++) {
		if (!modules_lookup(watch->modules, *path))
			continue;
		if (!is_known)
			fprintf(out, "process %zu %d %d %d %d %s%c", end->image, (int)exec->pid,
				(int)end->pid, is_attached, exec->status, exec->path, '\0');
		is_known = true;
		fprintf(out, "module %s%c", *path, '\0');
	}
}

static void write_names(FILE *out, const struct trace *trace)
{
	for (size_t i = 0; i < trace->nr_names; i++) {
		const struct trace_name *name = &trace->names[i];

		fprintf(out, "name %u %u %s%c", name->uses, name->nr_opened, name->path, '\0');
	}
	if (trace->has_all_names)
		fprintf(out, "names%c", '\0');
}

/* True for "valgrind", "valgrind.bin". */
static bool is_emulator(const char *path)
{
	static const char name[] = "valgrind";

	return strncmp(path_basename(path), name, strlen(name)) == 0;
}

static void write_facts(FILE *out, const struct trace *trace, const struct watch *watch)
{
	fprintf(out, "status %d%c", trace->status, '\0');
	if (trace->nr_execs)
		fprintf(out, "pid %d%c", (int)trace->execs[0].pid, '\0');
	if (trace->timed_out)
		fprintf(out, "timeout%c", '\0');
	for (size_t i = 0; i < trace->nr_execs; i++) {
		const char *path = trace->execs[i].path;

		if (modules_lookup(watch->modules, path))
			fprintf(out, "exec %d %s%c", (int)trace->execs[i].pid, path, '\0');
		else if (is_emulator(path))
			fprintf(out, "emulated%c", '\0');
	}
	for (size_t i = 0; i < trace->nr_ends; i++)
		write_end(out, trace, &trace->ends[i], watch);
	write_names(out, trace);
}

/* Makes the tracer's own view in a new namespace; NULL: there is only a fence, as with workers. */
static struct view *make_view(const struct baseline_tracing *tracing,
			      const struct containment *containment)
{
	_cleanup_free_ char *path = path_join(tracing->folder, "view");
	const struct view_opts opts = {
		.root = tracing->opts->view_root,
		.scratch = tracing->folder,
		.offline = containment->is_offline,
		.nr_views = tracing->opts->jobs,
	};
	struct view *view = NULL;

	if (containment->is_namespace && opts.root && mkdir(path, 0700) == 0)
		error_destroy(view_create(&opts, &view));
	if (!view && opts.root)
		fence_enter(opts.root, opts.scratch);
	return view;
}

static void prepare(struct remt_session *session, const struct baseline_tracing *tracing,
		    const struct view *view)
{
	session->mode = REMT_MODE_COVER;
	session_set_paths(session, tracing->folder, view ? tracing->opts->view_root : NULL);
	session_set_variants(session, tracing->opts->variants);
}

/* Runs in the child. */
static struct error *trace_test(const struct baseline_tracing *tracing,
				const struct containment *containment)
{
	const struct baseline_opts *opts = tracing->opts;
	const struct test *test = tracing->test;
	_cleanup_free_ char *session_path = path_join(tracing->folder, "session");
	_cleanup_free_ char *output = path_join(tracing->folder, "output");
	_cleanup_free_ char *facts = path_join(tracing->folder, "facts");
	_cleanup_free_ char *refusal = NULL;
	/* A file that is open for writing would keep its mount writable. */
	struct view *view = make_view(tracing, containment);
	_cleanup_strv_ char **env = attach_environ(test->environ, opts->runtime, session_path,
						   view ? view_tmpdir(view) : NULL);
	struct planter planter = { .subjects = opts->subjects };
	struct trace trace;
	struct error *err = session_create(session_path, &planter.session);

	if (err)
		return err;
	prepare(planter.session, tracing, view);
	_cleanup_free_ char *runtime_path = realpath(opts->runtime, NULL);
	_cleanup_free_ char *session_real = realpath(session_path, NULL);
	const struct watch watch = {
		.modules = tracing->modules,
		.runtime = runtime_path ? runtime_path : opts->runtime,
		.session = session_real ? session_real : session_path,
	};
	struct trace_opts trace_opts = {
		.argv = test->argv,
		.directory = test->directory,
		.environ = env,
		.output_path = output,
		.input_path = test->input,
		.timeout_ms = opts->timeout_ms,
		.cancelled = opts->cancelled,
		.watches = is_watched,
		.watches_arg = &watch,
		.planter = opts->subjects ? &planter : NULL,
		.notes_names = true,
	};

	/* The discovery has told if ptrace is refused. */
	err = trace_run_anyhow(&trace_opts, &trace, &refusal);
	planter_finish(&planter);
	if (err)
		return err;
	_cleanup_fclose_ FILE *out = fopen(facts, "we");

	if (!out)
		err = error_errno(ERROR_INTERNAL, errno, "writing %s", facts);
	else
		write_facts(out, &trace, &watch);
	trace_deinit(&trace);
	return err;
}

/* Leaves the error's text in FOLDER/error for the parent. */
static _Noreturn void trace_child(const struct baseline_tracing *tracing,
				  struct containment *containment)
{
	struct error *err = contain_enter(containment);

	if (err)
		_exit(EXIT_NOT_CONTAINED);
	err = trace_test(tracing, containment);
	if (!err)
		_exit(0);
	_cleanup_free_ char *path = path_join(tracing->folder, "error");
	FILE *out = fopen(path, "we");

	if (out) {
		fputs(err->message, out);
		fclose(out);
	}
	_exit(1);
}

static struct error *start(struct baseline_tracing *tracing)
{
	struct containment containment;

	tracing->child = contain_fork(tracing->wish, &containment);
	if (tracing->child < 0 && tracing->wish != CONTAIN_NOT) {
		tracing->wish = CONTAIN_NOT;
		tracing->child = contain_fork(CONTAIN_NOT, &containment);
	}
	if (tracing->child < 0)
		return error_errno(ERROR_INTERNAL, errno, "starting the tracer");
	if (tracing->child == 0)
		trace_child(tracing, &containment);
	return NULL;
}

struct error *baseline_trace_start(const struct baseline_opts *opts, const struct test *test,
				   const struct modules *modules, uint32_t index,
				   struct baseline_tracing *ret)
{
	struct baseline_tracing tracing = {
		.opts = opts,
		.test = test,
		.modules = modules,
		.folder = xasprintf("%s/trace-%" PRIu32, opts->scratch, index),
		.wish = opts->wish,
	};
	struct error *err = NULL;

	if (mkdir(tracing.folder, 0700) < 0 && errno != EEXIST)
		err = error_errno(ERROR_INTERNAL, errno, "making %s", tracing.folder);
	if (!err)
		err = start(&tracing);
	if (err)
		free(tracing.folder);
	else
		*ret = tracing;
	return err;
}

/* Coverage of the first run would be taken for that of the second. */
struct error *baseline_trace_repeat(struct baseline_tracing *tracing)
{
	struct error *err = fs_remove_tree(tracing->folder);

	if (!err && mkdir(tracing->folder, 0700) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "making %s", tracing->folder);
	return err ? err : start(tracing);
}

void baseline_trace_deinit(struct baseline_tracing *tracing)
{
	error_destroy(fs_remove_tree(tracing->folder));
	free(tracing->folder);
}

static struct error *child_error(const char *folder, int status)
{
	_cleanup_free_ char *path = path_join(folder, "error");
	_cleanup_fclose_ FILE *in = fopen(path, "re");
	char text[512] = "";

	if (in && fgets(text, sizeof(text), in))
		return error_create(ERROR_INTERNAL, "%s", text);
	return error_create(ERROR_INTERNAL, "the tracer ended with wait status %d", status);
}

static void read_fact(struct baseline_traced *traced, const char *line)
{
	size_t number;
	int first, pid, is_attached, status, at;
	unsigned uses, times;

	if (sscanf(line, "exec %d %n", &pid, &at) == 1) {
		struct coverage_image *image = vec_add(&traced->executed);

		image->pid = pid;
		image->exe = xstrdup(line + at);
	} else if (sscanf(line, "process %zu %d %d %d %d %n", &number, &first, &pid, &is_attached,
			  &status, &at) == 5) {
		vec_push(&traced->processes,
			 ((struct baseline_process){ .image = number,
						     .first_pid = first,
						     .pid = pid,
						     .is_attached = is_attached,
						     .status = status,
						     .exe = xstrdup(line + at) }));
	} else if (strncmp(line, "module ", strlen("module ")) == 0 && traced->processes.count) {
		strv_append(&traced->processes.items[traced->processes.count - 1].modules,
			    line + strlen("module "));
	} else if (sscanf(line, "name %u %u %n", &uses, &times, &at) == 2) {
		vec_push(&traced->names,
			 ((struct baseline_name){ xstrdup(line + at), uses, times }));
	} else if (strcmp(line, "names") == 0) {
		traced->has_all_names = true;
	} else if (sscanf(line, "pid %d", &pid) == 1) {
		traced->pid = pid;
	} else if (strcmp(line, "timeout") == 0) {
		traced->is_timeout = true;
	} else if (strcmp(line, "emulated") == 0) {
		traced->is_emulated = true;
	} else {
		sscanf(line, "status %d", &traced->status);
	}
}

static struct error *await_child(const struct baseline_tracing *tracing, int *ret_status)
{
	while (waitpid(tracing->child, ret_status, 0) < 0)
		if (errno != EINTR)
			return error_errno(ERROR_INTERNAL, errno, "waiting for the tracer");
	return NULL;
}

static bool is_uncontained(int status)
{
	return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_CONTAINED;
}

struct error *baseline_trace_wait(struct baseline_tracing *tracing, struct baseline_traced *ret)
{
	_cleanup_free_ char *facts = path_join(tracing->folder, "facts");
	_cleanup_free_ char *line = NULL;
	struct baseline_traced traced = { 0 };
	size_t size = 0;
	int status;
	struct error *err = await_child(tracing, &status);

	if (!err && is_uncontained(status) && tracing->wish != CONTAIN_NOT) {
		tracing->wish = CONTAIN_NOT;
		err = start(tracing);
		if (!err)
			err = await_child(tracing, &status);
	}
	if (err)
		return err;
	if (status != 0)
		return child_error(tracing->folder, status);
	_cleanup_fclose_ FILE *in = fopen(facts, "re");

	if (!in)
		return error_errno(ERROR_INTERNAL, errno, "reading %s", facts);
	while (getdelim(&line, &size, '\0', in) > 0)
		read_fact(&traced, line);
	*ret = traced;
	return NULL;
}

void baseline_traced_deinit(struct baseline_traced *traced)
{
	for (size_t i = 0; i < traced->executed.count; i++)
		free(traced->executed.items[i].exe);
	for (size_t i = 0; i < traced->processes.count; i++) {
		free(traced->processes.items[i].exe);
		strv_destroy(traced->processes.items[i].modules);
	}
	for (size_t i = 0; i < traced->names.count; i++)
		free(traced->names.items[i].path);
	vec_deinit(&traced->names);
	vec_deinit(&traced->executed);
	vec_deinit(&traced->processes);
}
