/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt diff`: tells what the tests of one version of a program can't know of another version. */
#include <argp.h>
#include <stdbool.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/diff_binary.h"
#include "cmd/diff_view.h"

struct diff_args {
	bool json, binary;
	const char *old, *new;
};

enum { KEY_JSON = 0x101, KEY_BINARY };

static const struct argp_option options[] = {
	{ "json", KEY_JSON, NULL, 0, "everything, as one JSON object", 0 },
	{ "binary", KEY_BINARY, NULL, 0,
	  "compare the code of two programs, libraries or objects of any compiler", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct diff_args *args = state->input;

	switch (key) {
	case KEY_JSON: args->json = true; return 0;
	case KEY_BINARY: args->binary = true; return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 1)
			cmd_usage(state, "two versions are compared, there is a third one: %s",
				  arg);
		*(state->arg_num ? &args->new : &args->old) = arg;
		return 0;
	case ARGP_KEY_END:
		if (!args->new)
			cmd_usage(state, "two versions are needed: OLD NEW");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW",
	.doc = "Compares two builds of a program by their control-flow graphs: functions that were "
	       "added, removed, changed or moved, and the dangerous edges: where control goes to "
	       "what is not the same.  OLD and NEW are stores, build directories, or each a "
	       "program, library, archive or object built with remt.",
};

static struct error *compare(const struct diff_args *args)
{
	struct names *names = names_create();
	struct diff_view view = { .old.names = names };
	struct error *err = version_read(args->old, names, &view.old);

	if (!err)
		err = version_read(args->new, names, &view.new);
	if (!err) {
		difference_find(view.old.program, view.new.program, PAIRS_EQUIVALENT,
				&view.difference);
		mutants_map_find(&view.difference, &view.mutants);
		if (args->json)
			diff_print_json(&view);
		else
			diff_print_text(&view);
		mutants_map_deinit(&view.mutants);
		difference_deinit(&view.difference);
	}
	version_deinit(&view.old);
	version_deinit(&view.new);
	names_destroy(names);
	return err;
}

int cmd_diff(int argc, char **argv)
{
	struct diff_args args = { 0 };
	struct error *err;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	err = args.binary ? diff_binaries(args.old, args.new, args.json) : compare(&args);
	return err ? cmd_fail(err) : EXIT_OK;
}
