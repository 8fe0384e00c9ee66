/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/gen/function/args.h"
#include "cmd/words.h"
#include "common/strv.h"

enum {
	KEY_FUNCTION = 0x200,
	KEY_FUNCTIONS,
	KEY_TOTAL_TIME,
	KEY_DEPTH,
	KEY_ELEMENTS,
	KEY_BYTES,
	KEY_NO_NULL,
	KEY_CFLAGS,
	KEY_LIBS,
	KEY_BOUND,
	KEY_METHODS,
	KEY_IMPROVEMENTS,
	KEY_BACKTRACKS,
	KEY_NO_DROP,
	KEY_CALLERS,
	KEY_STYLE,
	KEY_INTO,
	KEY_SEQUENCES,
	MAX_DEPTH = 100,
	MAX_NUMBER = 65536,
	MAX_BOUND = 64,
	MAX_FOUND = 3,
};

static const struct argp_option options[] = {
	{ "function", KEY_FUNCTION, "[FILE:]NAME", 0,
	  "look for arguments of NAME, and for what they point to and its global variables, that kill its mutants",
	  0 },
	{ "functions", KEY_FUNCTIONS, "LIST", OPTION_ARG_OPTIONAL,
	  "the same for each function of PROGRAM that has such mutants, or for those of LIST (FILE, FILE:NAME or NAME, "
	  "with commas between them): a test for one mutant in each line; --write-c-tests names a new directory; "
	  "with two versions, look for inputs on which functions that have changed differ",
	  0 },
	{ "callers", KEY_CALLERS, NULL, 0,
	  "of two versions, also compare unchanged functions that call changed ones", 0 },
	{ "total-time", KEY_TOTAL_TIME, "TIME", 0,
	  "begin no other mutant or function after so long (default: no limit)", 0 },
	{ "bound", KEY_BOUND, "N", 0, "rounds of a loop that are looked at (default: 8)", 0 },
	{ "depth", KEY_DEPTH, "N", 0,
	  "how many pointers follow each other (default: 3, or fewer if that is much)", 0 },
	{ "elements", KEY_ELEMENTS, "N", 0,
	  "elements of the arrays that pointers lead to (default: 4; 1 structure)", 0 },
	{ "bytes", KEY_BYTES, "N", 0,
	  "bytes of strings and untyped memory (default: 8; with two versions 48)", 0 },
	{ "no-null", KEY_NO_NULL, NULL, 0, "no pointer is NULL as long as others may follow", 0 },
	{ "cflags", KEY_CFLAGS, "FLAGS", 0,
	  "flags for its harness beside those that the unit tells", 0 },
	{ "libs", KEY_LIBS, "FILES", 0, "other units and libraries for its harness", 0 },
	{ "methods", KEY_METHODS, "LIST", 0,
	  "random (inputs that chance makes), d (D-algorithm), global (one question about the whole function); "
	  "default: all",
	  0 },
	{ "improvements", KEY_IMPROVEMENTS, "LIST", 0,
	  "of the D-algorithm: potential, assist, possible, pairs, history; all (default) or none",
	  0 },
	{ "backtracks", KEY_BACKTRACKS, "N", 0,
	  "solutions that the D-algorithm tries of each question (default: 5)", 0 },
	{ "test-style", KEY_STYLE, "STYLE", 0,
	  "of --write-c-tests: assert, check, cmocka or unity (default: as the project's tests)",
	  0 },
	{ "into", KEY_INTO, "FILE", 0,
	  "of --functions: the tests go into FILE, a source that has tests: --write-c-tests=DIR gets a patch of it",
	  0 },
	{ "sequences", KEY_SEQUENCES, NULL, 0,
	  "of --functions: first kill mutants by sequences of calls, whose results are arguments of later calls; "
	  "takes long",
	  0 },
	{ "no-drop", KEY_NO_DROP, NULL, 0,
	  "look for a test of each mutant, also of those that a test before kills", 0 },
	{ 0 },
};

/* Finds the words of LIST, which are divided by commas, among NAMES; returns a bit for each. */
static unsigned find_words(struct argp_state *state, const char *option, const char *list,
			   const char *const *names, size_t number)
{
	char **words = strv_split(list, ',');
	unsigned ret = 0;

	for (char **word = words; *word; word++) {
		size_t i = 0;

		while (i < number && strcmp(*word, names[i]) != 0)
			i++;
		if (i == number)
			cmd_usage(state, "--%s does not know '%s'", option, *word);
		ret |= 1u << i;
	}
	strv_destroy(words);
	return ret;
}

static void choose_methods(struct argp_state *state, struct gen_function_args *args,
			   const char *list)
{
	static const char *const names[] = { "random", "d", "global" };
	unsigned found = find_words(state, "methods", list, names, 3);

	args->is_random = found & 1;
	args->search.has_search = found & 2;
	args->search.has_whole = found & 4;
}

static unsigned choose_improvements(struct argp_state *state, const char *list)
{
	/* in the order of enum atg_improvement */
	static const char *const names[] = { "potential", "assist", "possible", "pairs",
					     "history" };

	if (strcmp(list, "all") == 0)
		return ATG_ALL_IMPROVEMENTS;
	if (strcmp(list, "none") == 0)
		return 0;
	return find_words(state, "improvements", list, names, 5);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct gen_function_args *args = state->input;
	struct program_options *harness = &args->harness;

	switch (key) {
	case KEY_FUNCTION: args->name = arg; return 0;
	case KEY_FUNCTIONS:
		args->has_functions = true;
		args->list = arg;
		return 0;
	case KEY_TOTAL_TIME: args->total_ms = words_time_ms(state, "--total-time", arg); return 0;
	case KEY_DEPTH:
		args->has_depth = true;
		harness->depth = (unsigned)words_number(state, "--depth", arg, 0, MAX_DEPTH);
		return 0;
	case KEY_ELEMENTS:
		harness->elements = (unsigned)words_number(state, "--elements", arg, 1, MAX_NUMBER);
		harness->has_elements = true;
		return 0;
	case KEY_CALLERS: args->has_callers = true; return 0;
	case KEY_BYTES:
		args->has_bytes = true;
		harness->bytes = (unsigned)words_number(state, "--bytes", arg, 1, MAX_NUMBER);
		return 0;
	case KEY_NO_NULL: harness->has_null = false; return 0;
	case KEY_CFLAGS: harness->cflags = arg; return 0;
	case KEY_LIBS: harness->libs = arg; return 0;
	case KEY_BOUND:
		args->search.bound = (unsigned)words_number(state, "--bound", arg, 0, MAX_BOUND);
		return 0;
	case KEY_METHODS: choose_methods(state, args, arg); return 0;
	case KEY_IMPROVEMENTS:
		args->search.improvements = choose_improvements(state, arg);
		return 0;
	case KEY_BACKTRACKS:
		args->search.backtracks =
			(unsigned)words_number(state, "--backtracks", arg, 1, MAX_NUMBER);
		return 0;
	case KEY_STYLE:
		args->style = style_find(arg);
		if (args->style == NR_TEST_STYLES)
			cmd_usage(state, "unknown style '%s': assert, check, cmocka or unity", arg);
		return 0;
	case KEY_INTO: args->into = arg; return 0;
	case KEY_SEQUENCES: args->has_sequences = true; return 0;
	case KEY_NO_DROP: args->drops = false; return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

const struct argp gen_function_argp = { .options = options, .parser = parse };

void gen_function_args_init(struct gen_function_args *args)
{
	*args = (struct gen_function_args){ .harness = { .depth = 3,
							 .elements = 4,
							 .bytes = 8,
							 .has_null = true,
							 .cuts_arrays = true,
							 .has_globals = true,
							 .sets_globals = true,
							 .cflags = "",
							 .libs = "" },
					    .search = atg_defaults,
					    .is_random = true,
					    .drops = true,
					    .has_each = true,
					    .max_found = MAX_FOUND,
					    .style = NR_TEST_STYLES };
}
