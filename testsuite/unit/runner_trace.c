/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/trace/trace.h"
#include "runner/trace/traced_task.h"

#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "unit.h"
#include "word.h"

static char *nothing[] = { WORD("PATH=/usr/bin:/bin"), WORD("MARK=1"), NULL };

static bool run(const struct trace_opts *opts, struct trace *ret)
{
	struct error *err = trace_run(opts, ret);

	if (err && err->code == ERROR_INTERNAL && strstr(err->message, "ptrace"))
		unit_skip("ptrace is refused here");
	CHECK_OK(err);
	return true;
}

static void run_shell(const char *script, struct trace *ret)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"), (char *)script, NULL };
	const struct trace_opts opts = { .argv = argv, .environ = nothing, .output_path = "out" };

	run(&opts, ret);
}

/* Index of the first exec at or after FROM whose words are WORDS, joined by blanks; it must be
 * there. */
static size_t lookup(const struct trace *trace, const char *words, size_t from)
{
	for (size_t i = from; i < trace->nr_execs; i++) {
		char *line = strv_join(trace->execs[i].argv, " ");
		bool same = strcmp(line, words) == 0;

		free(line);
		if (same)
			return i;
	}
	FAIL("no exec of \"%s\" among %zu", words, trace->nr_execs);
}

TEST(records_what_was_executed)
{
	struct trace trace;
	char here[4096];

	run_shell("echo hello; cd /; /bin/true a </etc/passwd; exit 3", &trace);
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

	run_shell("( ( /bin/sh -c 'true; /bin/echo x; true'; true ); true )", &trace);
	size_t inner = lookup(&trace, "/bin/sh -c true; /bin/echo x; true", 1);
	size_t echo = lookup(&trace, "/bin/echo x", inner);

	CHECK_UINT(trace.execs[inner].origin, ==, 0);
	CHECK_UINT(trace.execs[echo].origin, ==, inner);
	CHECK(trace_is_below(&trace, echo, 0));
	CHECK(!trace_is_below(&trace, inner, echo));
	trace_deinit(&trace);
}

TEST(an_image_that_replaces_itself_keeps_the_status)
{
	struct trace trace;

	run_shell("/bin/sh -c 'exec /bin/sh -c \"exit 7\"'; true", &trace);
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

	run_shell("trap 'echo got' TERM; kill -TERM $$; (kill -SEGV $(exec sh -c 'echo $PPID')); "
		  "sh -c 'kill -9 $$'; test $? = 137",
		  &trace);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}

TEST(stop_and_continue_work)
{
	struct trace trace;

	run_shell("sh -c 'kill -STOP $$; exit 5' & sleep 0.2; "
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

	run(&opts, &trace);
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

	run_shell("setsid sh -c 'echo $$ >daemon; exec sleep 100' & "
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

	run_shell("/bin/true; LSAN_OPTIONS=mine /bin/true; echo \"$LSAN_OPTIONS\"", &trace);
	CHECK(strv_equal(trace.execs[0].environ, nothing));
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
		.environ = nothing,
		.output_path = "out",
		.timeout_ms = 200,
	};
	struct trace trace;

	run(&opts, &trace);
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
		.environ = nothing,
		.output_path = "out",
		.cancelled = &cancelled,
	};
	struct trace trace;

	signal(SIGALRM, cancel);
	ualarm(200000, 0);
	run(&opts, &trace);
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
		.environ = nothing,
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
	CHECK(strv_equal(trace.execs[0].environ, nothing));
	trace_deinit(&trace);
}

TEST(a_missing_program_is_the_users_error)
{
	char *argv[] = { WORD("/is/not/there"), NULL };
	const struct trace_opts opts = { .argv = argv, .environ = nothing, .output_path = "out" };
	struct trace trace;
	struct error *err = trace_run(&opts, &trace);

	CHECK(err != NULL);
	if (err->code == ERROR_INTERNAL)
		unit_skip("ptrace is refused here");
	CHECK_INT(err->code, ==, ERROR_USAGE);
	CHECK(strstr(err->message, "/is/not/there") != NULL);
	error_destroy(err);
}

/* The rest runs this program itself under the tracer, in one of these roles. */

static void *exec_from_thread(void *unused)
{
	(void)unused;
	execl("/bin/echo", "echo", "from-thread", NULL);
	return NULL;
}

static void *spawn_from_thread(void *name)
{
	char *argv[] = { WORD("/bin/echo"), name, NULL };
	pid_t pid;

	if (posix_spawn(&pid, argv[0], NULL, NULL, argv, environ) == 0)
		waitpid(pid, NULL, 0);
	return NULL;
}

static void role_threads(void)
{
	pthread_t threads[4];
	char names[4][8];

	for (int i = 0; i < 4; i++) {
		snprintf(names[i], sizeof(names[i]), "t%d", i);
		pthread_create(&threads[i], NULL, spawn_from_thread, names[i]);
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	pid_t pid = vfork();

	if (pid == 0) {
		execl("/bin/echo", "echo", "from-vfork", NULL);
		_exit(1);
	}
	waitpid(pid, NULL, 0);
	pthread_create(&threads[0], NULL, exec_from_thread, NULL);
	pthread_join(threads[0], NULL);
}

/* A double fork: the middle process is gone before its child executes. */
static void role_orphan(void)
{
	int ends[2];
	char byte;

	if (pipe(ends) != 0)
		_exit(1);
	if (fork() == 0) {
		if (fork() == 0) {
			usleep(50000);
			execl("/bin/echo", "echo", "orphan", NULL);
		}
		_exit(0);
	}
	wait(NULL);
	close(ends[1]);
	while (read(ends[0], &byte, 1) > 0)
		;
}

/* One process that is always another: each forks the next and ends.  Stops by itself after a while.
 */
static void role_runaway(void)
{
	time_t end = time(NULL) + 20;

	while (time(NULL) < end) {
		if (fork() != 0)
			_exit(0);
	}
}

__attribute__((constructor)) static void play_role(void)
{
	const char *role = getenv("REMT_TRACE_ROLE");

	if (!role)
		return;
	unsetenv("REMT_TRACE_ROLE");
	if (strcmp(role, "threads") == 0)
		role_threads();
	else if (strcmp(role, "runaway") == 0)
		role_runaway();
	else
		role_orphan();
	_exit(0);
}

static void run_role(const char *role, struct trace *ret)
{
	char self[4096];
	ssize_t size = readlink("/proc/self/exe", self, sizeof(self) - 1);

	CHECK_INT(size, >, 0);
	self[size] = '\0';
	char *argv[] = { self, NULL };
	char **env = strv_copy(nothing);

	strv_env_set(&env, "REMT_TRACE_ROLE", role);
	const struct trace_opts opts = { .argv = argv, .environ = env, .output_path = "out" };

	run(&opts, ret);
	strv_destroy(env);
}

TEST(threads_vfork_and_spawn_are_followed)
{
	struct trace trace;

	run_role("threads", &trace);
	CHECK_INT(trace.status, ==, 0);
	CHECK_UINT(trace.nr_execs, ==, 7);
	for (int i = 0; i < 4; i++) {
		char *words = xasprintf("/bin/echo t%d", i);
		const struct trace_exec *exec = &trace.execs[lookup(&trace, words, 1)];

		CHECK_INT(exec->parent, ==, trace.execs[0].pid);
		CHECK_UINT(exec->origin, ==, 0);
		CHECK_INT(exec->status, ==, 0);
		free(words);
	}
	const struct trace_exec *vforked = &trace.execs[lookup(&trace, "echo from-vfork", 1)];
	const struct trace_exec *last = &trace.execs[lookup(&trace, "echo from-thread", 1)];

	CHECK_INT(vforked->parent, ==, trace.execs[0].pid);
	/* The exec by a thread replaces the whole process. */
	CHECK_INT(last->pid, ==, trace.execs[0].pid);
	CHECK_INT(last->status, ==, 0);
	trace_deinit(&trace);
}

TEST(a_runaway_is_caught)
{
	struct trace trace;
	time_t start = time(NULL);

	run_role("runaway", &trace);
	CHECK_INT(time(NULL) - start, <, 15);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
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
		.environ = nothing,
		.output_path = "out",
		.watches = is_libc,
		.watches_arg = what,
	};
	struct trace trace;

	run(&opts, &trace);
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

TEST(orphans_are_followed)
{
	struct trace trace;

	run_role("orphan", &trace);
	CHECK_INT(trace.status, ==, 0);
	trace_deinit(&trace);
}

TEST(many_processes_are_all_seen)
{
	struct trace trace;

	run_shell("i=0; while [ $i -lt 100 ]; do /bin/true & i=$((i+1)); done; wait", &trace);
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

static bool can_filter(void)
{
	return geteuid() == 0;
}

/* 0: PATH was not named. */
static unsigned uses_of(const struct trace *trace, const char *path)
{
	for (size_t i = 0; i < trace->nr_names; i++) {
		if (strcmp(trace->names[i].path, path) == 0)
			return trace->names[i].uses;
	}
	return 0;
}

static unsigned uses_here(const struct trace *trace, const char *name)
{
	char here[4096], path[8192];

	CHECK(getcwd(here, sizeof(here)) != NULL);
	snprintf(path, sizeof(path), "%s/%s", here, name);
	return uses_of(trace, path);
}

static void run_for_names(const char *script, struct trace *ret)
{
	char *argv[] = { WORD("/bin/sh"), WORD("-c"), (char *)script, NULL };
	const struct trace_opts opts = {
		.argv = argv, .environ = nothing, .output_path = "out", .notes_names = true
	};

	run(&opts, ret);
}

TEST(files_that_are_named_are_noted)
{
	struct trace trace;

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	CHECK_OK(fs_write_file("data", "x", 1));
	CHECK_OK(fs_write_file("old-log", "x", 1));
	CHECK_OK(fs_make_directories("sub/deep", 0777));
	CHECK_OK(fs_write_file("sub/deep/file", "x", 1));
	run_for_names(
		"cat data >old-log; [ -e missing ] || echo no; cd sub && cat ./deep/../deep/file; "
		"echo new >made; cat made; ls deep; mv made other; (cat ../data)",
		&trace);
	CHECK(trace.has_all_names);
	CHECK_UINT(uses_here(&trace, "data") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_here(&trace, "data") & TRACE_NAME_WRITTEN, ==, 0);
	CHECK_UINT(uses_here(&trace, "old-log"), ==, TRACE_NAME_EMPTIED | TRACE_NAME_WRITTEN);
	CHECK_UINT(uses_here(&trace, "missing"), ==, TRACE_NAME_ASKED);
	CHECK_UINT(uses_here(&trace, "sub/deep/file") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_here(&trace, "sub/made") & TRACE_NAME_EMPTIED, ==, TRACE_NAME_EMPTIED);
	CHECK_UINT(uses_here(&trace, "sub/deep") & TRACE_NAME_OPENED, ==, TRACE_NAME_OPENED);
	CHECK_UINT(uses_of(&trace, "/bin/cat") | uses_of(&trace, "/usr/bin/cat"), !=, 0);
	CHECK_UINT(uses_here(&trace, "nothing"), ==, 0);
	trace_deinit(&trace);
}

TEST(names_are_not_noted_unless_they_are_wanted)
{
	struct trace trace;

	run_shell("cat /etc/passwd", &trace);
	CHECK_UINT(trace.nr_names, ==, 0);
	CHECK(!trace.has_all_names);
	trace_deinit(&trace);
}

TEST(names_that_mean_other_files_are_told)
{
	struct trace trace;

	static const char *const scripts[] = {
		"/usr/sbin/chroot / /bin/true || :",
		"exec 5<.; cat /proc/self/fd/5/out",
		"exec 5<.; cat /dev/fd/5/out",
	};

	if (!can_filter())
		unit_skip("a filter of system calls needs root here");
	for (size_t i = 0; i < ARRAY_SIZE(scripts); i++) {
		run_for_names(scripts[i], &trace);
		CHECK(!trace.has_all_names);
		trace_deinit(&trace);
	}
}
