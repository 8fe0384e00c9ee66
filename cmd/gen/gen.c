/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * `remt gen OLD NEW ARGUMENT...`: inputs on which two versions of a program differ. The exploration
 * is a process of its own, with all that it runs in its namespaces.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/gen/base/contain.h"
#include "cmd/gen/explore/change.h"
#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/function/function.h"
#include "cmd/gen/functions/functions.h"
#include "cmd/gen/input/suite.h"
#include "cmd/gen/kill/jobs.h"
#include "cmd/gen/kill/process.h"
#include "cmd/gen/view/progress.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/clock.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/vec.h"
#include "common/xalloc.h"
#include "ir/unit.h"
#include "solver/solver.h"

/* Adds the literals to the seeds from FIRST on. */
static void add_literals(struct gen_exploration *exploration, size_t first)
{
	for (size_t i = first; i < exploration->seeds.commands.count; i++)
		gen_literals_add(&exploration->literals, &exploration->seeds.commands.items[i]);
}

/* Adds commands of the suite, if there is one, to the seeds. */
static struct error *read_suite(struct gen_exploration *exploration, struct view *view)
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

	/* What compacts has all tests. */
	if (!args->suite || exploration->matrix)
		return NULL;
	err = gen_suite_read(&opts, &exploration->seeds, &suite);
	if (err)
		return error_wrap(err, "the suite");
	err = gen_suite_judge(&opts, &suite, args->programs[1],
			      exploration->seeds.commands.count - nr_before);
	add_literals(exploration, nr_before);
	gen_suite_deinit(&suite);
	/* What it wrote is nobody's. */
	return err ? err : view_refresh(view);
}

static struct error *open_journal(struct gen_exploration *exploration)
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
		.numbers = { args->growth, args->seed, args->timeout_ms, args->order,
			     (uint64_t)args->mode << 1 | args->keeps_irrelevant,
			     (uint64_t)args->fuzzes << 1 | args->varies },
	};

	return directory ? gen_journal_open(&opts, &exploration->journal) : NULL;
}

static struct error *explore(struct gen_exploration *exploration, const struct gen_place *place)
{
	return exploration->program ? gen_kill(exploration, place)
				    : gen_explore(exploration, place, gen_report);
}

/* In the child, which CONTAINMENT was made for: explores, and ends with an exit code. */
static int explore_inside(struct gen_exploration *exploration, unsigned number,
			  struct containment *containment)
{
	struct view_opts opts = { .root = exploration->directory,
				  .scratch = exploration->scratch.path,
				  .offline = true,
				  .nr_views = exploration->args->nr_jobs };
	struct view *view = NULL;
	struct error *err = gen_contain_enter(containment);

	if (!err)
		err = open_journal(exploration);
	if (!err)
		err = gen_contain_view(&opts, &view);
	if (!err)
		err = read_suite(exploration, view);
	if (!err)
		gen_contain_bound(containment, number == 0);
	if (!err && !*exploration->signal)
		err = explore(exploration, &(struct gen_place){ view, containment->is_namespace });
	gen_journal_close(exploration->journal);
	return err ? cmd_fail(err) : EXIT_OK;
}

static struct error *read_seeds(struct gen_exploration *exploration)
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

	if (!err)
		err = gen_literals_find(args->literals.items, args->literals.count,
					(const char *const *)exploration->programs, args->programs,
					&exploration->literals);
	if (!err)
		err = gen_seeds_read(&opts, &exploration->seeds);
	if (!err)
		add_literals(exploration, 0);
	return err;
}

/* A script runs what it names as another process, which nothing is known of. */
static struct error *refuse_script(const char *name, const char *path)
{
	_cleanup_close_ int fd = open(path, O_RDONLY | O_CLOEXEC);
	char start[2];

	if (fd < 0 || read(fd, start, sizeof(start)) != sizeof(start) ||
	    memcmp(start, "#!", sizeof(start)) != 0)
		return NULL;
	return error_create(ERROR_UNUSABLE,
			    "%s is a script: name the program that it runs, such as .libs/%s", name,
			    path_basename(path));
}

/* Without its table of addresses, nothing of the program NAME can be evaluated. */
static struct error *refuse_bare(const char *name, const char *path)
{
	struct ir_units units;
	struct error *err = ir_units_read(path, &units);
	bool has_addresses = false;

	if (err)
		return err;
	for (size_t i = 0; i < units.nr_units; i++)
		has_addresses |= units.units[i].addresses != NULL;
	if (units.nr_units && !has_addresses)
		err = error_create(
			ERROR_UNUSABLE,
			"%s tells no path: what says where its functions lie was left out "
			"by -flto, or by --gc-sections together with -s or strip; link it "
			"without one of them, or strip it with --keep-section=" REMT_IR_DEBUG_ADDRESSES_SECTION,
			name);
	ir_units_deinit(&units);
	return err;
}

/* Finds mutants, if they are asked for: both programs are one then. */
static struct error *find_mutants(struct gen_exploration *exploration)
{
	const struct gen_args *args = exploration->args;

	if (!gen_mutants_are_wanted(&args->mutants))
		return NULL;
	exploration->program = xstrdup(exploration->programs[0]);
	return gen_mutants_find(&args->mutants, exploration->program, args->programs[0],
				&exploration->mutants);
}

struct error *gen_lay_out(struct gen_exploration *exploration)
{
	static const char *const names[] = { "path-old", "path-new" };
	_cleanup_free_ char *upper = path_join(exploration->scratch.path, "view");

	for (unsigned i = 0; i < 2; i++) {
		free(exploration->recordings[i]);
		exploration->recordings[i] = path_join(exploration->scratch.path, names[i]);
	}
	return mkdir(upper, 0700) < 0 ? error_errno(ERROR_UNUSABLE, errno, "%s", upper) : NULL;
}

static struct error *prepare(struct gen_exploration *exploration)
{
	struct error *err = cancel_catch(&exploration->signal);

	for (unsigned i = 0; i < 2 && !err; i++)
		err = path_resolve(exploration->args->programs[i], &exploration->programs[i]);
	for (unsigned i = 0; i < 2 && !err; i++)
		err = refuse_script(exploration->args->programs[i], exploration->programs[i]);
	for (unsigned i = 0; i < 2 && !err; i++)
		err = refuse_bare(exploration->args->programs[i], exploration->programs[i]);
	if (!err)
		err = find_mutants(exploration);
	if (!err)
		err = read_seeds(exploration);
	if (!err && exploration->args->tests)
		err = new_directory_open(exploration->args->tests, &exploration->tests.directory);
	if (!err && exploration->args->patches)
		err = new_directory_open(exploration->args->patches,
					 &exploration->patches.directory);
	if (!err)
		err = scratch_create(&exploration->scratch);
	if (!err)
		err = gen_output_open(&exploration->args->output);
	if (!err)
		err = gen_c_tests_open(&exploration->args->c_tests);
	if (err)
		return err;
	exploration->directory = getcwd(NULL, 0);
	exploration->evaluator = paths_evaluator();
	if (!exploration->directory)
		return error_errno(ERROR_UNUSABLE, errno, "the working directory");
	if (!exploration->evaluator)
		return error_create(ERROR_UNUSABLE, "libremt-explore.so is missing");
	return gen_lay_out(exploration);
}

static void release(struct gen_exploration *exploration)
{
	scratch_destroy(&exploration->scratch);
	gen_tests_close(&exploration->tests);
	gen_patches_close(&exploration->patches);
	free(exploration->directory);
	free(exploration->evaluator);
	free(exploration->recordings[0]);
	free(exploration->recordings[1]);
	gen_mutants_deinit(&exploration->mutants);
	free(exploration->program);
	free(exploration->programs[0]);
	free(exploration->programs[1]);
	gen_seeds_deinit(&exploration->seeds);
	gen_variables_deinit(&exploration->variables);
	gen_literals_deinit(&exploration->literals);
}

static struct error *start_lanes(struct gen_exploration *exploration)
{
	const struct gen_lanes_opts opts = { .directory = exploration->directory,
					     .scratch = exploration->scratch.path,
					     .evaluator = exploration->evaluator,
					     .programs = (const char *const *)exploration->programs,
					     .recordings =
						     (const char *const *)exploration->recordings,
					     .cancelled = exploration->signal,
					     .nr_jobs = exploration->args->nr_jobs };

	return gen_lanes_start(&opts, &exploration->lanes);
}

/* Explores in a process of its own; returns an exit code. */
static int explore_apart(struct gen_exploration *exploration)
{
	struct containment containment;
	struct error *err = start_lanes(exploration);
	pid_t pid;

	if (!err)
		err = gen_contain_fork(&containment, &pid);
	if (err)
		return cmd_fail(err);
	if (pid == 0) {
		int code = explore_inside(exploration, 0, &containment);

		cmd_close_stdout();
		_exit(code);
	}
	gen_lanes_leave(&exploration->lanes);
	return gen_contain_await(pid);
}

enum { SUITE_BYTES = 64 }; /* of strings and untyped memory */

/* Looks for tests of functions; returns an exit code. */
static int call_functions(struct gen_args *args)
{
	uint64_t total_ms = args->function.total_ms;
	bool is_pair = !gen_mutants_are_wanted(&args->mutants);
	const struct gen_functions_opts opts = {
		.args = &args->function,
		.mutants = &args->mutants,
		.program = args->programs[is_pair],
		.old = is_pair ? args->programs[0] : NULL,
		.limits = { .mutant_ms = args->max_ms,
			    .run_ms = args->timeout_ms,
			    .deadline = { .at_ms = total_ms ? deadline_after(clock_ms(), total_ms)
							    : 0 } },
		.nr_jobs = args->nr_jobs,
		.shared_ms = args->has_time ? 0 : total_ms,
		.output = &args->output,
	};

	args->function.tests = args->c_tests.path;
	args->function.suite = args->suite;
	/* What a suite passes is longer than what chance makes. */
	if (args->suite && !args->function.has_bytes)
		args->function.harness.bytes = SUITE_BYTES;
	if (is_pair && args->function.name)
		args->function.list = args->function.name;
	if (is_pair || args->function.has_functions)
		return gen_functions(&opts);
	return gen_function(&args->function, &args->mutants, args->programs[0], &opts.limits);
}

int cmd_gen(int argc, char **argv)
{
	struct gen_args args;
	struct gen_exploration exploration = { .args = &args,
					       .tests = { .directory = { .fd = -1 } },
					       .patches = { .directory = { .fd = -1 } } };
	struct error *err;
	int code;

	gen_args_read(&args, argc, argv);
	if (!solver_has_prover())
		cmd_warn("remt was built without Z3: many branches stay unknown");
	if (args.function.name || args.function.has_functions) {
		code = call_functions(&args);
		gen_args_deinit(&args);
		return code;
	}
	err = prepare(&exploration);
	if (err)
		code = cmd_fail(err);
	else if (exploration.program)
		code = gen_kill_apart(&exploration, explore_inside);
	else
		code = explore_apart(&exploration);
	gen_lanes_close(&exploration.lanes);
	err = gen_c_tests_close(&args.c_tests, code == EXIT_OK);
	if (err)
		code = cmd_fail(err);
	err = gen_output_close(&args.output);
	if (err)
		code = cmd_fail(err);
	if (exploration.signal && *exploration.signal)
		code = 128 + *exploration.signal;
	release(&exploration);
	gen_args_deinit(&args);
	return code;
}
