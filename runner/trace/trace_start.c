/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forks the command and brings it to its exec. */
#include "runner/trace/trace_start.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/cleanup.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "runner/sandbox/contain.h"

enum { EXIT_NOT_STARTED = 127 };

/*
 * LeakSanitizer can't check for leaks under ptrace and would end the program with an error. So the
 * check is switched off; the records do not show that.
 */
static const char lsan_name[] = "LSAN_OPTIONS";

/* Returns the environment of the command; *RET describes the addition, in MEMORY. */
static char **make_environment(char *const *base, struct intern *memory, struct trace_addition *ret)
{
	char **env = strv_copy(base);
	const char *value = strv_env_get(env, lsan_name);
	_cleanup_free_ char *original = value ? xasprintf("%s=%s", lsan_name, value) : NULL;
	_cleanup_free_ char *changed = xasprintf("%s:detect_leaks=0", value ? value : "");
	_cleanup_free_ char *added = xasprintf("%s=%s", lsan_name, changed);

	strv_env_set(&env, lsan_name, changed);
	ret->added = intern_string(memory, added);
	ret->original = original ? intern_string(memory, original) : NULL;
	return env;
}

static struct error *open_files(struct trace_start *start)
{
	const char *input = start->opts->input_path ? start->opts->input_path : "/dev/null";

	start->input = open(input, O_RDONLY | O_CLOEXEC);
	if (start->input < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", input);
	start->output = open(start->opts->output_path,
			     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0644);
	if (start->output < 0)
		return error_errno(ERROR_UNUSABLE, errno, "%s", start->opts->output_path);
	if (pipe2(start->go, O_CLOEXEC) < 0 || pipe2(start->failed, O_CLOEXEC | O_NONBLOCK) < 0)
		return error_errno(ERROR_INTERNAL, errno, "pipe");
	return NULL;
}

/* Without shared memory for `is_filtered` there is no filter. */
static void prepare_filter(struct trace_start *start)
{
	void *shared;

	if (!start->opts->notes_names || start->opts->untraced)
		return;
	shared =
		mmap(NULL, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return;
	start->is_filtered = shared;
	start->filter = trace_filter_create();
}

bool trace_start_is_filtered(const struct trace_start *start)
{
	return start->is_filtered && *start->is_filtered;
}

struct error *trace_start_init(struct trace_start *start, const struct trace_opts *opts,
			       const sigset_t *mask, struct intern *memory)
{
	*start = (struct trace_start){
		.opts = opts,
		.go = { -1, -1 },
		.failed = { -1, -1 },
		.input = -1,
		.output = -1,
		.mask = *mask,
	};
	start->environ = make_environment(opts->environ, memory, &start->addition);
	prepare_filter(start);
	return open_files(start);
}

static _Noreturn void run_child(const struct trace_start *start)
{
	const struct trace_opts *opts = start->opts;
	char byte;

	if (opts->is_contained && opts->untraced)
		contain_leavings();
	close(start->go[1]);
	while (read(start->go[0], &byte, 1) < 0 && errno == EINTR)
		;
	setsid();
	if (dup2(start->input, 0) >= 0 && dup2(start->output, 1) >= 0 &&
	    dup2(start->output, 2) >= 0 && (!opts->directory || chdir(opts->directory) == 0)) {
		sigprocmask(SIG_SETMASK, &start->mask, NULL);
		signals_reset();
		environ = start->environ;
		if (start->filter)
			*start->is_filtered = trace_filter_load(start->filter);
		execvp(opts->argv[0], opts->argv);
	}
	int errnum = errno;

	while (write(start->failed[1], &errnum, sizeof(errnum)) < 0 && errno == EINTR)
		;
	_exit(EXIT_NOT_STARTED);
}

struct error *trace_start_fork(struct trace_start *start, pid_t *ret_pid)
{
	const struct trace_opts *opts = start->opts;
	pid_t pid;

	if (opts->is_contained && !opts->untraced)
		pid = contain_command_fork(&start->containment);
	else
		pid = fork();
	if (pid < 0)
		return error_errno(ERROR_INTERNAL, errno, "fork");
	if (pid == 0)
		run_child(start);
	*ret_pid = pid;
	return NULL;
}

void trace_start_go(struct trace_start *start)
{
	close(start->go[1]);
	start->go[1] = -1;
}

int trace_start_failed(const struct trace_start *start)
{
	int errnum;

	return read(start->failed[0], &errnum, sizeof(errnum)) == (ssize_t)sizeof(errnum) ? errnum
											  : 0;
}

void trace_start_deinit(struct trace_start *start)
{
	int fds[] = { start->go[0],	start->go[1], start->failed[0],
		      start->failed[1], start->input, start->output };

	for (size_t i = 0; i < ARRAY_SIZE(fds); i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
	if (start->is_filtered)
		munmap(start->is_filtered, sizeof(bool));
	trace_filter_destroy(start->filter);
	strv_destroy(start->environ);
}
