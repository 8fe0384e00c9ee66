/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen OLD NEW ARGUMENT...`: inputs on which two versions of a program differ. The exploration
 * is a process of its own, with all that it runs in its namespaces.
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/gen.h"
#include "cmd/gen_journal.h"
#include "cmd/gen_seeds.h"
#include "cmd/gen_suite.h"
#include "cmd/gen_tests.h"
#include "cmd/gen_variables.h"
#include "cmd/gen_words.h"
#include "cmd/paths.h"
#include "cmd/progress.h"
#include "cmd/words.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "paths/search.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/scratch.h"
#include "solver/solver.h"

struct gen_args {
	const char *programs[2];
	unsigned nr_programs;
	char **arguments;	     /* NULL-terminated; borrowed from argv */
	const char *input;	     /* a file; NULL: standard input is empty */
	VEC(const char *) files;     /* whose bytes are inputs, too */
	VEC(const char *) variables; /* NAME or NAME=VALUE, whose values are inputs, too */
	VEC(uint64_t) kept;	     /* numbers of arguments that are no inputs */
	const char *tests;	     /* a directory for tests; NULL: none */
	const char *seeds;	     /* a file of commands; NULL: none */
	const char *store;	     /* a directory for the journal; NULL: none */
	const char *suite;	     /* a command for the shell that runs NEW; NULL: none */
	uint64_t max_ms, timeout_ms, seed, max_inputs, max_memory_mb, nr_shown;
	unsigned growth;
	bool shows_each; /* also differences that are like others */
	enum agenda_order order;
	gen_print_fn *print;
};

#define KEY_TIME       0x101
#define KEY_TIMEOUT    0x102
#define KEY_SEED       0x103
#define KEY_MAX_INPUTS 0x104
#define KEY_STDIN      0x105
#define KEY_SHOW       0x106
#define KEY_TESTS      0x107
#define KEY_FORMAT     0x108
#define KEY_FILE       0x109
#define KEY_KEEP       0x10a
#define KEY_EACH       0x10b
#define KEY_LENGTHS    0x10c
#define KEY_SEEDS      0x10d
#define KEY_ORDER      0x10e
#define KEY_SUITE      0x10f
#define KEY_MEMORY     0x110
#define KEY_ENV	       0x111

#define MAX_GROWTH     32

static const struct argp_option options[] = {
	{ "stdin", KEY_STDIN, "FILE", 0, "standard input of the first run (default: none)", 0 },
	{ "file", KEY_FILE, "FILE", 0,
	  "what FILE holds is an input, too; an ARGUMENT that is FILE stays", 0 },
	{ "env", KEY_ENV, "NAME[=VALUE]", 0,
	  "the value of the environment variable NAME is an input, too", 0 },
	{ "seeds", KEY_SEEDS, "FILE", 0, "also begin with the commands of FILE, one a line", 0 },
	{ "suite", KEY_SUITE, "COMMAND", 0,
	  "run COMMAND, such as 'make check', and begin with what it runs NEW with", 0 },
	{ "lengths", KEY_LENGTHS, "N", 0,
	  "also try inputs of up to N bytes more or fewer at one place (default: 0)", 0 },
	{ "keep", KEY_KEEP, "N", 0, "ARGUMENT number N stays as it is", 0 },
	{ "order", KEY_ORDER, "ORDER", 0,
	  "which branches come first: near (to changed code, the default), first or last (found)",
	  0 },
	{ "store", CMD_KEY_STORE, "DIR", 0,
	  "keep in DIR what was found out, so that the same command goes on there", 0 },
	{ "time", KEY_TIME, "TIME", 0, "stop after so long (default: 1min)", 0 },
	{ "max-inputs", KEY_MAX_INPUTS, "N", 0, "stop after so many inputs", 0 },
	{ "memory", KEY_MEMORY, "MB", 0,
	  "stop when the search has so much memory (default: a quarter of the machine's)", 0 },
	{ "timeout", KEY_TIMEOUT, "TIME", 0,
	  "end a run that takes longer, whatever else the machine does (default: 10s)", 0 },
	{ "show", KEY_SHOW, "N", 0, "show so many differences (default: 10)", 0 },
	{ "each", KEY_EACH, NULL, 0, "also show differences that are like others", 0 },
	{ "write-tests", KEY_TESTS, "DIR", 0,
	  "write a test for each difference into the new directory DIR", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default) or json", 0 },
	{ "seed", KEY_SEED, "N", 0, "of what is tried at random (default: 0)", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct gen_args *args = state->input;

	switch (key) {
	case KEY_TIME: args->max_ms = words_time_ms(state, "--time", arg); return 0;
	case KEY_TIMEOUT: args->timeout_ms = words_time_ms(state, "--timeout", arg); return 0;
	case KEY_SEED: args->seed = words_number(state, "--seed", arg, 0, UINT64_MAX); return 0;
	case KEY_SHOW: args->nr_shown = words_number(state, "--show", arg, 0, UINT64_MAX); return 0;
	case KEY_STDIN: args->input = arg; return 0;
	case KEY_EACH: args->shows_each = true; return 0;
	case KEY_FILE: vec_push(&args->files, arg); return 0;
	case KEY_ENV: vec_push(&args->variables, arg); return 0;
	case KEY_KEEP:
		vec_push(&args->kept, words_number(state, "--keep", arg, 1, UINT32_MAX));
		return 0;
	case KEY_SEEDS: args->seeds = arg; return 0;
	case KEY_MEMORY:
		args->max_memory_mb = words_number(state, "--memory", arg, 1, UINT32_MAX);
		return 0;
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_SUITE: args->suite = arg; return 0;
	case KEY_LENGTHS:
		args->growth = (unsigned)words_number(state, "--lengths", arg, 0, MAX_GROWTH);
		return 0;
	case KEY_ORDER: args->order = gen_words_order(state, arg); return 0;
	case KEY_TESTS: args->tests = arg; return 0;
	case KEY_FORMAT: args->print = gen_words_format(state, arg); return 0;
	case KEY_MAX_INPUTS:
		args->max_inputs = words_number(state, "--max-inputs", arg, 1, UINT64_MAX);
		return 0;
	case ARGP_KEY_ARG:
		args->programs[args->nr_programs++] = arg;
		if (args->nr_programs == 2) {
			/* The rest is the programs'. */
			args->arguments = state->argv + state->next;
			state->next = state->argc;
		}
		return 0;
	case ARGP_KEY_END:
		if (args->nr_programs < 2)
			cmd_usage(state,
				  "two programs are wanted: the old version and the new one");
		if (args->suite && args->files.count)
			cmd_usage(
				state,
				"--file and --suite exclude each other: files that the suite's commands "
				"name are inputs");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW [ARGUMENT...]",
	.doc = "Looks for arguments, standard input, files and variables on which two versions of a program do not do the same: "
	       "they print something else, or end in another way.  Both are built with "
	       "-fplugin-arg-remt-ir.  The search begins with the ARGUMENTs, --stdin, --file, --env, --seeds and --suite, "
	       "whose lengths stay as they are without --lengths.",
};

/* What the exploring process works with. */
struct exploration {
	const struct gen_args *args;
	struct scratch scratch;
	char *directory, *evaluator, *recording, *programs[2];
	struct gen_variables variables;
	struct gen_seeds seeds;
	struct gen_journal *journal; /* NULL: none */
	struct gen_tests tests;
	const volatile sig_atomic_t *signal;
};

static bool show_progress(void *arg, const struct search_state *state)
{
	const struct exploration *exploration = arg;

	gen_journal_note(exploration->journal, state->sum.nr_inputs);
	gen_draw_progress(state);
	return *exploration->signal != 0;
}

static bool is_repeated(void *arg, uint64_t nr_inputs)
{
	const struct exploration *exploration = arg;

	return gen_journal_has(exploration->journal, nr_inputs);
}

static bool stop_tests(void *arg, size_t done, size_t number)
{
	const struct exploration *exploration = arg;

	gen_draw_tests(done, number);
	return *exploration->signal != 0;
}

/* Writes tests, if they are wanted, and prints what was found. */
static struct error *report(struct exploration *exploration, const struct trial_opts *trial,
			    struct search *search)
{
	const struct gen_args *args = exploration->args;
	const struct gen_tests_opts opts = { .trial = trial,
					     .scratch = exploration->scratch.path,
					     .programs = (const char *const *)exploration->programs,
					     .names = args->programs,
					     .stop = stop_tests,
					     .arg = exploration };
	struct parting_sources *sources =
		parting_sources_create((const char *const *)exploration->programs);
	struct gen_view view = { .search = search,
				 .names = args->programs,
				 .tests = &exploration->tests,
				 .nr_recalled = gen_journal_nr_recalled(exploration->journal),
				 .nr_shown = args->nr_shown,
				 .shows_each = args->shows_each };
	struct error *err =
		args->tests ? gen_tests_write(&exploration->tests, &opts, search) : NULL;

	progress_erase();
	gen_group(&view, sources);
	args->print(&view);
	gen_view_deinit(&view);
	parting_sources_destroy(sources);
	return err;
}

/* Adds commands of the suite, if there is one, to the seeds. */
static struct error *read_suite(struct exploration *exploration, struct view *view)
{
	const struct gen_args *args = exploration->args;
	const struct gen_suite_opts opts = { .command = args->suite,
					     .program = exploration->programs[1],
					     .directory = exploration->directory,
					     .tmpdir = view_tmpdir(view),
					     .kept = args->kept.items,
					     .nr_kept = args->kept.count,
					     .variables = &exploration->variables,
					     .cancelled = exploration->signal,
					     .progress = gen_draw_suite };
	size_t nr_before = exploration->seeds.commands.count;
	struct gen_suite suite;
	struct error *err;

	if (!args->suite)
		return NULL;
	err = gen_suite_read(&opts, &exploration->seeds, &suite);
	if (err)
		return error_wrap(err, "the suite");
	if (!*exploration->signal)
		err = gen_suite_judge(&opts, &suite, args->programs[1],
				      exploration->seeds.commands.count - nr_before);
	gen_suite_deinit(&suite);
	/* What it wrote is nobody's. */
	return err ? err : view_refresh(view);
}

/* Finds the change between the programs, if it is of use; NULL, and an error: it can't be found. */
static struct error *find_change(const struct exploration *exploration, struct change **ret)
{
	const char *const programs[2] = { exploration->programs[0], exploration->programs[1] };

	*ret = NULL;
	return exploration->args->order == AGENDA_NEAR ? change_find(programs, ret) : NULL;
}

/* Warns of UNKNOWN, why the change is not known, unless the search had the error ERR, which says more. */
static void warn_of_order(struct error *unknown, const struct error *err)
{
	if (unknown && !err)
		cmd_warn("branches were tried as they came: %s", unknown->message);
	error_destroy(unknown);
}

static struct error *explore(struct exploration *exploration, struct view *view, bool is_namespace)
{
	const struct gen_args *args = exploration->args;
	struct change *change;
	struct error *unknown = find_change(exploration, &change);
	struct servers servers = { .programs = { exploration->programs[0],
						 exploration->programs[1] } };
	struct search_opts opts = {
		.explorer = { .trial = { .evaluator = exploration->evaluator,
					 .directory = exploration->directory,
					 .view = view,
					 .is_namespace = is_namespace,
					 .servers = &servers,
					 .max_ms = args->timeout_ms },
			      .programs = { exploration->programs[0], exploration->programs[1] },
			      .name = args->programs[1],
			      .solver = solver_defaults,
			      .order = args->order,
			      .change = change },
		.recording = exploration->recording,
		.growth = args->growth,
		.max_ms = args->max_ms,
		.max_inputs = args->max_inputs,
		.max_memory_kb = 1024 * args->max_memory_mb,
		.is_repeated = is_repeated,
		.progress = show_progress,
		.arg = exploration,
	};
	struct search *search;
	struct error *err, *other;

	opts.explorer.solver.seed = args->seed;
	opts.explorer.solver.keeper = gen_journal_keeper(exploration->journal);
	search = search_create(&opts, exploration->seeds.commands.items,
			       exploration->seeds.commands.count);
	err = search_run(search);
	gen_journal_note(exploration->journal, search_state(search)->sum.nr_inputs);
	other = report(exploration, &opts.explorer.trial, search);

	trial_end(&opts.explorer.trial);
	search_destroy(search);
	change_destroy(change);
	warn_of_order(unknown, err);
	if (!err)
		return other;
	error_destroy(other);
	return err;
}

static struct error *open_journal(struct exploration *exploration)
{
	const struct gen_args *args = exploration->args;
	_cleanup_free_ char *directory =
		args->store ? path_absolute(exploration->directory, args->store) : NULL;
	const struct gen_journal_opts opts = {
		.directory = directory,
		.programs = (const char *const *)exploration->programs,
		.names = args->programs,
		.seeds = &exploration->seeds,
		.suite = args->suite,
		.numbers = { args->growth, args->seed, args->timeout_ms, args->order },
	};

	return directory ? gen_journal_open(&opts, &exploration->journal) : NULL;
}

/* In the child, which CONTAINMENT was made for: explores, and ends with an exit code. */
static int explore_inside(struct exploration *exploration, struct containment *containment)
{
	struct view_opts opts = { .root = exploration->directory,
				  .scratch = exploration->scratch.path,
				  .offline = true };
	_cleanup_free_ char *upper = path_join(exploration->scratch.path, "view");
	struct view *view = NULL;
	struct error *err = contain_enter(containment);

	if (!err)
		err = open_journal(exploration);
	if (!err && mkdir(upper, 0700) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", upper);
	if (!err)
		err = view_create(&opts, &view);
	if (!err)
		err = read_suite(exploration, view);
	if (!err)
		contain_bound_processes(containment);
	if (!err && !*exploration->signal)
		err = explore(exploration, view, containment->is_namespace);
	gen_journal_close(exploration->journal);
	return err ? cmd_fail(err) : EXIT_OK;
}

static int wait_for_exploration(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_INTERNAL;
}

static struct error *read_seeds(struct exploration *exploration)
{
	const struct gen_args *args = exploration->args;
	const struct gen_seeds_opts opts = { .arguments = args->arguments,
					     .input = args->input,
					     .list = args->seeds,
					     .files = args->files.items,
					     .nr_files = args->files.count,
					     .kept = args->kept.items,
					     .nr_kept = args->kept.count,
					     .variables = &exploration->variables,
					     .has_others = args->suite != NULL };
	struct error *err = gen_variables_read(args->variables.items, args->variables.count,
					       &exploration->variables);

	return err ? err : gen_seeds_read(&opts, &exploration->seeds);
}

static struct error *prepare(struct exploration *exploration)
{
	struct error *err = cancel_catch(&exploration->signal);

	for (unsigned i = 0; i < 2 && !err; i++)
		err = path_resolve(exploration->args->programs[i], &exploration->programs[i]);
	if (!err)
		err = read_seeds(exploration);
	if (!err && exploration->args->tests)
		err = gen_tests_open(exploration->args->tests, &exploration->tests);
	if (!err)
		err = scratch_create(&exploration->scratch);
	if (err)
		return err;
	exploration->directory = getcwd(NULL, 0);
	exploration->evaluator = paths_evaluator();
	if (!exploration->directory)
		return error_errno(ERROR_UNUSABLE, errno, "the working directory");
	if (!exploration->evaluator)
		return error_create(ERROR_UNUSABLE, "libremt-explore.so is missing");
	exploration->recording = path_join(exploration->scratch.path, "path");
	return NULL;
}

static void release(struct exploration *exploration)
{
	scratch_destroy(&exploration->scratch);
	gen_tests_close(&exploration->tests);
	free(exploration->directory);
	free(exploration->evaluator);
	free(exploration->recording);
	free(exploration->programs[0]);
	free(exploration->programs[1]);
	gen_seeds_deinit(&exploration->seeds);
	gen_variables_deinit(&exploration->variables);
}

/* Explores in a process of its own; returns an exit code. */
static int explore_apart(struct exploration *exploration)
{
	struct containment containment;
	pid_t pid = contain_fork(CONTAIN_OFFLINE, &containment);

	if (pid == 0) {
		int code = explore_inside(exploration, &containment);

		cmd_close_stdout();
		_exit(code);
	}
	if (pid < 0)
		return cmd_fail(error_errno(ERROR_UNUSABLE, errno, "no process can be started"));
	return wait_for_exploration(pid);
}

static uint64_t default_memory_mb(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 4 >> 20;
}

int cmd_gen(int argc, char **argv)
{
	struct gen_args args = {
		.max_ms = 60000,
		.timeout_ms = 10000,
		.max_inputs = UINT64_MAX,
		.max_memory_mb = default_memory_mb(),
		.nr_shown = 10,
		.print = gen_print_text,
	};
	struct exploration exploration = { .args = &args, .tests = { .directory = -1 } };
	struct error *err;
	int code;

	args.arguments = argv + argc;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &args);
	if (!solver_has_prover())
		cmd_warn("remt was built without Z3: many branches stay unknown");
	err = prepare(&exploration);
	code = err ? cmd_fail(err) : explore_apart(&exploration);
	if (exploration.signal && *exploration.signal)
		code = 128 + *exploration.signal;
	release(&exploration);
	vec_deinit(&args.files);
	vec_deinit(&args.variables);
	vec_deinit(&args.kept);
	return code;
}
