/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt harness`: writes a program that calls one function with what its input says. */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "caller/function.h"
#include "caller/program.h"
#include "cmd/cmd.h"
#include "cmd/words.h"
#include "common/cleanup.h"
#include "common/destination.h"
#include "common/fs.h"
#include "common/path.h"
#include "common/print.h"
#include "common/shell.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	KEY_DEPTH = 0x100,
	KEY_ELEMENTS,
	KEY_BYTES,
	KEY_NO_NULL,
	KEY_LENGTH,
	KEY_FOLLOW,
	KEY_WRAP,
	KEY_NO_GLOBALS,
	KEY_SET_GLOBALS,
	KEY_CFLAGS,
	KEY_LIBS,
	KEY_SEED,
	KEY_PRINT_COMMAND,
	MAX_DEPTH = 100,
	MAX_NUMBER = 65536,
};

struct harness_args {
	struct program_options options;
	char **lengths; /* as given; owned */
	const char *path, *name, *output, *seed;
	bool is_command;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What the arguments are", 1 },
	{ "depth", KEY_DEPTH, "N", 0, "how many pointers follow each other (default: 2)", 1 },
	{ "elements", KEY_ELEMENTS, "N", 0,
	  "elements of the arrays that pointers lead to (default: 4; 1 structure)", 1 },
	{ "bytes", KEY_BYTES, "N", 0, "bytes of strings and untyped memory (default: 16)", 1 },
	{ "length", KEY_LENGTH, "BUFFER:LENGTH", 0,
	  "the parameter LENGTH says how long the array of the parameter BUFFER is; may be repeated",
	  1 },
	{ "no-null", KEY_NO_NULL, NULL, 0, "no pointer is NULL as long as others may follow", 1 },
	{ "set-globals", KEY_SET_GLOBALS, NULL, 0,
	  "global variables are filled from the input, too", 1 },
	{ NULL, 0, NULL, 0, "What is printed", 2 },
	{ "follow", KEY_FOLLOW, NULL, 0,
	  "also what pointers lead to that the function returns or leaves: each is NULL or leads to "
	  "one whole value or string",
	  2 },
	{ "no-globals", KEY_NO_GLOBALS, NULL, 0, "no global variables", 2 },
	{ NULL, 0, NULL, 0, "How the program is compiled", 3 },
	{ "cflags", KEY_CFLAGS, "FLAGS", 0, "flags beside those that the unit tells", 3 },
	{ "libs", KEY_LIBS, "FILES", 0, "other units and libraries", 3 },
	{ "wrap-free", KEY_WRAP, NULL, 0,
	  "look after what other units free, too, by an option of the linker", 3 },
	{ "print-command", KEY_PRINT_COMMAND, NULL, 0,
	  "print the command that compiles the program, and no program without --output", 3 },
	{ NULL, 0, NULL, 0, "What is written", 4 },
	{ "output", 'o', "FILE", 0, "write the program to FILE (default: standard output)", 4 },
	{ "write-seed", KEY_SEED, "FILE", 0,
	  "write an input of the right size: zeros, and no pointer is NULL", 4 },
	{ 0 },
};

static unsigned take_number(const struct argp_state *state, const char *name, const char *text,
			    unsigned least, unsigned most)
{
	char *end;
	unsigned long number;

	errno = 0;
	number = strtoul(text, &end, 10);
	if (errno || *end || end == text || text[0] == '-' || number < least || number > most)
		cmd_usage(state, "--%s takes a number from %u to %u, not '%s'", name, least, most,
			  text);
	return (unsigned)number;
}

static void finish(struct harness_args *args, const struct argp_state *state)
{
	if (!args->name)
		cmd_usage(state, "a program or object and a function are needed");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct harness_args *args = state->input;
	struct program_options *chosen = &args->options;

	switch (key) {
	case KEY_DEPTH: chosen->depth = take_number(state, "depth", arg, 0, MAX_DEPTH); return 0;
	case KEY_ELEMENTS:
		chosen->elements = take_number(state, "elements", arg, 1, MAX_NUMBER);
		chosen->has_elements = true;
		return 0;
	case KEY_BYTES: chosen->bytes = take_number(state, "bytes", arg, 1, MAX_NUMBER); return 0;
	case KEY_LENGTH: strv_append(&args->lengths, arg); return 0;
	case KEY_NO_NULL: chosen->has_null = false; return 0;
	case KEY_FOLLOW: chosen->follows = true; return 0;
	case KEY_WRAP: chosen->wraps = true; return 0;
	case KEY_NO_GLOBALS: chosen->has_globals = false; return 0;
	case KEY_SET_GLOBALS: chosen->sets_globals = true; return 0;
	case KEY_CFLAGS: chosen->cflags = arg; return 0;
	case KEY_LIBS: chosen->libs = arg; return 0;
	case KEY_SEED: args->seed = arg; return 0;
	case KEY_PRINT_COMMAND: args->is_command = true; return 0;
	case 'o': args->output = arg; return 0;
	case ARGP_KEY_ARG:
		if (args->name)
			cmd_usage(state, "unexpected argument '%s'", arg);
		if (args->path)
			args->name = arg;
		else
			args->path = arg;
		return 0;
	case ARGP_KEY_END: finish(args, state); return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "PROGRAM-OR-OBJECT [FILE:]FUNCTION",
	.doc = "Writes a C program that fills the arguments of FUNCTION from its input, calls it and "
	       "prints what came out, for remt gen and for fuzzers.  PROGRAM-OR-OBJECT was compiled "
	       "with -g from C; its source must be there.",
};

/* Takes one --length=BUFFER:LENGTH. */
static struct error *take_length(struct harness_args *args, const struct entries *entries,
				 const struct entry *function, const char *text)
{
	const char *colon = strchr(text, ':');
	_cleanup_free_ char *name = colon ? xstrndup(text, (size_t)(colon - text)) : NULL;
	struct program_length pair;

	if (!colon)
		return error_create(ERROR_USAGE, "--length=%s: it is BUFFER:LENGTH", text);
	pair.buffer = function_parameter(entries, function, name);
	pair.length = function_parameter(entries, function, colon + 1);
	if (!pair.buffer || !pair.length)
		return error_create(ERROR_USAGE, "--length=%s: %s() has no parameter %s", text,
				    function->name, pair.buffer ? colon + 1 : name);
	for (size_t i = 0; i < args->options.lengths.count; i++) {
		if (args->options.lengths.items[i].length == pair.length)
			return error_create(ERROR_USAGE,
					    "--length=%s: %s is the length of another one", text,
					    colon + 1);
	}
	vec_push(&args->options.lengths, pair);
	return function_check_length(pair.buffer, pair.length, text);
}

static struct error *write_output(const struct harness_args *args, const struct program *program)
{
	struct error *err = NULL;

	if (args->output)
		err = destination_write(args->output, strbuf_get(&program->text),
					program->text.length, 0);
	else if (!args->is_command)
		print_exactly(stdout, strbuf_get(&program->text), program->text.length);
	if (!err && args->seed)
		err = destination_write(args->seed, strbuf_get(&program->seed),
					program->seed.length, 0);
	if (!err && args->is_command)
		print("%s\n", program->command);
	return err;
}

/* Names the file of the harness and the program in its command. The caller frees both. */
static void name_files(struct harness_args *args, char **ret_file, char **ret_name)
{
	const char *file = args->output ? args->output : "harness.c";
	size_t length = strlen(file);
	_cleanup_free_ char *name = length > 2 && strcmp(file + length - 2, ".c") == 0
					    ? xstrndup(file, length - 2)
					    : xasprintf("%s.out", file);

	*ret_file = shell_quote(file);
	*ret_name = shell_quote(name);
	args->options.file = *ret_file;
	args->options.name = *ret_name;
}

static struct error *make(struct harness_args *args, const struct entries *entries)
{
	_cleanup_free_ char *file = NULL, *name = NULL;
	const struct entry *function;
	struct program program;
	struct error *err = function_find(entries, args->path, args->name, &function);

	for (char **text = args->lengths; !err && text && *text; text++)
		err = take_length(args, entries, function, *text);
	if (!err)
		err = function_check(entries, function, args->options.has_null);
	if (err)
		return err;
	name_files(args, &file, &name);
	err = program_write(entries, function, &args->options, &program);
	if (err)
		return err;
	err = write_output(args, &program);
	for (char **note = program.notes; !err && note && *note; note++)
		cmd_say("note: %s", *note);
	program_deinit(&program);
	return err;
}

int cmd_harness(int argc, char **argv)
{
	struct harness_args args = { .options = { .depth = 2,
						  .elements = 4,
						  .bytes = 16,
						  .has_null = true,
						  .has_globals = true,
						  .cflags = "",
						  .libs = "" } };
	struct entries *entries = NULL;
	struct error *err;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = entries_read(args.path, &entries);
	if (!err)
		err = make(&args, entries);
	entries_destroy(entries);
	vec_deinit(&args.options.lengths);
	strv_destroy(args.lengths);
	return err ? cmd_fail(err) : EXIT_OK;
}
