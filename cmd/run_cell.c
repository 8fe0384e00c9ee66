/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt run --mutant=ID --test=NAME`: runs one cell of the stored matrix again, from the test's
 * record and the mutant's instances. With --gdb the test runs in a debugger with the mutant on.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/run.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/signals.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "rewriter/subject/subject.h"
#include "runner/job/attach.h"
#include "runner/job/reference.h"
#include "runner/job/session.h"
#include "runner/pool/worker_pool.h"
#include "runner/sandbox/scratch.h"
#include "runner/test/test_record.h"

/* as shells say it */
#define EXIT_NOT_FOUND 127

/* how many milliseconds a signal may go unnoticed */
#define LOOK_MS 100

/* The cell as the store has it. */
struct cell {
	const struct run_args *args;
	int64_t mutant, test_key;
	char id[STORE_MUTANT_ID_SIZE];
	char *file, *description, *root; /* owned */
	char **binaries; /* files whose variants are the mutants; NULL: there are none; owned */
	VEC(struct subject *) subjects; /* of the binaries, while the cell is run; owned */
	bool is_followed;		/* one of them is statically linked */
	uint32_t line;
	size_t nr_mutants, nr_tests; /* how many match */
	struct test test;
	bool has_test;
	struct allowance_use use;
	uint64_t count;		/* executions of the mutant's place in the baseline */
	uint64_t allow_network; /* that of the stored run */
	VEC(struct remt_switch) switches;
	enum verdict stored;
	enum store_oracle oracle; /* of the test */
	uint64_t output_hash;
	/* What the unmutated test prints now; NULL: any output passes. */
	struct expectation *expected;
};

static void cell_deinit(struct cell *cell)
{
	free(cell->file);
	free(cell->description);
	free(cell->root);
	strv_destroy(cell->binaries);
	for (size_t i = 0; i < cell->subjects.count; i++)
		subject_close(cell->subjects.items[i]);
	vec_deinit(&cell->subjects);
	expectation_destroy(cell->expected);
	vec_deinit(&cell->switches);
	if (cell->has_test) {
		struct test_list list = { xmemdup(&cell->test, sizeof(cell->test)), 1 };

		test_list_deinit(&list);
	}
}

static struct error *match_mutant(void *arg, const struct store_mutant *mutant)
{
	struct cell *cell = arg;
	const char *wanted = cell->args->campaign.filter.mutant;

	if (strncmp(mutant->id, wanted, strlen(wanted)) != 0 || cell->nr_mutants++)
		return NULL;
	cell->mutant = mutant->key;
	memcpy(cell->id, mutant->id, sizeof(cell->id));
	cell->file = xstrdup(mutant->file);
	cell->description = xstrdup(mutant->description);
	cell->line = mutant->site_line;
	return NULL;
}

static struct error *match_test(void *arg, const struct store_test *test)
{
	struct cell *cell = arg;
	struct error *err;

	if (strcmp(test->name, cell->args->tests[0]) != 0 &&
	    fnmatch(cell->args->tests[0], test->name, 0) != 0)
		return NULL;
	if (cell->nr_tests++)
		return NULL;
	err = test_record_read(test->record, &cell->test);
	if (err)
		return err;
	cell->has_test = true;
	cell->test_key = test->key;
	cell->use.cpu_us = test->cpu_us;
	cell->use.wall_us = test->wall_us;
	cell->use.harness_ms = cell->test.timeout_ms;
	cell->oracle = test->oracle;
	cell->output_hash = test->output_hash;
	return NULL;
}

static struct error *add_instance(void *arg, const struct store_instance *instance)
{
	struct cell *cell = arg;

	vec_push(&cell->switches, ((struct remt_switch){ .uid = instance->uid,
							 .site = instance->site,
							 .function = instance->function,
							 .alternative = instance->alternative }));
	return NULL;
}

static struct error *match_cover(void *arg, const struct store_cover *cover)
{
	struct cell *cell = arg;

	if (cover->test == cell->test_key)
		cell->count = cover->count;
	return NULL;
}

static struct error *match_cell(void *arg, const struct store_cell *stored)
{
	struct cell *cell = arg;

	if (stored->test == cell->test_key)
		cell->stored = stored->verdict;
	return NULL;
}

static struct error *add_binary(void *arg, const struct store_module *module)
{
	struct cell *cell = arg;

	strv_append(&cell->binaries, module->path);
	return NULL;
}

static struct error *cell_load(struct store *store, struct cell *ret)
{
	struct store_run run;
	struct error *err = store_get_run(store, &run);

	if (err)
		return err;
	ret->root = xstrdup(run.root);
	if (strcmp(run.preset, REMT_BINARY_PRESET) == 0)
		err = store_each_module(store, add_binary, ret);
	if (!err)
		err = store_get_number(store, "allow-network", &ret->allow_network);
	if (!err)
		err = store_each_mutant(store, match_mutant, ret);
	if (!err && ret->nr_mutants != 1)
		err = error_create(ERROR_USAGE, "%s mutant has an id that begins with '%s'",
				   ret->nr_mutants ? "more than one" : "no",
				   ret->args->campaign.filter.mutant);
	if (!err)
		err = store_each_test(store, match_test, ret);
	if (!err && ret->nr_tests != 1)
		err = error_create(ERROR_USAGE, "%s test matches '%s'",
				   ret->nr_tests ? "more than one" : "no", ret->args->tests[0]);
	if (!err)
		err = store_each_instance(store, ret->mutant, add_instance, ret);
	if (!err)
		err = store_each_cover(store, ret->mutant, match_cover, ret);
	if (!err)
		err = store_each_cell(store, ret->mutant, match_cell, ret);
	if (!err && ret->switches.count > REMT_SESSION_MAX_ON)
		err = error_create(ERROR_UNUSABLE,
				   "the mutant sits in too many places of the program");
	return err;
}

static void print_file(const char *path)
{
	_cleanup_free_ char *data = NULL;
	size_t size;
	struct error *err = fs_read_file(path, &data, &size);

	if (!err)
		print_lines(stdout, data, size);
	error_destroy(err);
}

static void print_verdict(const struct cell *cell, const struct job_result *result)
{
	print("%s", cell->file);
	if (cell->line)
		print(":%" PRIu32, cell->line);
	print(": %s (%s): %s", cell->description, cell->id, verdict_name(job_verdict(result)));
	if (result->error[0])
		print(" (%s)", result->error);
	print("; executed %" PRIu64 " times", result->nr_hits);
	if (result->match != OUTPUT_SAME) {
		_cleanup_free_ char *detail = job_describe(result);

		print("; %s", detail);
	}
	if (cell->stored != VERDICT_UNKNOWN && cell->stored != job_verdict(result))
		print("; stored is: %s", verdict_name(cell->stored));
	putchar('\n');
}

/* Runs JOB. *IS_FOUND false: the run was cancelled and *RET has no result. */
static struct error *run_job(const struct cell *cell, struct worker_pool *pool,
			     const struct job *job, struct worker_pool_result *ret, bool *is_found)
{
	struct error *err = worker_pool_submit(pool, 0, job);

	*is_found = false;
	while (!err && !*is_found && !*cell->args->campaign.cancelled)
		err = worker_pool_wait(pool, LOOK_MS, ret, is_found);
	return err;
}

/* Runs the test with the switches ON. */
static struct error *run_once(const struct cell *cell, struct worker_pool *pool, const char *output,
			      const struct remt_switch *on, struct limits limits,
			      struct worker_pool_result *ret, bool *is_found)
{
	struct job job = {
		.test = &cell->test,
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_MUTATE,
		.is_followed = cell->is_followed,
		.on = on,
		.nr_on = (uint32_t)cell->switches.count,
		.limits = limits,
		.keep.output = output,
		.expected = cell->expected,
	};

	return run_job(cell, pool, &job, ret, is_found);
}

/* Learns from a run without the mutant what the test prints, if its output is the oracle. */
static struct error *learn_output(struct cell *cell, struct worker_pool *pool, const char *output)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	struct job job = {
		.test = &cell->test,
		.mode = WORKER_EXEC,
		.session_mode = REMT_MODE_OFF,
		.is_followed = cell->is_followed,
		.limits = reference_limits(allowance, &cell->use, cell->count),
		.keep.output = output,
	};
	struct worker_pool_result taken;
	struct error *err;
	bool is_found;

	if (cell->oracle != STORE_ORACLE_OUTPUT)
		return NULL;
	err = run_job(cell, pool, &job, &taken, &is_found);
	if (err || !is_found)
		return err;
	err = expectation_read(output, &cell->expected);
	if (err || (cell->expected && cell->expected->hash == cell->output_hash))
		return err;
	expectation_destroy(cell->expected);
	cell->expected = NULL;
	cmd_warn("unmutated, the test prints other things than when its run was stored: the "
		 "harness's verdict alone counts");
	return NULL;
}

/* Confirms a timeout as the matrix does (runner/job/reference.h). */
static struct error *run_confirmed(const struct cell *cell, struct worker_pool *pool,
				   const char *output, struct worker_pool_result *ret,
				   bool *is_found)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	_cleanup_free_ struct remt_switch *on =
		xmemdup(cell->switches.items, cell->switches.count * sizeof(*on));
	struct allowance_use use;
	struct error *err;

	reference_neutralise(on, (uint32_t)cell->switches.count);
	err = run_once(cell, pool, NULL, on, reference_limits(allowance, &cell->use, cell->count),
		       ret, is_found);
	if (err || !*is_found)
		return err;
	use = reference_measure(&ret->result, &cell->use);
	return run_once(cell, pool, output, cell->switches.items,
			allowance_confirming(allowance, &use, cell->count), ret, is_found);
}

static void tell_gaps(const struct worker_pool *pool, enum contain_wish wish)
{
	_cleanup_strv_ char **gaps = isolation_gaps(worker_pool_isolation(pool), wish);

	for (size_t i = 0; gaps && gaps[i]; i++)
		cmd_warn("%s", gaps[i]);
}

static struct error *execute_in(struct cell *cell, struct worker_pool *pool, const char *scratch)
{
	const struct allowance_opts *allowance = &cell->args->campaign.allowance;
	_cleanup_free_ char *output = path_join(scratch, "output");
	struct worker_pool_result taken;
	bool is_found = false;
	struct error *err = learn_output(cell, pool, output);

	if (!err && !*cell->args->campaign.cancelled)
		err = run_once(cell, pool, output, cell->switches.items,
			       allowance_suspecting(allowance, &cell->use, cell->count), &taken,
			       &is_found);
	if (!err && is_found && job_verdict(&taken.result) == VERDICT_KILLED_TIMEOUT &&
	    taken.result.limit != LIMIT_ENDLESS)
		err = run_confirmed(cell, pool, output, &taken, &is_found);
	if (err || !is_found)
		return err;
	print_file(output);
	print_verdict(cell, &taken.result);
	return NULL;
}

/*
 * Reads the stored run's binaries, which must be as they were, and writes to PATH what the run-time
 * is to know of them.
 */
static struct error *open_subjects(struct cell *cell, const char *path)
{
	bool is_there = false;

	for (char **binary = cell->binaries; *binary; binary++) {
		struct subject *subject;
		struct error *err = subject_open(*binary, &subject);

		if (err)
			return err;
		vec_push(&cell->subjects, subject);
		is_there |= subject->module.uid == cell->switches.items[0].uid;
		cell->is_followed |= subject->is_static;
	}
	if (!is_there)
		return error_create(ERROR_UNUSABLE,
				    "%s has changed since its run was stored: run its tests again",
				    cell->binaries[0]);
	return subjects_write(cell->subjects.items, cell->subjects.count, path);
}

static struct error *execute(struct cell *cell, const char *scratch)
{
	_cleanup_free_ char *variants = path_join(scratch, "variants");
	struct campaign_opts own = cell->args->campaign;
	const struct campaign_opts *opts = &own;
	struct worker_pool_opts worker_pool_opts = {
		.nr_workers = 1,
		.scratch = scratch,
		.runtime = opts->runtime,
		.view_root = opts->no_isolation ? NULL : cell->root,
		.cancelled = opts->cancelled,
	};
	struct worker_pool *pool;
	struct error *err = cell->binaries ? open_subjects(cell, variants) : NULL;
	const struct subject_list subjects = { cell->subjects.items, cell->subjects.count };

	if (err)
		return err;
	if (cell->binaries)
		worker_pool_opts.variants = variants;
	if (cell->is_followed)
		worker_pool_opts.subjects = &subjects;
	own.allow_network |= cell->allow_network != 0;
	worker_pool_opts.wish = campaign_wish(&own);
	err = worker_pool_create(&worker_pool_opts, &pool);
	if (err)
		return err;
	tell_gaps(pool, worker_pool_opts.wish);
	err = execute_in(cell, pool, scratch);
	worker_pool_destroy(pool);
	return err;
}

/*
 * Writes the script by which gdb starts the test: it sets environment and input, and switches the
 * mutant on.
 */
static struct error *write_wrapper(const char *path, char *const *env, const char *input)
{
	_cleanup_strbuf_ struct strbuf text = { 0 };
	struct error *err;

	strbuf_adds(&text, "#!/bin/sh\nexec env -i");
	for (; *env; env++) {
		strbuf_addc(&text, ' ');
		shell_add_word(&text, *env);
	}
	strbuf_adds(&text, " \"$@\"");
	if (input) {
		strbuf_adds(&text, " <");
		shell_add_word(&text, input);
	}
	strbuf_addc(&text, '\n');
	err = fs_write_file(path, text.data, text.length);
	if (!err && chmod(path, 0700) < 0)
		err = error_errno(ERROR_INTERNAL, errno, "making %s executable", path);
	return err;
}

/* Returns where execvpe() finds argv[0]; the caller frees. */
static char *find_program(const struct test *test)
{
	const char *path = strv_env_get(test->environ, "PATH");

	if (strchr(test->argv[0], '/'))
		return path_join(test->directory, test->argv[0]);
	_cleanup_strv_ char **folders = strv_split(path ? path : "/usr/bin:/bin", ':');

	for (size_t i = 0; folders[i]; i++) {
		char *file = path_join(folders[i], test->argv[0]);

		if (access(file, X_OK) == 0)
			return file;
		free(file);
	}
	return xstrdup(test->argv[0]);
}

static bool is_elf(const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char magic[4];

	return fd >= 0 && read(fd, magic, sizeof(magic)) == sizeof(magic) &&
	       memcmp(magic, "\177ELF", 4) == 0;
}

static struct error *spawn_gdb(const struct cell *cell, const char *wrapper)
{
	_cleanup_free_ char *program = find_program(&cell->test);
	_cleanup_free_ char *wrap = xasprintf("set exec-wrapper %s", wrapper);
	_cleanup_free_ char *stop =
		xasprintf("break %s:%" PRIu32, path_basename(cell->file), cell->line);
	_cleanup_strv_ char **argv = NULL;
	pid_t child;
	int status;

	strv_append(&argv, "gdb");
	strv_append(&argv, "-q");
	strv_append(&argv, "-iex");
	strv_append(&argv, "set breakpoint pending on");
	strv_append(&argv, "-ex");
	strv_append(&argv, wrap);
	strv_append(&argv, "-ex");
	strv_append(&argv, stop);
	strv_append(&argv, "--args");
	/* A script is debugged as its shell; the program comes later, by fork or exec. */
	if (!is_elf(program)) {
		strv_append(&argv, "/bin/sh");
		strv_append(&argv, program);
	} else {
		strv_append(&argv, program);
	}
	for (size_t i = 1; cell->test.argv[i]; i++)
		strv_append(&argv, cell->test.argv[i]);
	fflush(NULL);
	child = fork();
	if (child < 0)
		return error_errno(ERROR_INTERNAL, errno, "starting gdb");
	if (child == 0) {
		signals_reset();
		if (chdir(cell->test.directory) == 0)
			execvp("gdb", argv);
		_exit(EXIT_NOT_FOUND);
	}
	/* Ctrl-C is for the program in the debugger and must not end the session. */
	signal(SIGINT, SIG_IGN);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_FOUND)
		return error_create(ERROR_UNUSABLE, "gdb could not be started; is it installed?");
	return NULL;
}

static struct error *debug(const struct cell *cell, const char *scratch)
{
	if (cell->binaries)
		return error_create(ERROR_USAGE,
				    "--gdb: a breakpoint of remt's own is in the way; debug a copy "
				    "of the program that `remt patch --mutate=%s` makes",
				    cell->id);

	_cleanup_free_ char *path = path_join(scratch, "session");
	_cleanup_free_ char *wrapper = path_join(scratch, "start");
	struct remt_session *session;
	struct job job = {
		.session_mode = REMT_MODE_MUTATE,
		.on = cell->switches.items,
		.nr_on = (uint32_t)cell->switches.count,
	};
	struct error *err = session_create(path, &session);

	if (err)
		return err;
	session_prepare(session, &job);
	_cleanup_strv_ char **env =
		attach_environ(cell->test.environ, cell->args->campaign.runtime, path, NULL);

	err = write_wrapper(wrapper, env, cell->test.input);
	return err ? err : spawn_gdb(cell, wrapper);
}

int run_cell(const struct run_args *args)
{
	struct cell cell = { .args = args };
	struct store *store;
	struct scratch scratch = { 0 };
	struct error *err = cmd_open_store(args->store, &store);

	if (err)
		return cmd_fail(err);
	err = cell_load(store, &cell);
	store_close(store);
	if (!err)
		err = scratch_create(&scratch);
	if (!err)
		err = args->gdb ? debug(&cell, scratch.path) : execute(&cell, scratch.path);
	scratch_destroy(&scratch);
	cell_deinit(&cell);
	if (*args->campaign.cancelled) {
		error_destroy(err);
		cmd_say("stopped before the test ended");
		return 128 + (int)*args->campaign.cancelled;
	}
	return err ? cmd_fail(err) : EXIT_OK;
}
