/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen_function.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "caller/function.h"
#include "caller/program.h"
#include "cmd/capture.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/gen_contain.h"
#include "cmd/gen_function_run.h"
#include "cmd/gen_function_tests.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "ir/references.h"
#include "remt/operators.h"
#include "runner/sandbox/scratch.h"

enum {
	MOST_INPUT = 128, /* bytes of a harness's input that LEAST_DEPTH is exceeded for */
	LEAST_DEPTH = 2,
};

/* What `remt gen --function` works with until runs begin. */
struct preparation {
	struct gen_function_run run;
	struct entries *entries;
	const struct entry *function;
	struct ir_units units; /* of the user's program */
	struct scratch scratch;
	struct gen_mutants mutants;
	char *source; /* of the harness */
};

/* ---- the harness */

static struct error *read_ir(const char *program, const char *name, struct ir_units *ret)
{
	struct error *err = ir_units_read(program, ret);

	if (!err && !ret->nr_units)
		err = error_create(ERROR_UNUSABLE,
				   "%s does not tell what its functions do: build it with "
				   "-fplugin-arg-remt-ir",
				   name);
	return err;
}

static const struct ir_entry *find_in_unit(const struct ir_unit *unit, const char *name)
{
	for (uint32_t i = 0; i < unit->nr_entries; i++) {
		if (strcmp(ir_symbol_name(&unit->symbols[unit->entries[i].symbol]), name) == 0)
			return &unit->entries[i];
	}
	return NULL;
}

/*
 * Returns the function NAME of the unit of UNITS that is the harness, others may have static ones of that name; NULL: it
 * has none. *RET_UNIT is the unit.
 */
static const struct ir_entry *find_entry(const struct ir_units *units, const char *name,
					 const struct ir_unit **ret_unit)
{
	for (size_t u = 0; u < units->nr_units; u++) {
		*ret_unit = &units->units[u];
		if (find_in_unit(*ret_unit, "harness_read"))
			return find_in_unit(*ret_unit, name);
	}
	return NULL;
}

/* Follows fewer pointers where the input gets too long otherwise, unless the user has said how many. */
static struct error *write_program(struct preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;
	struct program_options *options = &run->harness;

	for (;;) {
		struct error *err = program_write(preparation->entries, preparation->function,
						  options, &run->program);

		if (err || run->args->has_depth || options->depth <= LEAST_DEPTH ||
		    run->program.seed.length <= MOST_INPUT)
			return err;
		program_deinit(&run->program);
		options->depth--;
	}
}

static struct error *write_harness(struct preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;
	struct program_options *options = &run->harness;
	_cleanup_free_ char *file = NULL, *name = NULL;
	struct error *err;

	preparation->source = path_join(preparation->scratch.path, "harness.c");
	run->original = path_join(preparation->scratch.path, "harness");
	file = shell_quote(preparation->source);
	name = shell_quote(run->original);
	*options = run->args->harness;
	options->tells_pieces = true;
	options->has_models = true;
	options->paints = true;
	options->file = file;
	options->name = name;
	err = write_program(preparation);
	if (err)
		return err;
	run->has_program = true;
	return destination_write(preparation->source, strbuf_get(&run->program.text),
				 run->program.text.length, 0);
}

/* Compiles the harness with the operators that the user's program was compiled with. */
static struct error *compile_harness(struct preparation *preparation)
{
	_cleanup_free_ char *plugin = paths_plugin(), *quoted = NULL, *command = NULL,
			    *output = NULL;
	const char *preset = preparation->mutants.inventory.preset;
	_cleanup_free_ char *first = xstrndup(preset, strcspn(preset, ","));
	const char *rest = preparation->run.program.command + strlen("gcc");
	char *compiler;
	int code;

	if (!plugin)
		return error_create(ERROR_UNUSABLE, "the plugin is missing");
	quoted = shell_quote(plugin);
	compiler = xasprintf("%s -fplugin=%s -fplugin-arg-remt-ir%s%s", compiler_default(), quoted,
			     !*preset		       ? ""
			     : remt_preset_find(first) ? " -fplugin-arg-remt-preset="
						       : " -fplugin-arg-remt-operators=",
			     preset);
	preparation->run.compiler = compiler;
	command = xasprintf("%s -w%s", compiler, rest);
	code = capture((char *[]){ (char *)"sh", (char *)"-c", command, NULL }, &output);
	if (code == 0)
		return NULL;
	return error_create(ERROR_UNUSABLE, "the harness of %s() can't be compiled: %s",
			    preparation->function->name, output);
}

/* ---- mutants */

/* True if one path is the end of the other one: they may begin elsewhere, as the harness has its own root. */
static bool is_same_file(const char *a, const char *b)
{
	size_t of_a = strlen(a), of_b = strlen(b);

	if (of_a < of_b)
		return is_same_file(b, a);
	if (strcmp(a + of_a - of_b, b) != 0)
		return false;
	return of_a == of_b || *b == '/' || a[of_a - of_b - 1] == '/';
}

bool gen_function_is_same_mutant(const struct inventory_mutant *a, const struct inventory_mutant *b)
{
	return a->line == b->line && a->column == b->column && a->end_line == b->end_line &&
	       a->end_column == b->end_column && strcmp(a->op, b->op) == 0 &&
	       strcmp(a->replacement, b->replacement) == 0 &&
	       strcmp(a->function, b->function) == 0 && is_same_file(a->file, b->file);
}

/* Several units may have a static function of that name. */
static bool is_in_function(const struct entry *function, const struct inventory_mutant *mutant)
{
	return strcmp(mutant->function, function->name) == 0 &&
	       (!function->file || is_same_file(mutant->file, function->file));
}

static struct error *find_mutants(struct preparation *preparation,
				  const struct gen_mutant_choice *choice, const char *name)
{
	struct gen_function_run *run = &preparation->run;
	const struct gen_mutant_choice all = { .has_all = true };
	struct error *err = gen_mutants_find(&all, run->original, run->original, &run->mutants);
	size_t kept = 0;

	for (size_t i = 0; i < preparation->mutants.items.count && !err; i++) {
		const struct gen_mutant *wanted = &preparation->mutants.items.items[i];
		struct gen_function_mutant mutant = { .row = wanted->row, .test = SIZE_MAX };

		memcpy(mutant.id, wanted->id, sizeof(mutant.id));
		if (choice->has_all && !is_in_function(preparation->function, wanted->row))
			continue;
		for (size_t k = 0; k < run->mutants.items.count && !mutant.found; k++) {
			if (gen_function_is_same_mutant(wanted->row,
							run->mutants.items.items[k].row))
				mutant.found = &run->mutants.items.items[k];
		}
		vec_push(&run->wanted, mutant);
		kept++;
	}
	if (!err && !kept)
		err = error_create(ERROR_UNUSABLE, "%s has no mutants in %s()", name, run->name);
	return err;
}

/* Notes which global variables the function refers to. */
static struct error *find_globals(struct gen_function_run *run, const struct ir_entry *entry)
{
	_cleanup_free_ bool *used = xcalloc(run->unit->nr_symbols + 1, sizeof(*used));
	bool is_whole;
	struct error *err = ir_references_find(run->unit, entry, used, &is_whole);

	for (size_t i = 0; i < run->program.objects.count && !err && is_whole; i++) {
		struct program_object *object = &run->program.objects.items[i];
		uint32_t symbol = object->global ? gen_function_symbol(run->unit, object->global)
						 : START_NONE;

		object->is_unused = object->global && (symbol == START_NONE || !used[symbol]);
	}
	return err;
}

static struct error *read_function(struct preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;
	struct error *err = ir_units_read(run->original, &run->units);
	const struct ir_entry *entry;

	if (err)
		return err;
	run->start.nr_bytes = (uint32_t)run->program.seed.length;
	entry = find_entry(&run->units, run->name, &run->unit);
	if (entry)
		err = find_globals(run, entry);
	if (err)
		return err;
	/* Then chance alone looks for tests. */
	run->refusal = !entry ? "what the function does is not told"
		       : entry->refusal != REMT_IR_REFUSED_NONE ? ir_refusal_text(entry->refusal)
								: NULL;
	if (run->refusal)
		return NULL;
	err = ir_function_read(run->unit, entry, &run->function);
	if (err)
		return err;
	run->has_function = true;
	gen_function_start(&run->program, run->unit, &run->start);
	return NULL;
}

static struct error *prepare(struct preparation *preparation,
			     const struct gen_mutant_choice *choice, const char *name)
{
	struct gen_function_run *run = &preparation->run;
	_cleanup_free_ char *program = NULL;
	struct error *err = path_resolve(name, &program);

	if (!err)
		err = read_ir(program, name, &preparation->units);
	if (!err)
		err = entries_read(program, &preparation->entries);
	if (!err)
		err = function_find(preparation->entries, name, run->args->name,
				    &preparation->function);
	if (!err)
		err = function_check(preparation->entries, preparation->function,
				     run->args->harness.has_null);
	if (!err)
		err = gen_mutants_find(choice, program, name, &preparation->mutants);
	if (!err)
		err = scratch_create(&preparation->scratch);
	if (!err) {
		run->name = preparation->function->name;
		run->entries = preparation->entries;
		run->entry = preparation->function;
		run->scratch = preparation->scratch.path;
		err = write_harness(preparation);
	}
	if (!err)
		err = compile_harness(preparation);
	if (!err)
		err = find_mutants(preparation, choice, name);
	if (!err)
		err = read_function(preparation);
	return err;
}

static void release(struct preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;

	start_deinit(&run->start);
	if (run->has_function)
		ir_function_deinit(&run->function);
	ir_units_deinit(&run->units);
	gen_mutants_deinit(&run->mutants);
	vec_deinit(&run->wanted);
	if (run->has_program)
		program_deinit(&run->program);
	free(run->original);
	free(run->compiler);
	free((char *)run->directory);
	free(preparation->source);
	ir_units_deinit(&preparation->units);
	entries_destroy(preparation->entries);
	gen_mutants_deinit(&preparation->mutants);
	scratch_destroy(&preparation->scratch);
}

/* Works in a process of its own, in namespaces. */
static struct error *make_view(struct gen_function_run *run, struct containment *containment)
{
	_cleanup_free_ char *upper = path_join(run->scratch, "view");
	const struct view_opts opts = { .root = run->directory,
					.scratch = run->scratch,
					.offline = true };
	struct error *err = gen_contain_enter(containment);

	if (!err && mkdir(upper, 0700) < 0)
		err = error_errno(ERROR_UNUSABLE, errno, "%s", upper);
	if (!err)
		err = gen_contain_view(&opts, &run->view);
	if (!err)
		gen_contain_bound(containment, true);
	return err;
}

static int work_apart(struct gen_function_run *run)
{
	struct containment containment;
	struct error *err;
	pid_t pid;
	int status;

	fflush(stdout);
	err = gen_contain_fork(&containment, &pid);
	if (err)
		return cmd_fail(err);
	if (pid == 0) {
		int code;

		err = make_view(run, &containment);
		code = err ? cmd_fail(err) : gen_function_work(run);
		cmd_close_stdout();
		_exit(code);
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	return cmd_fail(error_create(ERROR_INTERNAL, "the process that searches was lost: %s",
				     strsignal(WTERMSIG(status))));
}

int gen_function(const struct gen_function_args *args, const struct gen_mutant_choice *mutants,
		 const char *program, const struct gen_function_limits *limits)
{
	struct preparation preparation = { .run = { .args = args, .limits = *limits } };
	struct error *err = prepare(&preparation, mutants, program);
	struct gen_function_run *run = &preparation.run;
	int code;

	run->directory = getcwd(NULL, 0);
	if (!err && args->tests)
		err = destination_open(args->tests, &run->tests_file);
	code = err ? cmd_fail(err) : work_apart(run);
	err = destination_settle(&run->tests_file, code == EXIT_OK);
	if (err)
		code = cmd_fail(err);
	release(&preparation);
	return code;
}
