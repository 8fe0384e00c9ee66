/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/fs.h"
#include "common/hash.h"
#include "common/path.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "paths/literal.h"
#include "paths/trial_state.h"
#include "remt/path.h"
#include "remt/serve.h"
#include "runner/sandbox/tree.h"

/* What a run may write into one file. */
#define MAX_FILE	((rlim_t)64 << 20)
#define ASK_PERSONALITY 0xffffffff
#define MAX_MEMORY	((rlim_t)8 << 30)
/*
 * Where the machine has other work, a run lasts longer than what it uses: at most so many times, and so
 * much more.
 */
#define WALL_FACTOR   20
#define WALL_LEAST_MS 10000
#define LOOK_MS	      20 /* between looks at what a run uses */

static void limit(int resource, rlim_t value)
{
	struct rlimit now;

	if (getrlimit(resource, &now) == 0 && value < now.rlim_max) {
		now.rlim_cur = value;
		setrlimit(resource, &now);
	}
}

/* Returns which version runs. */
static unsigned version_of(const struct run *run)
{
	return run->opts->old_program && strcmp(run->program, run->opts->old_program) != 0;
}

/* Tells the evaluator which bytes are inputs. */
static void tell_inputs(const struct command *command, unsigned version, char ***environment)
{
	_cleanup_strbuf_ struct strbuf kept = { 0 }, variables = { 0 }, literals = { 0 };
	_cleanup_strbuf_ struct strbuf names = { 0 };

	command_tell_kept(command, &kept);
	command_tell_variables(command, &variables);
	command_tell_literals(command, version, &literals);
	command_tell_files(command, &names);
	strv_env_set(environment, "REMT_EXPLORE_KEPT", strbuf_get(&kept));
	strv_env_set(environment, "REMT_EXPLORE_VARIABLES", strbuf_get(&variables));
	strv_env_set(environment, "REMT_EXPLORE_LITERALS", strbuf_get(&literals));
	strv_env_set(environment, "REMT_EXPLORE_FILES", strbuf_get(&names));
}

const struct trial_watch *trial_watch(const struct trial_opts *opts, const char *program)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct trial_watch *watch = &opts->watches[i];

		if (watch->list && strcmp(watch->program, program) == 0)
			return watch;
	}
	return NULL;
}

/*
 * Adds that the evaluator is preloaded, before the caller's libraries. His LD_PRELOAD stays where the program sees it: of
 * two the loader takes the last one.
 */
static void preload(const struct run *run, char ***environment)
{
	const char *others = getenv("LD_PRELOAD");

	strv_append_take(environment,
			 xasprintf("LD_PRELOAD=%s%s%s", run->opts->evaluator,
				   others && *others ? ":" : "", others ? others : ""));
}

static char **make_environment(const struct run *run)
{
	bool is_server = run->server >= 0;
	char **ret = strv_copy(environ);

	/* What the program does not see comes last, so that the texts of the rest lie one behind the other. */
	if (run->opts->view)
		strv_env_set(&ret, "TMPDIR", view_tmpdir(run->opts->view));
	for (size_t i = 0; i < run->command->nr_variables; i++)
		strv_env_set(&ret, run->command->variables[i].name,
			     run->command->variables[i].value);
	if (is_server && !run->recording) {
		preload(run, &ret);
		strv_env_set(&ret, REMT_SERVE_ENV,
			     run->is_scout ? REMT_SERVE_SCOUTS : REMT_SERVE_COMPILED);
	}
	if (is_server && run->is_scout) {
		strv_env_set(&ret, REMT_SERVE_TRAPS_ENV, run->opts->scout.traps);
		strv_env_set(&ret, REMT_SERVE_LEVEL_ENV, run->opts->scout.level);
	}
	if (run->recording) {
		const struct trial_watch *watch = trial_watch(run->opts, run->program);

		strv_env_set(&ret, REMT_PATH_WATCH_ENV, watch ? watch->list : "");
		preload(run, &ret);
		strv_env_set(&ret, "REMT_EXPLORE_PATH", run->recording);
		/* There in each case, so that servers and runs have all at the same places. */
		strv_env_set(&ret, REMT_SERVE_ENV, is_server ? REMT_SERVE_WANTED : REMT_SERVE_NONE);
		tell_inputs(run->command, version_of(run), &ret);
	}
	return ret;
}

/* Makes FD the descriptor by which a server is asked. */
static bool move_server(int fd)
{
	return fd == REMT_SERVE_FD ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, REMT_SERVE_FD) >= 0;
}

/* In the child, whose memory is the parent's; returns if it can't be executed. */
static void become(const struct run *run, char *const *environment)
{
	setsid();
	if (dup2(run->in, 0) < 0 || dup2(run->out, 1) < 0 || dup2(run->err, 2) < 0 ||
	    chdir(run->opts->directory) < 0)
		return;
	if (run->server >= 0 && !move_server(run->server))
		return;
	close_range(REMT_SERVE_FD + (run->server >= 0), ~0u, 0);
	/* From here on this process may get no more memory itself. */
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, MAX_FILE);
	if (!run->opts->reserves_memory)
		limit(RLIMIT_AS, MAX_MEMORY);
	/* The same inputs make the same terms. */
	if (run->recording)
		personality((unsigned long)personality(ASK_PERSONALITY) | ADDR_NO_RANDOMIZE);
	if (run->command->nr_literals && !literals_ask())
		return;
	execve(run->program, run->command->argv, environment);
}

/* Starts a run without a copy of this process, whose solvers make it large. */
static __attribute__((noinline)) pid_t launch(const struct run *run, char *const *environment)
{
	pid_t pid = vfork();

	if (pid == 0) {
		become(run, environment);
		_exit(127);
	}
	if (pid > 0 && run->command->nr_literals &&
	    !literals_write(pid, run->command, version_of(run))) {
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		return -1;
	}
	return pid;
}

pid_t trial_launch(const struct run *run)
{
	_cleanup_strv_ char **environment = make_environment(run);

	return launch(run, environment);
}

/* What a run used of its time. */
struct use {
	uint64_t cpu_us;    /* of processors, whatever else the machine does */
	uint64_t waited_us; /* in which it used none and wanted none */
};

/* Looks at what the run uses now. */
static void measure(const struct trial_opts *opts, struct tree_use *ret)
{
	const struct containment containment = { .is_namespace = opts->is_namespace };
	struct tree_kept kept = { .count = 0 };

	if (opts->servers)
		servers_keep(opts->servers, &kept);
	tree_measure(&containment, &kept, ret);
}

static void add_use(const struct trial_opts *opts, uint64_t slice_us, struct use *use)
{
	struct tree_use now;

	measure(opts, &now);
	if (now.cpu_us > use->cpu_us)
		use->cpu_us = now.cpu_us;
	else if (!now.nr_eager)
		use->waited_us += slice_us;
}

/* True if a run that began at START_MS may take no more time. */
static bool is_spent(const struct trial_opts *opts, const struct use *use, uint64_t start_ms)
{
	if (deadline_is_over(&opts->deadline))
		return true;
	/* A process may wait for what looks like a disk, for ever. */
	return use->cpu_us + use->waited_us >= opts->max_ms * 1000 ||
	       clock_ms() - start_ms >= WALL_FACTOR * opts->max_ms + WALL_LEAST_MS;
}

/* Waits for a run until FD can be read or its time is over; false: it is to be ended. RET is what it used. */
static bool wait_for(const struct trial_opts *opts, int fd, struct use *ret)
{
	struct pollfd end = { fd, POLLIN, 0 };
	uint64_t start = clock_ms(), before = start;
	bool is_over = false;

	while (fd >= 0 && !is_over && !is_spent(opts, ret, start)) {
		uint64_t now;

		is_over = poll(&end, 1, LOOK_MS) == 1;
		now = clock_ms();
		if (!is_over)
			add_use(opts, (now - before) * 1000, ret);
		before = now;
	}
	return is_over;
}

static bool is_served(const struct run *run)
{
	return run->server_index < SERVERS_MOST;
}

/* Takes how the run PID ended; false: that is not known, as its server is lost. */
static bool take_end(const struct run *run, pid_t pid, int *status, uint64_t *cpu_us)
{
	struct rusage usage = { 0 };

	if (is_served(run))
		return servers_await(run->opts->servers, run->server_index, status, cpu_us);
	while (wait4(pid, status, 0, &usage) < 0 && errno == EINTR)
		;
	*cpu_us = clock_used_us(&usage);
	return true;
}

/* Waits for the run PID; false: how it ended is not known. */
static bool await(const struct run *run, pid_t pid, struct trial_result *ret)
{
	struct use use = { 0 };
	/* Its server waits for a run, and may have done so by now. */
	int fd = is_served(run) ? servers_socket(run->opts->servers, run->server_index)
				: pidfd_open(pid, 0);

	ret->is_late = !wait_for(run->opts, fd, &use);
	ret->is_cut = ret->is_late && deadline_is_over(&run->opts->deadline);
	if (!is_served(run) && fd >= 0)
		close(fd);
	if (ret->is_late)
		kill(pid, SIGKILL);
	if (!take_end(run, pid, &ret->status, &ret->used_us))
		return false;
	if (ret->used_us < use.cpu_us)
		ret->used_us = use.cpu_us;
	ret->used_us += use.waited_us;
	return true;
}

void trial_end(const struct trial_opts *opts)
{
	if (opts->servers && opts->servers->are_on) {
		servers_forget(opts->servers);
		view_pop(opts->view);
	}
	if (opts->is_namespace)
		kill(-1, SIGKILL);
	while (waitpid(-1, NULL, opts->is_namespace ? 0 : WNOHANG) > 0)
		;
}

/*
 * Ends what the run PID left behind; false: it has made neither a process nor a thread. Where it left something, servers
 * end with it: all is killed by one call.
 */
static bool end_others(const struct trial_opts *opts, pid_t pid)
{
	const struct containment containment = { .is_namespace = opts->is_namespace };
	struct tree_use left;

	/* There is none that is younger. */
	if (tree_last_pid(&containment) == pid)
		return false;
	if (opts->servers && opts->servers->are_on) {
		measure(opts, &left);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		if (!left.nr_processes && !left.nr_zombies)
			return true;
		opts->servers->nr_ends++;
	}
	trial_end(opts);
	return true;
}

int trial_output(const char *name)
{
	return memfd_create(name, MFD_CLOEXEC);
}

void trial_read_output(int fd, struct strbuf *ret)
{
	char buffer[4096];
	ssize_t size;

	lseek(fd, 0, SEEK_SET);
	while (ret->length < TRIAL_MAX_OUTPUT && (size = read(fd, buffer, sizeof(buffer))) > 0)
		strbuf_add(ret, buffer, (size_t)size);
}

/* Returns a file with what the command reads; -1: errno tells why not. */
static int open_input(const struct command *command)
{
	const struct command_file *file = &command->files[0];
	int fd = memfd_create("in", MFD_CLOEXEC);

	if (fd < 0 || (fs_write_all(fd, file->bytes, file->size) && lseek(fd, 0, SEEK_SET) == 0))
		return fd;
	close(fd);
	return -1;
}

/* Writes the files of the command, which only runs see: those outside of a view are the user's. */
static struct error *write_files(const struct run *run)
{
	if (run->command->nr_files > 1 && !run->opts->view)
		return error_create(ERROR_UNUSABLE,
				    "files can't be replaced where there is no view");
	for (size_t i = 1; i < run->command->nr_files; i++) {
		const struct command_file *file = &run->command->files[i];
		_cleanup_free_ char *path = path_absolute(run->opts->directory, file->name);
		int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		bool done = fd >= 0 && fs_write_all(fd, file->bytes, file->size);

		if (fd >= 0)
			close(fd);
		if (!done)
			return error_errno(ERROR_UNUSABLE, errno, "%s", file->name);
	}
	return NULL;
}

/* Begins the run; returns its pid, or -1. */
static pid_t begin(const struct run *run)
{
	const struct server_run where = { run->opts->directory, run->in, run->out, run->err };

	if (run->in < 0 || run->out < 0 || run->err < 0)
		return -1;
	if (is_served(run))
		return servers_run(run->opts->servers, run->server_index, &where, run->command);
	return trial_launch(run);
}

/* Returns where the files of the command lie; NULL: it has none. */
static char **list_files(const struct run *run)
{
	char **ret = NULL;

	for (size_t i = 1; i < run->command->nr_files; i++)
		strv_append_take(&ret,
				 path_absolute(run->opts->directory, run->command->files[i].name));
	return ret;
}

static struct error *prepare_files(const struct run *run)
{
	_cleanup_strv_ char **paths = list_files(run);
	struct view *view = run->opts->view;
	struct error *err = NULL;

	if (view && !(paths && view_is_planted(view, paths)))
		err = view_refresh(view);
	if (!err)
		err = write_files(run);
	if (!err && view && paths)
		view_plant(view, paths);
	return err;
}

/* Starts the run; *PID is -1 if its server is lost. */
static struct error *start(struct run *run, pid_t *pid)
{
	struct error *err;

	run->server_index = trial_server(run);
	err = prepare_files(run);
	*pid = err ? -1 : begin(run);
	if (!err && *pid < 0 && !is_served(run))
		err = error_errno(ERROR_UNUSABLE, errno, "no run can be started");
	return err;
}

struct error *trial_make(const struct trial_opts *opts, const char *program,
			 const struct command *command, const char *recording, const int outputs[2],
			 struct trial_result *ret)
{
	struct run run = { .opts = opts,
			   .program = program,
			   .command = command,
			   .recording = recording,
			   .in = open_input(command),
			   .out = outputs[0],
			   .err = outputs[1],
			   .server = -1,
			   .server_index = SERVERS_MOST };
	pid_t pid;
	struct error *err = start(&run, &pid);

	*ret = (struct trial_result){ 0 };
	if (!err) {
		ret->is_served = is_served(&run);
		ret->is_scout = run.server_index == SERVERS_SCOUT;
		ret->is_lost = pid < 0 || !await(&run, pid, ret);
		if (ret->is_lost || ret->is_late)
			trial_end(opts);
		else
			ret->has_others = end_others(opts, pid);
	}
	if (run.in >= 0)
		close(run.in);
	return err;
}

struct error *trial_run(const struct trial_opts *opts, const char *program,
			const struct command *command, const char *recording,
			struct trial_result *ret)
{
	const int outputs[2] = { trial_output("out"), trial_output("err") };
	struct error *err = trial_make(opts, program, command, recording, outputs, ret);

	if (!err) {
		trial_read_output(outputs[0], &ret->out);
		trial_read_output(outputs[1], &ret->err);
	}
	for (unsigned i = 0; i < 2; i++) {
		if (outputs[i] >= 0)
			close(outputs[i]);
	}
	return err;
}

bool trial_is_same(const struct trial_result *a, const struct trial_result *b)
{
	if (a->is_late || b->is_late)
		return a->is_late == b->is_late;
	return a->status == b->status && strbuf_is_same(&a->out, &b->out) &&
	       strbuf_is_same(&a->err, &b->err);
}

uint64_t trial_hash(const struct trial_result *result)
{
	struct hash *hash = hash_create();

	hash_add_u64(hash, result->is_late);
	if (!result->is_late) {
		hash_add_u64(hash, (uint64_t)result->status);
		hash_add_u64(hash, result->out.length);
		hash_add(hash, strbuf_get(&result->out), result->out.length);
		hash_add(hash, strbuf_get(&result->err), result->err.length);
	}
	return hash_take(hash);
}

void trial_result_deinit(struct trial_result *result)
{
	strbuf_deinit(&result->out);
	strbuf_deinit(&result->err);
}
