/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/trace.h"
#include "runner/trace/traced_task.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "traced.h"
#include "unit.h"
#include "word.h"

TEST(records_what_was_executed)
{
	struct trace trace;
	char here[4096];

	traced_shell("echo hello; cd /; /bin/true a </etc/passwd; exit 3", &trace);
	CHECK_UINT(trace.nr_execs, ==, 2);
	CHECK(WIFEXITED(trace.status));
	CHECK_INT(WEXITSTATUS(trace.status), ==, 3);
	CHECK_INT(trace.execs[0].status, ==, trace.status);
	CHECK(getcwd(here, sizeof(here)) != NULL);
	CHECK_STR(trace.execs[0].directory, here);
	CHECK_STR(trace.execs[0].input, "/dev/null");
	CHECK(trace.execs[0].origin == SIZE_MAX);
	CHECK_STR(trace.execs[1].argv[1], "a");
	CHECK_STR(trace.execs[1].directory, "/");
	CHECK_STR(trace.execs[1].input, "/etc/passwd");
	CHECK_STR(strv_env_get(trace.execs[1].environ, "MARK"), "1");
	CHECK_UINT(trace.execs[1].origin, ==, 0);
	CHECK_INT(trace.execs[1].parent, ==, trace.execs[0].pid);
	CHECK_INT(trace.execs[1].status, ==, 0);
	trace_deinit(&trace);

	char *output;

	CHECK_OK(fs_read_file("out", &output, NULL));
	CHECK_STR(output, "hello\n");
	free(output);
}

TEST(ancestry_goes_through_forks_without_exec)
{
	struct trace trace;

	traced_shell("( ( /bin/sh -c 'true; /bin/echo x; true'; true ); true )", &trace);
	size_t inner = traced_lookup(&trace, "/bin/sh -c true; /bin/echo x; true", 1);
	size_t echo = traced_lookup(&trace, "/bin/echo x", inner);

	CHECK_UINT(trace.execs[inner].origin, ==, 0);
	CHECK_UINT(trace.execs[echo].origin, ==, inner);
	trace_deinit(&trace);
}

TEST(an_image_that_replaces_itself_keeps_the_status)
{
	struct trace trace;

	traced_shell("/bin/sh -c 'exec /bin/sh -c \"exit 7\"'; true", &trace);
	CHECK_UINT(trace.nr_execs, ==, 3);
	CHECK_INT(trace.execs[1].pid, ==, trace.execs[2].pid);
	CHECK_INT(WEXITSTATUS(trace.execs[1].status), ==, 7);
	CHECK_INT(WEXITSTATUS(trace.execs[2].status), ==, 7);
	CHECK_INT(trace.execs[0].status, ==, 0);
	trace_deinit(&trace);
}

TEST(signals_reach_the_program_as_without_tracer)
{
	struct trace trace;

	traced_shell(
		"trap 'echo got' TERM; kill -TERM $$; (kill -SEGV $(exec sh -c 'echo $PPID')); "
		"sh -c 'kill -9 $$'; test $? = 137",
		&trace);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}

TEST(stop_and_continue_work)
{
	struct trace trace;

	traced_shell(
		"sh -c 'kill -STOP $$; exit 5' & sleep 0.2; "
		"grep -q 'State:.*[tT]' /proc/$!/status || exit 1; kill -CONT $!; wait $!; test "
		"$? = 5",
		&trace);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}

TEST(large_arguments_and_environments_are_whole)
{
	enum { NR = 500, SIZE = 200 };
	char **argv = NULL, **env = NULL, text[SIZE + 1];
	struct trace trace;

	memset(text, 'x', SIZE);
	text[SIZE] = '\0';
	strv_append(&argv, "/bin/true");
	for (int i = 0; i < NR; i++) {
		strv_appendf(&argv, "%d%s", i, text);
		strv_appendf(&env, "V%d=%s", i, text);
	}
	strv_append(&argv, "");
	const struct trace_opts opts = { .argv = argv, .environ = env, .output_path = "out" };

	traced_run(&opts, &trace);
	CHECK_UINT(trace.nr_execs, ==, 1);
	CHECK(strv_equal(trace.execs[0].argv, argv));
	CHECK(strv_equal(trace.execs[0].environ, env));
	trace_deinit(&trace);
	strv_destroy(argv);
	strv_destroy(env);
}

/* A zombie runs no more: who reaps orphans on this machine may be slow. */
static bool is_running(const char *pid)
{
	char *path = xasprintf("/proc/%ld/stat", strtol(pid, NULL, 10)), *text = NULL;
	struct error *err = fs_read_file(path, &text, NULL);
	const char *name_end = err ? NULL : strrchr(text, ')');
	bool running = name_end && name_end[2] != 'Z' && name_end[2] != 'X';

	error_destroy(err);
	free(path);
	free(text);
	return running;
}

TEST(what_outlives_the_command_is_killed)
{
	struct trace trace;
	char *text;

	traced_shell("setsid sh -c 'echo $$ >daemon; exec sleep 100' & "
		     "while ! test -s daemon; do sleep 0.01; done",
		     &trace);
	CHECK_INT(trace.status, ==, 0);
	CHECK_OK(fs_read_file("daemon", &text, NULL));
	CHECK(!is_running(text));
	free(text);
	trace_deinit(&trace);
}

TEST(what_the_tracer_adds_is_not_recorded)
{
	struct trace trace;

	traced_shell("/bin/true; LSAN_OPTIONS=mine /bin/true; echo \"$LSAN_OPTIONS\"", &trace);
	CHECK(strv_equal(trace.execs[0].environ, traced_environ));
	CHECK(strv_env_get(trace.execs[1].environ, "LSAN_OPTIONS") == NULL);
	CHECK_STR(strv_env_get(trace.execs[2].environ, "LSAN_OPTIONS"), "mine");
	trace_deinit(&trace);

	char *output;

	CHECK_OK(fs_read_file("out", &output, NULL));
	CHECK_STR(output, ":detect_leaks=0\n");
	free(output);
}

TEST(a_time_limit_kills_everything)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"),
			 WORD("trap '' TERM INT; sleep 100 & sleep 100"), NULL };
	const struct trace_opts opts = {
		.argv = argv,
		.environ = traced_environ,
		.output_path = "out",
		.timeout_ms = 200,
	};
	struct trace trace;

	traced_run(&opts, &trace);
	CHECK(trace.timed_out);
	CHECK(WIFSIGNALED(trace.status));
	trace_deinit(&trace);
}

static volatile sig_atomic_t cancelled;

static void cancel(int signal)
{
	cancelled = signal;
}

TEST(a_cancellation_kills_everything)
{
	char *argv[] = { WORD("/bin/sleep"), WORD("100"), NULL };
	const struct trace_opts opts = {
		.argv = argv,
		.environ = traced_environ,
		.output_path = "out",
		.cancelled = &cancelled,
	};
	struct trace trace;

	signal(SIGALRM, cancel);
	ualarm(200000, 0);
	traced_run(&opts, &trace);
	CHECK(trace.cancelled);
	CHECK_INT(WTERMSIG(trace.status), ==, SIGKILL);
	trace_deinit(&trace);
}

TEST(without_tracer_the_command_alone_is_recorded)
{
	char *argv[] = { WORD("sh"), WORD("-c"), WORD("/bin/true; sleep 100 & exit 3"), NULL };
	const struct trace_opts opts = {
		.argv = argv,
		.directory = "/",
		.environ = traced_environ,
		.output_path = "out",
		.untraced = true,
	};
	struct trace trace;

	CHECK_OK(trace_run(&opts, &trace));
	CHECK_INT(WEXITSTATUS(trace.status), ==, 3);
	CHECK_UINT(trace.nr_execs, ==, 1);
	CHECK_INT(trace.execs[0].status, ==, trace.status);
	CHECK_STR(trace.execs[0].directory, "/");
	CHECK(trace.execs[0].path[0] == '/');
	CHECK(strv_equal(trace.execs[0].argv, argv));
	CHECK(strv_equal(trace.execs[0].environ, traced_environ));
	trace_deinit(&trace);
}

TEST(a_missing_program_is_the_users_error)
{
	char *argv[] = { WORD("/is/not/there"), NULL };
	const struct trace_opts opts = { .argv = argv,
					 .environ = traced_environ,
					 .output_path = "out" };
	struct trace trace;
	struct error *err = trace_run(&opts, &trace);

	CHECK(err != NULL);
	if (err->code == ERROR_INTERNAL)
		unit_skip("ptrace is refused here");
	CHECK_INT(err->code, ==, ERROR_USAGE);
	CHECK(strstr(err->message, "/is/not/there") != NULL);
	error_destroy(err);
}

static bool is_libc(const void *arg, const char *path, bool is_executable)
{
	return strstr(path, arg) && is_executable;
}

static size_t count_ends(const char *what, const char *script)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"), (char *)script, NULL };
	const struct trace_opts opts = {
		.argv = argv,
		.environ = traced_environ,
		.output_path = "out",
		.watches = is_libc,
		.watches_arg = what,
	};
	struct trace trace;

	traced_run(&opts, &trace);
	for (size_t i = 0; i < trace.nr_ends; i++) {
		CHECK_UINT(trace.ends[i].image, <, trace.nr_execs);
		CHECK_UINT(strv_count(trace.ends[i].mapped), ==, 1);
		CHECK(strstr(trace.ends[i].mapped[0], what) != NULL);
	}
	size_t nr_ends = trace.nr_ends;

	trace_deinit(&trace);
	return nr_ends;
}

TEST(what_is_mapped_at_the_end_is_noted)
{
	CHECK_UINT(count_ends("/libc", "exit 3"), ==, 1);
	CHECK_UINT(count_ends("/libc", "/bin/true; (exit 4); exit 3"), ==, 3);
	/* By a signal, and not what was replaced. */
	CHECK_UINT(count_ends("/libc", "sh -c 'kill -TERM $$'; exec /bin/true"), ==, 2);
	CHECK_UINT(count_ends("/libc", "exec /bin/true"), ==, 1);
}

TEST(many_processes_are_all_seen)
{
	struct trace trace;

	traced_shell("i=0; while [ $i -lt 100 ]; do /bin/true & i=$((i+1)); done; wait", &trace);
	CHECK_UINT(trace.nr_execs, ==, 101);
	for (size_t i = 0; i < trace.nr_execs; i++)
		CHECK_INT(trace.execs[i].status, ==, 0);
	trace_deinit(&trace);
}

/* The end of a process may be told before its beginning: it would be waited for as long as the
 * caller has any child. */
TEST(only_children_stay_tasks)
{
	struct traced_tasks tasks = { 0 };
	pid_t child = fork();

	if (child == 0) {
		pause();
		_exit(0);
	}
	traced_tasks_add(&tasks, child, child, getpid(), NULL);
	traced_tasks_add(&tasks, getppid(), getppid(), 1, NULL);
	traced_tasks_add(&tasks, getpid(), getpid(), 1, NULL);
	traced_tasks_drop_lost(&tasks);
	CHECK_UINT(tasks.count, ==, 1);
	kill(child, SIGKILL);
	traced_tasks_drop_lost(&tasks); /* its end is still to be told */
	CHECK(traced_tasks_find(&tasks, child) != NULL);
	waitpid(child, NULL, 0);
	traced_tasks_drop_lost(&tasks);
	CHECK_UINT(tasks.count, ==, 0);
	traced_tasks_deinit(&tasks);
}
