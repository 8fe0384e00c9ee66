/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/function/prepare.h"

#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "caller/models.h"
#include "caller/program.h"
#include "cmd/capture.h"
#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/gen/function/constants.h"
#include "cmd/gen/function/shell.h"
#include "cmd/gen/test/style.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/path.h"
#include "common/shell.h"
#include "common/xalloc.h"
#include "ir/references.h"
#include "remt/operators.h"

enum {
	MOST_INPUT = 128, /* bytes of a harness's input that LEAST_DEPTH is exceeded for */
	LEAST_DEPTH = 2,
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

const struct ir_entry *gen_function_find_ir(const struct ir_unit *unit, const char *name)
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
		if (gen_function_find_ir(*ret_unit, "harness_read"))
			return gen_function_find_ir(*ret_unit, name);
	}
	return NULL;
}

/*
 * Follows fewer pointers where the input gets too long otherwise, unless the user has said how many, or inputs come from a
 * suite.
 */
static struct error *write_program(const struct entries *entries, const struct entry *function,
				   const struct gen_function_args *args,
				   struct program_options *options, struct program *ret)
{
	for (;;) {
		struct error *err = program_write(entries, function, options, ret);

		if (err || args->has_depth || args->suite || options->depth <= LEAST_DEPTH ||
		    ret->seed.length <= MOST_INPUT)
			return err;
		program_deinit(ret);
		options->depth--;
	}
}

struct error *gen_function_lay_blob(const struct gen_function_program *program,
				    const struct entry *function,
				    const struct gen_function_args *args, struct program *ret)
{
	struct program_options options = args->harness;
	struct error *err = function_check(program->entries, function, options.has_null);

	options.tells_pieces = true;
	options.file = "harness.c";
	options.name = "harness";
	return err ? err : write_program(program->entries, function, args, &options, ret);
}

struct error *gen_function_write_harness(struct gen_function_preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;
	struct program_options *options = &run->harness;
	struct error *err;

	preparation->source = path_join(run->scratch, "harness.c");
	run->original = path_join(run->scratch, "harness");
	options->file = preparation->file = shell_quote(preparation->source);
	options->name = preparation->name = shell_quote(run->original);
	err = write_program(run->entries, run->entry, run->args, options, &run->program);
	if (err)
		return err;
	run->has_program = true;
	return destination_write(preparation->source, strbuf_get(&run->program.text),
				 run->program.text.length, 0);
}

/* Finds how sources are compiled with the operators that the user's program was compiled with. */
static struct error *find_compiler(const struct gen_function_program *program, char **ret)
{
	_cleanup_free_ char *plugin = paths_plugin(), *quoted = NULL;
	const char *preset = program->mutants.inventory.preset;
	_cleanup_free_ char *first = xstrndup(preset, strcspn(preset, ","));

	if (!plugin)
		return error_create(ERROR_UNUSABLE, "the plugin is missing");
	quoted = shell_quote(plugin);
	*ret = xasprintf("%s -fplugin=%s -fplugin-arg-remt-ir%s%s", compiler_default(), quoted,
			 !*preset		   ? ""
			 : remt_preset_find(first) ? " -fplugin-arg-remt-preset="
						   : " -fplugin-arg-remt-operators=",
			 preset);
	return NULL;
}

/* Finds what the unit of FUNCTION is compiled and linked with, but for what the user says. */
static void find_flags(struct gen_function_run *run)
{
	const struct program_options *asked = &run->args->harness;
	_cleanup_free_ char *source = program_source(run->entries, run->entry),
			    *flags = gen_function_build_flags(run->build, source ? source : "",
							      run->directory, NULL);

	free(run->cflags);
	free(run->libs);
	run->cflags =
		xasprintf("%s%s%s", flags, *flags && *asked->cflags ? " " : "", asked->cflags);
	run->libs = *asked->libs ? xstrdup(asked->libs) : gen_function_build_libs(run->build);
	run->harness.cflags = run->cflags;
	run->harness.libs = run->libs;
}

/* Compiles the harness with MORE options; returns the exit status. *RET: what was said, which the caller frees. */
static int compile(const struct gen_function_run *run, const char *more, char **ret)
{
	_cleanup_free_ char *rest = program_command(run->entries, run->entry, &run->harness),
			    *command = xasprintf("%s -w%s%s", run->compiler, more,
						 rest + strlen("gcc"));

	return capture((char *[]){ (char *)"sh", (char *)"-c", command, NULL }, ret);
}

/* Compiles the harness; *RET_OUTPUT: why it can't be, which the caller frees; NULL: it is. */
static void try_compile(struct gen_function_run *run, char **ret_output)
{
	char *output;

	*ret_output = NULL;
	/* The linker tells what it takes: twice, for members of archives. */
	if (compile(run, " -Wl,-t,-t", &output) == 0) {
		free(run->linked);
		run->linked = output;
		return;
	}
	free(output);
	(void)compile(run, "", ret_output);
}

/* Compiles the harness, with the other units of the program if it needs them. */
struct error *gen_function_compile_harness(struct gen_function_run *run,
					   struct gen_function_program *program)
{
	_cleanup_free_ char *output = NULL, *shortened = NULL;

	try_compile(run, &output);
	if (output && strstr(output, "undefined reference") && !*run->args->harness.libs &&
	    !program->build.archive) {
		struct error *err = gen_function_build_archive(&program->build);

		if (err)
			return err;
		find_flags(run);
		free(TAKE(output));
		try_compile(run, &output);
	}
	if (!output)
		return NULL;
	shortened = gen_function_shorten(output);
	return function_error(run->entry, "its harness can't be compiled: %s", shortened);
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

bool gen_function_has_mutant(const struct entry *function, const struct inventory_mutant *mutant)
{
	return strcmp(mutant->function, function->name) == 0 &&
	       (!function->file || is_same_file(mutant->file, function->file));
}

static struct error *find_mutants(struct gen_function_run *run,
				  const struct gen_function_program *program)
{
	const struct gen_mutant_choice all = { .has_all = true };
	struct error *err = gen_mutants_find(&all, run->original, run->original, &run->mutants);

	for (size_t i = 0; i < program->mutants.items.count && !err; i++) {
		const struct gen_mutant *wanted = &program->mutants.items.items[i];
		struct gen_function_mutant mutant = { .row = wanted->row, .test = SIZE_MAX };

		memcpy(mutant.id, wanted->id, sizeof(mutant.id));
		if (program->has_all && !gen_function_has_mutant(run->entry, wanted->row))
			continue;
		for (size_t k = 0; k < run->mutants.items.count && !mutant.found; k++) {
			if (gen_function_is_same_mutant(wanted->row,
							run->mutants.items.items[k].row))
				mutant.found = &run->mutants.items.items[k];
		}
		vec_push(&run->wanted, mutant);
	}
	if (!err && !run->wanted.count)
		err = error_create(ERROR_UNUSABLE, "%s has %s in %s()", program->name,
				   program->mutants.has_survivors ? "no survivors" : "no mutants",
				   run->name);
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

static struct error *read_function(struct gen_function_run *run)
{
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
	gen_function_constants(run->original, run->unit, &run->start);
	return NULL;
}

/* ---- all */

/* Finds the style of the project's tests, and tells it unless that is assert. */
static void find_style(struct gen_function_program *program)
{
	_cleanup_free_ char *where = NULL;

	program->style = gen_style_find(program->mutants.inventory.root, program->entries, &where);
	if (program->style != STYLE_ASSERT)
		cmd_say("tests in C are written for %s, as %s is", style_name(program->style),
			where);
}

struct error *gen_function_program_open(const char *name, const struct gen_mutant_choice *choice,
					enum test_style style, struct gen_function_program *ret)
{
	_cleanup_free_ char *program = NULL;
	struct ir_units units = { 0 };
	struct error *err = path_resolve(name, &program);

	*ret = (struct gen_function_program){ .name = name,
					      .has_all = !choice->ids.count,
					      .style = style };
	if (!err)
		err = read_ir(program, name, &units);
	ir_units_deinit(&units);
	if (!err)
		err = entries_read(program, &ret->entries);
	if (!err)
		err = gen_function_build_read(program, &ret->build);
	if (!err)
		err = gen_mutants_find(choice, program, name, &ret->mutants);
	if (!err && style == NR_TEST_STYLES)
		find_style(ret);
	return err;
}

void gen_function_program_close(struct gen_function_program *program)
{
	entries_destroy(program->entries);
	gen_mutants_deinit(&program->mutants);
	gen_function_build_deinit(&program->build);
}

/*
 * True if functions with names of the C library may be others in the program of FUNCTION: it defines one of those that
 * harnesses know, or its unit is compiled so that the compiler knows none.
 */
static bool has_own_library(const struct entries *entries, const struct entry *function)
{
	const char *flags = entries->units.items[function->unit].producer;
	bool ret = flags && (strstr(flags, "-ffreestanding") || strstr(flags, "-fno-builtin"));

	for (size_t i = 0; i < entries->items.count && !ret; i++) {
		const struct entry *entry = &entries->items.items[i];

		ret = entry->tag == DEBUG_FUNCTION && entry->depth == 0 &&
		      !(entry->flags & DEBUG_IS_DECLARED) && entry->flags & DEBUG_IS_EXTERNAL &&
		      models_have(entry->name);
	}
	return ret;
}

struct error *gen_function_lay_out(const struct gen_function_program *program,
				   const struct entry *function,
				   struct gen_function_preparation *ret)
{
	struct gen_function_run *run = &ret->run;
	struct error *err = scratch_create(&ret->scratch);

	if (err)
		return err;
	run->name = function->name;
	run->entries = program->entries;
	run->entry = function;
	run->scratch = ret->scratch.path;
	run->harness = run->args->harness;
	run->harness.tells_pieces = true;
	run->harness.has_models = !has_own_library(run->entries, function);
	run->harness.paints = true;
	run->build = &program->build;
	run->style = program->style;
	find_flags(run);
	return find_compiler(program, &run->compiler);
}

struct error *gen_function_prepare(struct gen_function_program *program,
				   const struct entry *function,
				   struct gen_function_preparation *ret)
{
	struct gen_function_run *run = &ret->run;
	struct error *err = function_check(program->entries, function, run->args->harness.has_null);

	if (!err)
		err = gen_function_write_harness(ret);
	if (!err)
		err = gen_function_compile_harness(run, program);
	if (!err)
		err = find_mutants(run, program);
	return err ? err : read_function(run);
}

void gen_function_forget_harness(struct gen_function_preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;

	if (run->has_program)
		program_deinit(&run->program);
	run->has_program = false;
	free(TAKE(run->original));
	free(TAKE(preparation->source));
	free(TAKE(preparation->file));
	free(TAKE(preparation->name));
}

void gen_function_release(struct gen_function_preparation *preparation)
{
	struct gen_function_run *run = &preparation->run;

	start_deinit(&run->start);
	if (run->has_function)
		ir_function_deinit(&run->function);
	ir_units_deinit(&run->units);
	gen_mutants_deinit(&run->mutants);
	for (size_t i = 0; i < run->wanted.count; i++)
		free(run->wanted.items[i].why);
	vec_deinit(&run->wanted);
	gen_function_forget_harness(preparation);
	free(run->compiler);
	free(run->cflags);
	free(run->libs);
	free(run->linked);
	scratch_destroy(&preparation->scratch);
}
