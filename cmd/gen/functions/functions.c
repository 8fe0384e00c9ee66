/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/functions/functions.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/cancel.h"
#include "cmd/cmd.h"
#include "cmd/gen/changed/changed.h"
#include "cmd/gen/functions/carve.h"
#include "cmd/gen/functions/child.h"
#include "cmd/gen/functions/into.h"
#include "cmd/gen/functions/json.h"
#include "cmd/gen/functions/plan.h"
#include "cmd/gen/functions/sequences.h"
#include "cmd/gen/functions/text.h"
#include "cmd/gen/functions/unit.h"
#include "cmd/progress.h"
#include "common/cleanup.h"
#include "common/plural.h"
#include "common/strv.h"
#include "common/xalloc.h"

#define LOOK_US 50000 /* between looks at what processes do */

/* The processes, and what they have done. */
struct jobs {
	struct gen_functions *functions;
	struct gen_functions_child *children; /* NUMBER of them */
	unsigned number;
	struct gen_function_progress *progress; /* shared: of each child */
	const volatile sig_atomic_t *signal;
	FILE *out;	   /* gets items as text; NULL: none */
	size_t nr_started; /* items, and those that are refused */
	size_t nr_shown;
};

/* ---- what is shown meanwhile */

static void draw(const struct jobs *jobs)
{
	const struct gen_functions *functions = jobs->functions;
	_cleanup_strbuf_ struct strbuf text = { 0 };
	size_t nr_mutants = 0, nr_done = 0, nr_killed = 0;

	if (!isatty(STDERR_FILENO))
		return;
	for (size_t i = 0; i < functions->items.count; i++) {
		const struct gen_functions_item *item = &functions->items.items[i];

		nr_mutants += item->mutants.count;
		for (size_t m = 0; m < item->mutants.count && item->is_done; m++) {
			nr_done++;
			nr_killed += item->mutants.items[m].verdict == GEN_FUNCTION_KILLED;
		}
	}
	for (unsigned i = 0; i < jobs->number; i++) {
		if (!jobs->children[i].item)
			continue;
		nr_done += jobs->progress[i].nr_done;
		nr_killed += jobs->progress[i].nr_killed;
		strbuf_addf(&text, "%s%s()", text.length ? ", " : "", jobs->children[i].item->name);
	}
	strbuf_addf(&text, ": %zu of %zu functions", functions->nr_done, functions->items.count);
	if (nr_mutants)
		strbuf_addf(&text, ", %zu of %zu mutants, %zu killed", nr_done, nr_mutants,
			    nr_killed);
	progress_draw(&text);
}

/* Prints what is done, in the order of the items. */
static void show(struct jobs *jobs)
{
	const struct gen_functions *functions = jobs->functions;

	progress_erase();
	while (jobs->nr_shown < functions->items.count &&
	       functions->items.items[jobs->nr_shown].is_done) {
		if (jobs->out)
			gen_functions_print_item(functions, &functions->items.items[jobs->nr_shown],
						 jobs->out);
		jobs->nr_shown++;
	}
	if (jobs->out)
		fflush(jobs->out);
}

/* ---- processes */

/* True if no more functions are begun. */
static bool is_over(const struct jobs *jobs)
{
	return deadline_is_over(&jobs->functions->limits.deadline);
}

/* Starts the next function that can be called, in CHILD; false: there is none. */
static bool start_next(struct jobs *jobs, struct gen_functions_child *child)
{
	struct gen_functions *functions = jobs->functions;

	while (jobs->nr_started < functions->items.count && !is_over(jobs)) {
		struct gen_functions_item *item = &functions->items.items[jobs->nr_started++];
		struct error *err =
			item->refusal ? NULL : gen_functions_child_start(functions, item, child);

		if (!err && !item->refusal)
			return true;
		if (err)
			item->refusal = xstrdup(err->message);
		error_destroy(err);
		item->is_done = true;
		functions->nr_done++;
	}
	return false;
}

/* Takes what ended children left; *RET: whether any is left. */
static struct error *await(struct jobs *jobs, bool *ret)
{
	struct error *err = NULL;

	*ret = false;
	for (unsigned i = 0; i < jobs->number && !err; i++) {
		struct gen_functions_child *child = &jobs->children[i];
		struct gen_functions_item *item = child->item;
		int status;

		if (item && waitpid(child->pid, &status, WNOHANG) == child->pid) {
			progress_erase();
			gen_functions_child_end(child, status);
			jobs->functions->nr_done++;
			err = gen_functions_add_tests(jobs->functions, item);
		}
		if (!err && (child->item || start_next(jobs, child)))
			*ret = true;
	}
	return err;
}

static struct error *run(struct jobs *jobs)
{
	bool goes_on = true;
	struct error *err = NULL;

	while (!err && goes_on) {
		err = await(jobs, &goes_on);
		show(jobs);
		draw(jobs);
		if (!err && goes_on)
			usleep(LOOK_US);
	}
	for (unsigned i = 0; i < jobs->number; i++)
		gen_functions_child_kill(&jobs->children[i]);
	/* What was not begun is shown, too. */
	for (size_t i = 0; i < jobs->functions->items.count; i++)
		jobs->functions->items.items[i].is_done = true;
	show(jobs);
	return err;
}

static struct error *start(struct jobs *jobs, unsigned number)
{
	jobs->number = number;
	jobs->children = xcalloc(number, sizeof(*jobs->children));
	jobs->progress = mmap(NULL, number * sizeof(*jobs->progress), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (jobs->progress == MAP_FAILED)
		return error_errno(ERROR_INTERNAL, errno, "sharing memory with a child");
	for (unsigned i = 0; i < number; i++)
		jobs->children[i].progress = &jobs->progress[i];
	return run(jobs);
}

/* ---- all */

static void deinit_item(struct gen_functions_item *item)
{
	for (size_t i = 0; i < item->mutants.count; i++)
		free(item->mutants.items[i].why);
	vec_deinit(&item->mutants);
	free(item->refusal);
	test_piece_deinit(&item->shown);
	test_piece_deinit(&item->plain);
	free(item->include);
	free(item->linked);
	free(item->test_file);
	free(item->failure);
	json_decref(item->found);
	strbuf_deinit(&item->text);
	for (size_t i = 0; i < item->carved.count; i++)
		free(item->carved.items[i]);
	vec_deinit(&item->carved);
	for (size_t i = 0; i < item->sequences.count; i++)
		free(item->sequences.items[i].output);
	vec_deinit(&item->sequences);
}

static void release(struct gen_functions *functions)
{
	for (size_t i = 0; i < functions->items.count; i++)
		deinit_item(&functions->items.items[i]);
	vec_deinit(&functions->items);
	for (size_t i = 0; i < functions->units.count; i++) {
		gen_functions_unit_deinit(&functions->units.items[i]);
	}
	vec_deinit(&functions->units);
	for (size_t i = 0; i < functions->apis.count; i++) {
		sequence_api_deinit(functions->apis.items[i]);
		free(functions->apis.items[i]);
	}
	vec_deinit(&functions->apis);
	gen_functions_into_close(&functions->into);
	new_directory_close(&functions->tests);
	words_destroy(functions->words);
	strv_destroy(functions->texts);
	strv_destroy(functions->left);
	gen_function_program_close(&functions->program);
	gen_function_program_close(&functions->old);
}

/* Then all processes have it. */
static struct error *archive(const struct gen_functions *functions,
			     struct gen_function_program *program)
{
	if (program->build.units.count <= 1 || *functions->args->harness.libs)
		return NULL;
	return gen_function_build_archive(&program->build);
}

/* Gives each function its part of the time for all, but a second at least. */
static void share_time(struct gen_functions *functions, const struct gen_functions_opts *opts)
{
	enum { LEAST_MS = 1000 };
	uint64_t number = 0, share;

	for (size_t i = 0; i < functions->items.count; i++)
		number += !functions->items.items[i].refusal;
	if (!opts->shared_ms || !number)
		return;
	/* A third is for compilers, and for what else the machine does. */
	share = opts->shared_ms * 2 / 3 * (opts->nr_jobs ? opts->nr_jobs : 1) / number;
	functions->limits.mutant_ms = share < LEAST_MS ? LEAST_MS : share;
}

/* Opens the old version, and finds what has changed. */
static struct error *prepare_pair(struct gen_functions *functions,
				  const struct gen_functions_opts *opts)
{
	const struct gen_mutant_choice all = { .has_all = true };
	struct error *err =
		gen_function_program_open(opts->old, &all, STYLE_ASSERT, &functions->old);

	if (!err)
		err = gen_changed_plan(functions);
	if (!err)
		share_time(functions, opts);
	return err ? err : archive(functions, &functions->old);
}

static struct error *prepare(struct gen_functions *functions, const struct gen_functions_opts *opts)
{
	const struct gen_mutant_choice all = { .has_all = true };
	enum test_style style = opts->args->style;
	struct error *err = NULL;

	if (opts->args->into) {
		err = gen_functions_into_open(opts->args->into, &functions->into);
		style = functions->into.style;
	}
	if (!err)
		err = gen_function_program_open(opts->program, opts->old ? &all : opts->mutants,
						style, &functions->program);
	functions->program.has_all = true; /* a function's own ones are wanted alone */
	if (!err)
		err = opts->old ? prepare_pair(functions, opts) : gen_functions_plan(functions);
	if (!err && opts->args->suite)
		err = gen_carve(functions);
	if (!err)
		err = archive(functions, &functions->program);
	if (!err && opts->args->has_sequences)
		err = gen_sequences(functions);
	if (!err && opts->args->tests)
		err = new_directory_open(opts->args->tests, &functions->tests);
	return err ? err : gen_output_open(opts->output);
}

static void print_end(const struct gen_functions *functions, const struct jobs *jobs,
		      const struct gen_output *output)
{
	bool is_pair = functions->old.name;

	if (jobs->out)
		(is_pair ? gen_changed_print_sum : gen_functions_print_sum)(functions, jobs->out);
	else
		(is_pair ? gen_changed_print_json
			 : gen_functions_print_json)(functions, gen_output_stream(output));
}

/* Prints what comes last; returns an exit code. */
static int finish(const struct gen_functions *functions, struct jobs *jobs, struct error *err,
		  struct gen_output *output)
{
	_cleanup_strbuf_ struct strbuf sum = { 0 };
	struct error *failed;

	print_end(functions, jobs, output);
	(functions->old.name ? gen_changed_sum : gen_functions_sum)(&sum, functions);
	failed = gen_output_finish(output, strbuf_get(&sum), true);
	if (!err)
		err = failed;
	else
		error_destroy(failed);
	failed = gen_output_close(output);
	if (!err)
		err = failed;
	else
		error_destroy(failed);
	if (*jobs->signal && !err)
		return 128 + *jobs->signal;
	return err ? cmd_fail(err) : EXIT_OK;
}

int gen_functions(const struct gen_functions_opts *opts)
{
	_cleanup_free_ char *directory = getcwd(NULL, 0);
	struct gen_functions functions = { .args = opts->args,
					   .name = opts->program,
					   .directory = directory,
					   .limits = opts->limits,
					   .tests = { .fd = -1 } };
	struct jobs jobs = { .functions = &functions };
	struct error *err = cancel_catch(&jobs.signal);
	int code;

	functions.limits.deadline.cancelled = jobs.signal;
	if (!err)
		err = prepare(&functions, opts);
	if (err) {
		code = cmd_fail(err);
	} else {
		jobs.out = opts->output->format == GEN_FORMAT_JSON
				   ? NULL
				   : gen_output_stream(opts->output);
		err = start(&jobs, opts->nr_jobs);
		code = finish(&functions, &jobs, err, opts->output);
	}
	free(jobs.children);
	release(&functions);
	return code;
}
