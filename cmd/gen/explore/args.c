/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cmd/gen/explore/args.h"

#include <argp.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/words.h"
#include "paths/lane.h"

#define KEY_TIME	    0x101
#define KEY_TIMEOUT	    0x102
#define KEY_SEED	    0x103
#define KEY_MAX_INPUTS	    0x104
#define KEY_STDIN	    0x105
#define KEY_SHOW	    0x106
#define KEY_TESTS	    0x107
#define KEY_FORMAT	    0x108
#define KEY_FILE	    0x109
#define KEY_KEEP	    0x10a
#define KEY_EACH	    0x10b
#define KEY_LENGTHS	    0x10c
#define KEY_SEEDS	    0x10d
#define KEY_ORDER	    0x10e
#define KEY_SUITE	    0x10f
#define KEY_MEMORY	    0x110
#define KEY_NEAR	    0x111
#define KEY_C_TESTS	    0x112
#define KEY_ENV		    0x113
#define KEY_NO_PRUNE	    0x114
#define KEY_NO_VARIANTS	    0x115
#define KEY_MODE	    0x116
#define KEY_LITERALS	    0x117
#define KEY_PATCHES	    0x118
#define KEY_NO_SHRINK	    0x119
#define KEY_MAX_DIFFERENCES 0x11a
#define KEY_DIFF_LINES	    0x11b
#define KEY_MUTANT	    0x11c
#define KEY_SURVIVORS	    0x11d
#define KEY_ALL_MUTANTS	    0x11e
#define KEY_NO_FUZZ	    0x11f

#define MAX_GROWTH	    32
#define VERSIONS_MS	    60000 /* that a search has by default */
#define MUTANT_MS	    10000
#define TIMEOUT_MS	    10000 /* of a run */
#define FUNCTION_TIMEOUT_MS 1000

static const struct argp_option options[] = {
	{ "mutant", KEY_MUTANT, "ID", 0,
	  "look for inputs that kill the mutant ID of the one PROGRAM that is given", 0 },
	{ "survivors", KEY_SURVIVORS, "DIR", OPTION_ARG_OPTIONAL,
	  "look for inputs that kill the mutants that survived the last run in the store DIR, or were not reached",
	  0 },
	{ "all-mutants", KEY_ALL_MUTANTS, NULL, 0,
	  "look for inputs that kill each mutant of PROGRAM", 0 },
	{ "stdin", KEY_STDIN, "FILE", 0, "standard input of the first run (default: none)", 0 },
	{ "file", KEY_FILE, "FILE", 0,
	  "what FILE holds is an input, too; an ARGUMENT that is FILE stays", 0 },
	{ "env", KEY_ENV, "NAME[=VALUE]", 0,
	  "the value of the environment variable NAME is an input, too", 0 },
	{ "literals", KEY_LITERALS, "FILE[:FUNCTION]", 0,
	  "string literals in the source FILE of a test program are inputs, too", 0 },
	{ "seeds", KEY_SEEDS, "FILE", 0, "also begin with the commands of FILE, one a line", 0 },
	{ "suite", KEY_SUITE, "COMMAND", 0,
	  "run COMMAND, such as 'make check', and begin with what it runs NEW with", 0 },
	{ "lengths", KEY_LENGTHS, "N", 0,
	  "also try inputs of up to N bytes more or fewer at one place (default: 0)", 0 },
	{ "keep", KEY_KEEP, "N", 0, "ARGUMENT number N stays as it is", 0 },
	{ "order", KEY_ORDER, "ORDER", 0,
	  "which branches come first: near (to changed code, the default), first or last (found)",
	  0 },
	{ "near", KEY_NEAR, "FUNCTION", 0,
	  "branches near to FUNCTION come first, not those near to changed code", 0 },
	{ "store", CMD_KEY_STORE, "DIR", 0,
	  "keep in DIR what was found out, so that the same command goes on there", 0 },
	{ "no-prune", KEY_NO_PRUNE, NULL, 0,
	  "also try branches from which no changed code can be reached", 0 },
	{ "no-shrink", KEY_NO_SHRINK, NULL, 0,
	  "show inputs as they were found, do not make them smaller", 0 },
	{ "no-variants", KEY_NO_VARIANTS, NULL, 0,
	  "do not try variants of inputs that were run, but only what conditions ask for", 0 },
	{ "no-fuzz", KEY_NO_FUZZ, NULL, 0,
	  "do not try commands that chance makes of those that the search begins with", 0 },
	{ "mode", KEY_MODE, "MODE", 0,
	  "by what paths are explored: sd, cbpe, peso or reach; a difference is a pair of change conditions",
	  0 },
	{ "time", KEY_TIME, "TIME", 0,
	  "stop after so long (default: 1min; of each mutant 10s, with --function of a processor, and less "
	  "behind mutants for which it was too short)",
	  0 },
	{ "max-inputs", KEY_MAX_INPUTS, "N", 0, "stop after so many inputs", 0 },
	{ "max-differences", KEY_MAX_DIFFERENCES, "N", 0, "stop after so many differences", 0 },
	{ "memory", KEY_MEMORY, "MB", 0,
	  "stop when the search has so much memory (default: a quarter of the machine's)", 0 },
	{ "jobs", 'j', "N", 0,
	  "make N runs at the same time, which changes nothing that is found (default: 1)", 0 },
	{ "timeout", KEY_TIMEOUT, "TIME", 0,
	  "end a run that takes longer, whatever else the machine does (default: 10s; of a function 1s)",
	  0 },
	{ "show", KEY_SHOW, "N", 0, "show so many differences (default: 10)", 0 },
	{ "each", KEY_EACH, NULL, 0,
	  "also show differences that are like others; with --functions, look for a test of each mutant of a line",
	  0 },
	{ "diff-lines", KEY_DIFF_LINES, "N", 0,
	  "show at most N lines of what the versions print (default: 20)", 0 },
	{ "write-tests", KEY_TESTS, "DIR", 0,
	  "write a test for each difference into the new directory DIR", 0 },
	{ "write-c-tests", KEY_C_TESTS, "FILE", 0,
	  "write one C program that tests for the differences, or calls the function of --function; one for each file "
	  "into the new directory FILE with --functions",
	  0 },
	{ "write-patches", KEY_PATCHES, "DIR", 0,
	  "write a patch of the literals for each difference into the new directory DIR", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text, json or html (default: as FILE of --output ends, or text)", 0 },
	{ "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
	{ "seed", KEY_SEED, "N", 0, "of what is tried at random (default: 0)", 0 },
	{ 0 },
};

static enum agenda_order find_order(struct argp_state *state, const char *name)
{
	static const char *const names[] = {
		[AGENDA_NEAR] = "near", [AGENDA_FIRST] = "first", [AGENDA_LAST] = "last"
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(name, names[i]) == 0)
			return (enum agenda_order)i;
	}
	cmd_usage(state, "unknown order '%s': near, first or last", name);
	return AGENDA_NEAR;
}

static enum mode find_mode(struct argp_state *state, const char *name)
{
	enum mode mode = mode_find(name);

	if (mode == MODE_PAIRS)
		cmd_usage(state, "unknown mode '%s': reach, peso, cbpe or sd", name);
	return mode;
}

/* True if inputs of functions are searched, not those of a program. */
static bool has_function(const struct gen_args *args)
{
	return args->function.name || args->function.has_functions;
}

/* Ends the program if options do not go together with a function. */
static void check_function(struct argp_state *state, const struct gen_args *args)
{
	const char *name = args->function.name ? "--function" : "--functions";

	if (args->function.name && args->function.has_functions)
		cmd_usage(state, "--function and --functions exclude each other");
	if (!gen_mutants_are_wanted(&args->mutants) && args->nr_programs < 2)
		cmd_usage(
			state,
			"%s wants two versions, or mutants: --mutant, --survivors or --all-mutants",
			name);
	if (args->function.has_callers && gen_mutants_are_wanted(&args->mutants))
		cmd_usage(state, "--callers is for two versions");
	if (args->function.name && gen_mutants_are_wanted(&args->mutants) &&
	    (args->output.has_format || args->output.path))
		cmd_usage(state, "--format and --output are for --functions=NAME");
	if (args->function.into && (!args->function.has_functions || !args->c_tests.path))
		cmd_usage(state, "--into is for --functions and --write-c-tests");
	if (args->function.into && args->function.style != NR_TEST_STYLES)
		cmd_usage(state, "--into and --test-style exclude each other");
	if (args->function.has_sequences &&
	    (!args->function.has_functions || !gen_mutants_are_wanted(&args->mutants)))
		cmd_usage(state, "--sequences is for --functions and mutants");
	if (args->arguments[0])
		cmd_usage(state, "%s has no arguments behind the program", name);
	if (args->input || args->files.count || args->variables.count || args->literals.count ||
	    args->seeds || args->tests || args->kept.count ||
	    (args->suite &&
	     !(args->function.has_functions && gen_mutants_are_wanted(&args->mutants))))
		cmd_usage(state, "%s has its inputs in the function's harness", name);
}

/* Ends the program if options do not go together with mutants. */
static void check_mutants(struct argp_state *state, const struct gen_args *args)
{
	if (!args->nr_programs)
		cmd_usage(state, "a program is wanted, whose mutants are to be killed");
	if (mode_is_partial(args->mode))
		cmd_usage(state, "--mode=%s is for two versions", mode_name(args->mode));
	if (args->store)
		cmd_usage(state, "--store is for two versions");
	if (args->patches || (args->c_tests.path && !has_function(args)))
		cmd_usage(state,
			  "C tests and patches are for two versions, or tests for --function");
	if (args->output.format == GEN_FORMAT_PAGE)
		cmd_usage(state, "--format=html is for two versions");
}

/* Ends the program if options do not go together; completes them. */
static void check(struct argp_state *state, struct gen_args *args)
{
	if (has_function(args))
		check_function(state, args);
	else if (args->function.total_ms)
		cmd_usage(state, "--total-time is for --function or --functions");
	else if (args->function.has_sequences)
		cmd_usage(state, "--sequences is for --functions and mutants");
	if (gen_mutants_are_wanted(&args->mutants))
		check_mutants(state, args);
	else if (args->nr_programs < 2)
		cmd_usage(state, "two programs are wanted: the old version and the new one");
	if (args->near.count && args->order != AGENDA_NEAR)
		cmd_usage(state, "--near and another --order exclude each other");
	if (mode_is_partial(args->mode) && args->keeps_irrelevant)
		cmd_usage(state, "--no-prune and --mode=%s exclude each other",
			  mode_name(args->mode));
	if (args->suite && args->files.count)
		cmd_usage(state,
			  "--file and --suite exclude each other: files that the suite's commands "
			  "name are inputs");
	/* Tests that give the program other arguments can't give it other literals. */
	if (args->literals.count && (args->tests || args->c_tests.path))
		cmd_usage(state, "--literals has patches for tests: --write-patches");
	if (args->patches && !args->literals.count)
		cmd_usage(state, "--write-patches needs --literals");
	gen_output_guess(&args->output);
}

static void add_program(struct argp_state *state, struct gen_args *args, const char *name)
{
	args->programs[args->nr_programs++] = name;
	if (gen_mutants_are_wanted(&args->mutants))
		args->programs[args->nr_programs++] = name;
	if (args->nr_programs < 2)
		return;
	/* The rest is the programs'. */
	args->arguments = state->argv + state->next;
	state->next = state->argc;
}

/* Parses the options that choose mutants. */
static error_t parse_mutants(struct argp_state *state, struct gen_mutant_choice *choice, int key,
			     char *arg)
{
	switch (key) {
	case KEY_MUTANT:
		if (!*arg)
			cmd_usage(state, "--mutant wants the begin of an id");
		vec_push(&choice->ids, arg);
		return 0;
	case KEY_SURVIVORS:
		choice->has_survivors = true;
		choice->store = arg;
		return 0;
	case KEY_ALL_MUTANTS: choice->has_all = true; return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* Parses options that turn something on or off, and those of mutants. */
static error_t parse_switch(struct argp_state *state, struct gen_args *args, int key, char *arg)
{
	switch (key) {
	case KEY_EACH: args->shows_each = true; return 0;
	case KEY_NO_PRUNE: args->keeps_irrelevant = true; return 0;
	case KEY_NO_SHRINK: args->shrinks = false; return 0;
	case KEY_NO_VARIANTS: args->varies = false; return 0;
	case KEY_NO_FUZZ: args->fuzzes = false; return 0;
	default: return parse_mutants(state, &args->mutants, key, arg);
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct gen_args *args = state->input;

	switch (key) {
	case KEY_TIME: args->max_ms = words_time_ms(state, "--time", arg); return 0;
	case KEY_TIMEOUT: args->timeout_ms = words_time_ms(state, "--timeout", arg); return 0;
	case KEY_SEED: args->seed = words_number(state, "--seed", arg, 0, UINT64_MAX); return 0;
	case KEY_SHOW: args->nr_shown = words_number(state, "--show", arg, 0, UINT64_MAX); return 0;
	case KEY_DIFF_LINES:
		args->diff_lines = words_number(state, "--diff-lines", arg, 0, UINT64_MAX);
		return 0;
	case KEY_STDIN: args->input = arg; return 0;
	case KEY_FILE: vec_push(&args->files, arg); return 0;
	case KEY_ENV: vec_push(&args->variables, arg); return 0;
	case KEY_LITERALS: vec_push(&args->literals, arg); return 0;
	case KEY_PATCHES: args->patches = arg; return 0;
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_KEEP:
		vec_push(&args->kept, words_number(state, "--keep", arg, 1, UINT32_MAX));
		return 0;
	case KEY_SEEDS: args->seeds = arg; return 0;
	case KEY_MEMORY:
		args->max_memory_mb = words_number(state, "--memory", arg, 1, UINT32_MAX);
		return 0;
	case KEY_SUITE: args->suite = arg; return 0;
	case KEY_LENGTHS:
		args->growth = (unsigned)words_number(state, "--lengths", arg, 0, MAX_GROWTH);
		return 0;
	case KEY_ORDER: args->order = find_order(state, arg); return 0;
	case KEY_MODE: args->mode = find_mode(state, arg); return 0;
	case KEY_NEAR: vec_push(&args->near, arg); return 0;
	case KEY_TESTS: args->tests = arg; return 0;
	case KEY_C_TESTS: args->c_tests.path = arg; return 0;
	case KEY_FORMAT:
		if (!gen_output_choose(&args->output, arg))
			cmd_usage(state, "unknown format '%s': " GEN_OUTPUT_FORMATS, arg);
		return 0;
	case 'j':
		args->nr_jobs = (unsigned)words_number(state, "--jobs", arg, 1, LANES_MOST + 1);
		return 0;
	case 'o': args->output.path = arg; return 0;
	case KEY_MAX_INPUTS:
		args->max_inputs = words_number(state, "--max-inputs", arg, 1, UINT64_MAX);
		return 0;
	case KEY_MAX_DIFFERENCES:
		args->max_differences =
			words_number(state, "--max-differences", arg, 1, UINT64_MAX);
		return 0;
	case ARGP_KEY_INIT: state->child_inputs[0] = &args->function; return 0;
	case ARGP_KEY_ARG: add_program(state, args, arg); return 0;
	case ARGP_KEY_END: check(state, args); return 0;
	default: return parse_switch(state, args, key, arg);
	}
}

static const struct argp_child children[] = {
	{ &gen_function_argp, 0, "One function:", 1 },
	{ 0 },
};

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.children = children,
	.args_doc = "OLD NEW [ARGUMENT...]\n--mutant=ID PROGRAM [ARGUMENT...]\n"
		    "--function=NAME --mutant=ID PROGRAM\n"
		    "--functions --survivors PROGRAM\n"
		    "--functions OLD NEW",
	.doc = "Looks for arguments, standard input, files and variables on which two versions of a program do not do the same: "
	       "they print something else, or end in another way.  Both are built with "
	       "-fplugin-arg-remt-ir.  The search begins with the ARGUMENTs, --stdin, --file, --env, --seeds and --suite, "
	       "whose lengths stay as they are, but in variants, without --lengths.",
};

static uint64_t default_memory_mb(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 4 >> 20;
}

void gen_args_read(struct gen_args *args, int argc, char **argv)
{
	*args = (struct gen_args){
		.timeout_ms = UINT64_MAX,
		.max_inputs = UINT64_MAX,
		.max_differences = UINT64_MAX,
		.max_memory_mb = default_memory_mb(),
		.nr_shown = 10,
		.diff_lines = 20,
		.nr_jobs = 1,
		.varies = true,
		.fuzzes = true,
		.shrinks = true,
		.arguments = argv + argc,
	};
	gen_function_args_init(&args->function);
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, args);
	if (args->timeout_ms == UINT64_MAX)
		args->timeout_ms = has_function(args) ? FUNCTION_TIMEOUT_MS : TIMEOUT_MS;
	/* --each has all of what is one of a kind: differences, or mutants of a line. */
	args->function.has_each = !args->function.has_functions || args->shows_each;
	args->has_time = args->max_ms != 0;
	if (!args->max_ms)
		args->max_ms = gen_mutants_are_wanted(&args->mutants) || has_function(args)
				       ? MUTANT_MS
				       : VERSIONS_MS;
	args->function.seed = args->seed;
	if (args->max_differences != UINT64_MAX)
		args->function.max_found = args->max_differences;
}

void gen_args_deinit(struct gen_args *args)
{
	vec_deinit(&args->mutants.ids);
	vec_deinit(&args->files);
	vec_deinit(&args->near);
	vec_deinit(&args->variables);
	vec_deinit(&args->literals);
	vec_deinit(&args->kept);
}
