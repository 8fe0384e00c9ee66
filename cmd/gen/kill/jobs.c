/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes that kill mutants, each in namespaces of its own, and their parent, which prints what they find. */
#include "cmd/gen/kill/jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/kill/log.h"
#include "cmd/gen/kill/matrix.h"
#include "cmd/progress.h"
#include "common/path.h"
#include "common/plural.h"
#include "common/xalloc.h"

#define LOOK_US 20000 /* between looks at what was found */

struct jobs {
	struct gen_exploration *exploration;
	struct gen_kills kills;
	FILE *out;   /* gets results as text; NULL: none */
	pid_t *pids; /* 0: it has ended */
	unsigned number;
	int code; /* of the first process that failed, or EXIT_OK */
};

/* In process NUMBER: takes a part of the scratch directory for its own, which the parent removes. */
static struct error *move_in(struct gen_exploration *exploration, unsigned number)
{
	const struct gen_kill_matrix *matrix = exploration->matrix;
	unsigned stage = matrix ? 1 + matrix->is_chosen : 0;
	char name[32];
	char *path;

	snprintf(name, sizeof(name), "%u-%u", stage, number);
	path = path_join(exploration->scratch.path, name);
	if (mkdir(path, 0700) < 0) {
		struct error *err = error_errno(ERROR_UNUSABLE, errno, "%s", path);

		free(path);
		return err;
	}
	exploration->scratch.path = path;
	return gen_lay_out(exploration);
}

/* The life of process NUMBER; returns an exit code. */
static int live(struct jobs *jobs, gen_inside_fn *inside, unsigned number,
		struct containment *containment)
{
	struct error *err = move_in(jobs->exploration, number);
	int code = err ? cmd_fail(err) : inside(jobs->exploration, number, containment);

	cmd_close_stdout();
	return code;
}

static struct error *start(struct jobs *jobs, gen_inside_fn *inside)
{
	unsigned wanted = jobs->exploration->args->nr_jobs;

	jobs->number = 0;
	jobs->pids = xcalloc(wanted, sizeof(*jobs->pids));
	while (jobs->number < wanted) {
		struct containment containment;
		pid_t pid;
		struct error *err = gen_contain_fork(&containment, &pid);

		if (err)
			return err;
		if (pid == 0)
			_exit(live(jobs, inside, jobs->number, &containment));
		jobs->pids[jobs->number++] = pid;
	}
	return NULL;
}

static void draw(const struct gen_kills *kills)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t nr_killed = 0;

	if (!isatty(STDERR_FILENO))
		return;
	for (size_t i = 0; i < kills->results.count; i++)
		nr_killed += kills->results.items[i].is_known &&
			     kills->results.items[i].verdict == GEN_KILLED;
	strbuf_addf(&text, "%zu of %zu mutant%s tried, %zu killed", kills->nr_known,
		    kills->results.count, plural(kills->results.count), nr_killed);
	progress_draw(&text);
}

/* Takes what was found. */
static struct error *look(struct jobs *jobs)
{
	struct gen_kills *kills = &jobs->kills;
	struct error *err = gen_kill_log_read(jobs->exploration->log, kills);

	draw(kills);
	return err;
}

/* Notes which processes have ended; returns how many have not. */
static unsigned await(struct jobs *jobs)
{
	unsigned ret = 0;

	for (unsigned i = 0; i < jobs->number; i++) {
		int status;

		if (!jobs->pids[i])
			continue;
		if (waitpid(jobs->pids[i], &status, WNOHANG) != jobs->pids[i]) {
			ret++;
			continue;
		}
		jobs->pids[i] = 0;
		progress_erase();
		if (WIFSIGNALED(status)) {
			cmd_warn(
				"a process that tries mutants was lost: %s; what it was at is not known",
				strsignal(WTERMSIG(status)));
		} else if (WEXITSTATUS(status) != EXIT_OK && jobs->code == EXIT_OK) {
			jobs->code = WEXITSTATUS(status);
		}
	}
	return ret;
}

static void end(struct jobs *jobs)
{
	for (unsigned i = 0; i < jobs->number; i++) {
		if (!jobs->pids[i])
			continue;
		kill(jobs->pids[i], SIGKILL);
		while (waitpid(jobs->pids[i], NULL, 0) < 0 && errno == EINTR)
			;
	}
	free(jobs->pids);
	jobs->pids = NULL;
}

/* Prints all results, in the order of the mutants, and the sum. */
static void print_all(struct jobs *jobs)
{
	struct gen_kills *kills = &jobs->kills;

	progress_erase();
	for (size_t i = 0; i < kills->results.count && jobs->out; i++) {
		if (kills->results.items[i].is_known)
			gen_kill_print(kills, i, jobs->out);
	}
	if (jobs->out)
		gen_kill_print_sum(kills, &jobs->exploration->tests, jobs->out);
	else
		gen_kill_print_json(kills, gen_output_stream(&jobs->exploration->args->output));
}

static struct error *run_all(struct jobs *jobs, gen_inside_fn *inside)
{
	struct error *err = start(jobs, inside);

	while (!err && await(jobs)) {
		err = look(jobs);
		usleep(LOOK_US);
	}
	if (!err)
		err = look(jobs);
	end(jobs);
	return err;
}

/* Leaves out tests that the others make needless. */
static struct error *compact(struct jobs *jobs, gen_inside_fn *inside)
{
	struct gen_exploration *exploration = jobs->exploration;
	struct gen_kill_matrix matrix;
	struct error *err = gen_kill_matrix_create(&jobs->kills, &matrix);

	exploration->matrix = &matrix;
	for (unsigned i = 0; i < 2 && !err && matrix.nr_tests > 1 && !*exploration->signal; i++) {
		if (i)
			gen_kill_matrix_choose(&matrix);
		gen_kill_log_rewind(exploration->log);
		err = run_all(jobs, inside);
	}
	exploration->matrix = NULL;
	gen_kill_matrix_destroy(&matrix);
	gen_kill_matrix_apply(&jobs->kills);
	return err;
}

/* Writes tests, if they are wanted. */
static struct error *write_tests(struct jobs *jobs)
{
	const struct gen_args *args = jobs->exploration->args;

	if (!args->tests)
		return NULL;
	return gen_kill_write_tests(&jobs->kills, &jobs->exploration->tests, args->timeout_ms);
}

int gen_kill_apart(struct gen_exploration *exploration, gen_inside_fn *inside)
{
	struct gen_output *output = &exploration->args->output;
	bool is_text = output->format != GEN_FORMAT_JSON;
	struct gen_kill_log log;
	struct jobs jobs = { .exploration = exploration,
			     .out = is_text ? gen_output_stream(output) : NULL };
	struct error *err = gen_kill_log_create(&log);

	gen_kills_init(&jobs.kills, &exploration->mutants, exploration->args->programs[0]);
	exploration->log = &log;
	if (!err)
		err = run_all(&jobs, inside);
	if (!err)
		err = compact(&jobs, inside);
	/* What is known is shown, also if a process failed. */
	if (!err) {
		_cleanup_strbuf_ struct strbuf sum = { 0 };

		err = write_tests(&jobs);
		print_all(&jobs);
		gen_kill_sum(&sum, &jobs.kills);
		if (!err)
			err = gen_output_finish(output, strbuf_get(&sum), true);
	}
	gen_kills_deinit(&jobs.kills);
	gen_kill_log_destroy(&log);
	return err ? cmd_fail(err) : jobs.code;
}
