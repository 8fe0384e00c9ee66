/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `remt iso`: option table and parser. Options that do not fit together end
 * the program here.
 */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/campaign_args.h"
#include "cmd/cmd.h"
#include "cmd/iso.h"
#include "cmd/words.h"
#include "common/strv.h"
#include "common/xalloc.h"

enum {
	KEY_BINARY = 0x200,
	KEY_DEPTH,
	KEY_LIST,
	KEY_REPEATS,
	KEY_FAULTS,
	KEY_SEED,
	KEY_EXACT,
	KEY_REPLACE,
	KEY_EXCLUDE,
	KEY_FUNCTION,
	KEY_KNOWN,
	KEY_WRITE_KNOWN,
	KEY_WRITE_TESTS,
	KEY_SEARCH_TIME,
	KEY_WITHOUT,
	KEY_REFERENCE,
	KEY_EXPECTED,
	KEY_LIMIT,
	KEY_DIFF_LINES,
	KEY_UNEXPLAINED,
	KEY_JSON,
	KEY_SARIF,
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is run:", 1 },
	CAMPAIGN_ROW_TESTS(1),
	CAMPAIGN_ROW_TEST(1),
	{ "binary", KEY_BINARY, "FILE", 0,
	  "compare the program or shared library FILE of both directories, of any compiler; may be "
	  "repeated",
	  1 },
	{ "depth", KEY_DEPTH, "N", 0,
	  "negate up to N conditions at the same time (default: 1); all: as many as lead somewhere",
	  1 },
	{ "list", KEY_LIST, "LIST", 0,
	  "ql (default): each test explores the branches that it does not execute; vl: those that "
	  "no test executes",
	  1 },
	{ "file", 'F', "GLOB", 0, "only conditions of matching source files; may be repeated", 1 },
	{ "exclude", KEY_EXCLUDE, "GLOB", 0,
	  "no conditions of matching source files; may be repeated", 1 },
	{ "function", KEY_FUNCTION, "GLOB", 0,
	  "only conditions in matching functions; may be repeated", 1 },

	{ "faults", KEY_FAULTS, "N", 0,
	  "tell also how many of N mutants of the new version, which tests do not notice, variants "
	  "would",
	  1 },
	{ "seed", KEY_SEED, "N", 0, "seed of the choice of mutants for --faults (default: 1)", 1 },

	{ NULL, 0, NULL, 0, "What is compared:", 2 },
	{ "repeats", KEY_REPEATS, "K", 0,
	  "runs of a variant that must agree before a difference is told (default: 5, at least 2)",
	  2 },
	{ "exact", KEY_EXACT, "LIST", 0,
	  "compare as printed: directory, temporary, line, address, pid, time, or all", 2 },
	{ "replace", KEY_REPLACE, "REGEX=TEXT", 0,
	  "replace what matches REGEX by TEXT before the comparison; may be repeated", 2 },

	{ NULL, 0, NULL, 0, "What is expected (one of these tells changes from suspects):", 3 },
	{ "without", KEY_WITHOUT, "DIR", 0,
	  "DIR is a build of NEW without the expected change: what it does like OLD is a change",
	  3 },
	{ "reference", KEY_REFERENCE, "DIR", 0,
	  "DIR is a build that behaves as it should: what NEW does like it is a change", 3 },
	{ "expected", KEY_EXPECTED, "FILE", 0,
	  "FILE has the expected changes, as a unified diff of OLD to NEW or as lines "
	  "FILE:FIRST-LAST of NEW: what comes from nothing else is a change",
	  3 },

	{ NULL, 0, NULL, 0, "How:", 4 },
	CAMPAIGN_ROW_JOBS(4),
	{ "mode", CAMPAIGN_KEY_MODE, "MODE", 0,
	  "how variants are run: auto (default), exec, forkserver or split; the last one splits "
	  "them off also where that does not pay",
	  4 },
	{ "no-isolation", CAMPAIGN_KEY_NO_ISOLATION, NULL, 0,
	  "run in the real directories, without namespaces; files are not compared then", 4 },
	{ "allow-network", CAMPAIGN_KEY_ALLOW_NETWORK, NULL, 0,
	  "let tests reach the network and the services of this machine", 4 },
	{ "quarantine-failing", CAMPAIGN_KEY_QUARANTINE_FAILING, NULL, 0,
	  "leave out tests that fail without any negation, instead of ending", 4 },
	{ "baseline-timeout", CAMPAIGN_KEY_BASELINE_TIMEOUT, "TIME", 0,
	  "for one run of a test without negations (default: 10min)", 4 },
	{ "timeout-factor", CAMPAIGN_KEY_TIMEOUT_FACTOR, "X", 0,
	  "a variant may take X times as long as the test (default: 5)", 4 },
	{ "min-timeout", CAMPAIGN_KEY_MIN_TIMEOUT, "TIME", 0,
	  "a variant may use at least TIME of the processor, and ten times as long by the "
	  "clock (default: "
	  "250ms)",
	  4 },
	{ "memory", CAMPAIGN_KEY_MEMORY, "MB", 0,
	  "limit of a variant (default: 1024, or 4 times what the test needs)", 4 },

	{ NULL, 0, NULL, 0, "Results:", 5 },
	{ "store", CMD_KEY_STORE, "DIR", 0,
	  "where it is kept what variants did, so that a comparison that was stopped goes on there "
	  "(default: .remt/iso in NEW)",
	  5 },
	{ "baseline", KEY_KNOWN, "FILE", 0,
	  "differences listed in FILE are known, and no reason for exit status 1", 5 },
	{ "write-baseline", KEY_WRITE_KNOWN, "FILE", 0, "list all differences in FILE", 5 },
	{ "write-tests", KEY_WRITE_TESTS, "DIR", 0,
	  "look for inputs that show differences without a negation, as remt gen does, and write "
	  "tests of them into the new directory DIR; builds need -fplugin-arg-remt-ir",
	  5 },
	{ "search-time", KEY_SEARCH_TIME, "TIME", 0,
	  "how long --write-tests looks for inputs of each program (default: 1min)", 5 },
	{ "limit", KEY_LIMIT, "N", 0, "tell at most N differences, and how many more (default: 20)",
	  5 },
	{ "diff-lines", KEY_DIFF_LINES, "N", 0, "show at most N lines of each (default: 20)", 5 },
	{ "unexplained", KEY_UNEXPLAINED, NULL, 0,
	  "run in both versions also variants that execute no changed code, and tell their "
	  "differences",
	  5 },
	{ "json", KEY_JSON, NULL, 0, "everything, as one JSON object", 5 },
	{ "sarif", KEY_SARIF, NULL, 0, "SARIF 2.1.0, differences that are not known as results",
	  5 },
	CAMPAIGN_ROW_QUIET(5),
	{ 0 },
};

static void parse_depth(struct argp_state *state, struct iso_args *args, const char *text)
{
	args->explore.depth = strcmp(text, "all") == 0
				      ? 0
				      : (uint32_t)words_number(state, "--depth", text, 1, 1000);
}

static void parse_list(struct argp_state *state, struct iso_args *args, const char *text)
{
	if (strcmp(text, "ql") == 0)
		args->explore.list = EXPLORE_QL;
	else if (strcmp(text, "vl") == 0)
		args->explore.list = EXPLORE_VL;
	else
		cmd_usage(state, "--list: '%s' is none of ql, vl", text);
}

static void parse_exact(struct argp_state *state, struct iso_args *args, const char *text)
{
	char **names = strv_split(text, ',');

	for (size_t i = 0; names[i]; i++) {
		if (!normal_switch_off(args->normal, names[i]))
			cmd_usage(state,
				  "--exact: '%s' is none of directory, temporary, line, address, "
				  "pid, time, all",
				  names[i]);
	}
	strv_destroy(names);
}

static void parse_replace(struct argp_state *state, struct iso_args *args, const char *text)
{
	const char *end = strrchr(text, '=');
	char *pattern;
	struct error *err;

	if (!end || end == text) {
		cmd_usage(state, "--replace: '%s' is not REGEX=TEXT", text);
		return;
	}
	pattern = xstrndup(text, (size_t)(end - text));
	err = normal_add(args->normal, pattern, end + 1);
	if (err)
		cmd_usage(state, "--replace: %s", err->message);
	error_destroy(err);
	free(pattern);
}

static void take_witness(struct argp_state *state, struct iso_args *args, enum witness_kind kind,
			 const char *directory)
{
	if (args->witness && args->witness_kind != kind)
		cmd_usage(state, "either --without=DIR or --reference=DIR, not both");
	args->witness = directory;
	args->witness_kind = kind;
}

static error_t parse_expected(int key, char *arg, struct argp_state *state)
{
	struct iso_args *args = state->input;

	switch (key) {
	case KEY_WITHOUT: take_witness(state, args, WITNESS_REVERTED, arg); return 0;
	case KEY_EXPECTED: args->expected = arg; return 0;
	case KEY_REFERENCE: take_witness(state, args, WITNESS_REFERENCE, arg); return 0;
	default: return campaign_args_parse(key, arg, state, &args->campaign);
	}
}

static error_t parse_results(int key, char *arg, struct argp_state *state)
{
	struct iso_args *args = state->input;

	switch (key) {
	case CMD_KEY_STORE: args->store = arg; return 0;
	case KEY_KNOWN: args->known = arg; return 0;
	case KEY_WRITE_KNOWN: args->write_known = arg; return 0;
	case KEY_LIMIT: args->limit = words_number(state, "--limit", arg, 0, UINT32_MAX); return 0;
	case KEY_DIFF_LINES:
		args->diff_lines = (unsigned)words_number(state, "--diff-lines", arg, 0, 100000);
		return 0;
	case KEY_WRITE_TESTS: args->inputs.directory = arg; return 0;
	case KEY_SEARCH_TIME:
		args->inputs.max_ms = words_time_ms(state, "--search-time", arg);
		return 0;
	case KEY_UNEXPLAINED: args->explore.unexplained = true; return 0;
	case KEY_JSON: args->print = iso_print_json; return 0;
	case KEY_SARIF: args->print = iso_print_sarif; return 0;
	case 'q': args->is_quiet = true; return 0;
	default: return parse_expected(key, arg, state);
	}
}

static void check(struct argp_state *state, const struct iso_args *args)
{
	if (args->witness && args->expected)
		cmd_usage(state, "either --expected=FILE or a third build, not both");
	if (!args->new)
		cmd_usage(state, "two build directories, or programs, are needed: OLD NEW");
	if (args->campaign.command && args->campaign.tests_file)
		cmd_usage(state, "either --tests=FILE or a test command, not both");
	if (!args->campaign.command && !args->campaign.tests_file)
		cmd_usage(state, "no test command: remt iso OLD NEW -- make check");
}

static void take_argument(struct argp_state *state, struct iso_args *args, char *arg)
{
	if (!args->old) {
		args->old = arg;
	} else if (!args->new) {
		args->new = arg;
	} else {
		args->campaign.command = &state->argv[state->next - 1];
		state->next = state->argc;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct iso_args *args = state->input;

	switch (key) {
	case CAMPAIGN_KEY_TESTS: args->campaign.tests_file = arg; return 0;
	case CAMPAIGN_KEY_TEST: strv_append(&args->tests, arg); return 0;
	case KEY_BINARY: strv_append(&args->binaries, arg); return 0;
	case KEY_DEPTH: parse_depth(state, args, arg); return 0;
	case KEY_LIST: parse_list(state, args, arg); return 0;
	case 'F': strv_append(&args->include, arg); return 0;
	case KEY_EXCLUDE: strv_append(&args->exclude, arg); return 0;
	case KEY_FUNCTION: strv_append(&args->functions, arg); return 0;
	case KEY_REPEATS:
		args->explore.repeats = (uint32_t)words_number(state, "--repeats", arg, 2, 1000);
		return 0;
	case KEY_FAULTS:
		args->faults.sample = (uint32_t)words_number(state, "--faults", arg, 1, UINT32_MAX);
		return 0;
	case KEY_SEED:
		args->faults.seed = words_number(state, "--seed", arg, 0, UINT64_MAX);
		return 0;
	case KEY_EXACT: parse_exact(state, args, arg); return 0;
	case KEY_REPLACE: parse_replace(state, args, arg); return 0;
	case ARGP_KEY_ARG: take_argument(state, args, arg); return 0;
	case ARGP_KEY_END: check(state, args); return 0;
	default: return parse_results(key, arg, state);
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "OLD NEW [--] COMMAND...\nOLD NEW --tests=FILE",
	.doc = "Isomorphic regression testing: negates the same conditions in two builds of a "
	       "program, OLD and NEW, runs the tests behind COMMAND on both, and tells where they "
	       "do not do the same any more.  Both are build directories, built with the flags of "
	       "`remt cflags` and -fplugin-arg-remt-preset=iso; with --binary, or if they are two "
	       "programs or shared libraries, each in a directory of its own, of any compiler.",
};

void iso_args_parse(struct iso_args *args, int argc, char **argv)
{
	struct campaign_opts *campaign = &args->campaign;

	*args = (struct iso_args){ .limit = 20, .diff_lines = 20, .print = iso_print_text };
	args->normal = normal_create();
	args->faults.seed = 1;
	args->inputs.max_ms = 60000;
	args->explore = (struct explore_opts){ .depth = 1, .repeats = 5, .normal = args->normal };
	campaign_args_defaults(campaign);
	campaign->tests_stay_out = true;
	campaign->allowance.min_cpu_ms = 250; /* many variants never end */
	campaign->allowance.min_wall_ms = 2500;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, args);
	campaign->tests = args->tests;
	campaign->filter.include = args->include;
	campaign->filter.exclude = args->exclude;
	campaign->filter.functions = args->functions;
}

void iso_args_deinit(struct iso_args *args)
{
	normal_destroy(args->normal);
	strv_destroy(args->known_keys);
	strv_destroy(args->tests);
	strv_destroy(args->binaries);
	strv_destroy(args->include);
	strv_destroy(args->exclude);
	strv_destroy(args->functions);
}
