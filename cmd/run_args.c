/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line of `remt run`: option table and parser. Options that do not fit together end
 * the program here.
 */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/campaign_args.h"
#include "cmd/cmd.h"
#include "cmd/run.h"
#include "cmd/words.h"
#include "common/strv.h"
#include "common/xalloc.h"
#include "remt/operators.h"
#include "runner/baseline/busy.h"

enum {
	KEY_LIST = 0x200,
	KEY_LIST_TESTS,
	KEY_FULL,
	KEY_SAMPLE,
	KEY_PER_OPERATOR,
	KEY_SEED,
	KEY_BUDGET,
	KEY_MUTANT,
	KEY_GDB,
	KEY_OPERATORS,
	KEY_PRESET,
	KEY_EXCLUDE,
	KEY_FUNCTION,
	KEY_MUTATE_TESTS,
	KEY_ORACLE,
	KEY_QUARANTINE_CHANGING,
	KEY_KEEP_LOGS,
	KEY_BASELINE_RUNS,
	KEY_NO_INFECTION_FILTER,
	KEY_AUDIT,
	KEY_BASELINE_LOAD,
	KEY_ROOT,
	KEY_BASE,
	KEY_AUDIT_REUSE,
	KEY_EQUIV,
	KEY_AUDIT_EQUIVALENTS,
	KEY_DUPLICATES,
	KEY_AUDIT_DUPLICATES,
	KEY_BINARY,
};

#define EQUIV_DEFAULT_MS (60 * UINT64_C(1000))

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What is run:", 1 },
	{ "binary", KEY_BINARY, "FILE", 0,
	  "mutate the instructions of FILE, a program or shared library that was not built with the "
	  "plugin; may be repeated",
	  1 },
	CAMPAIGN_ROW_TESTS(1),
	CAMPAIGN_ROW_TEST(1),
	{ "full", KEY_FULL, NULL, 0,
	  "run every mutant with every test that reaches it, not only until it is killed", 1 },
	{ "sample", KEY_SAMPLE, "N", 0, "only N mutants, chosen at random", 1 },
	{ "per-operator", KEY_PER_OPERATOR, "N", 0,
	  "of a sample: at least N of each operator group (ROR, LCR, ...), if there are so many",
	  1 },
	{ "seed", KEY_SEED, "N", 0, "seed of the random choice (default: 1)", 1 },
	{ "budget", KEY_BUDGET, "TIME", 0,
	  "stop after TIME (90s, 20min, 2h); mutants are taken in random order", 1 },

	{ NULL, 0, NULL, 0, "Which mutants:", 2 },
	{ "file", 'F', "GLOB", 0, "only mutants of matching source files; may be repeated", 2 },
	{ "include", 0, NULL, OPTION_ALIAS, NULL, 2 },
	{ "exclude", KEY_EXCLUDE, "GLOB", 0, "no mutants of matching source files; may be repeated",
	  2 },
	{ "function", KEY_FUNCTION, "GLOB", 0,
	  "only mutants in matching functions; may be repeated", 2 },
	{ "operators", KEY_OPERATORS, "LIST", 0,
	  "only mutants of these operators or groups, separated by commas", 2 },
	{ "preset", KEY_PRESET, "NAME", 0, "only mutants of the operators of a preset", 2 },
	{ "mutate-tests", KEY_MUTATE_TESTS, NULL, 0, "also mutate the tests' own code", 2 },
	{ "mutant", KEY_MUTANT, "ID", 0,
	  "only this one; with --test and without a command: run one stored cell again", 2 },
	{ "gdb", KEY_GDB, NULL, 0, "with --mutant and --test: in the debugger", 2 },

	{ NULL, 0, NULL, 0, "How:", 3 },
	CAMPAIGN_ROW_JOBS(3),
	{ "mode", CAMPAIGN_KEY_MODE, "MODE", 0,
	  "auto (default), exec, forkserver or split; the last two tell why where they can't be "
	  "used",
	  3 },
	{ "oracle", KEY_ORACLE, "ORACLE", 0,
	  "what decides: test (default), the harness's verdict; output: also whatever is printed, "
	  "which must be what the unmutated test prints",
	  3 },
	{ "no-isolation", CAMPAIGN_KEY_NO_ISOLATION, NULL, 0,
	  "run in the real directories, without namespaces", 3 },
	{ "allow-network", CAMPAIGN_KEY_ALLOW_NETWORK, NULL, 0,
	  "let tests and mutants reach the network and the services of this machine", 3 },
	{ "baseline-runs", KEY_BASELINE_RUNS, "N", 0,
	  "run each test N times unmutated (default: 4, at least 2)", 3 },
	{ "baseline-load", KEY_BASELINE_LOAD, "N", 0,
	  "run each test once more beside N busy processes (default: number of processors; 0: not)",
	  3 },
	{ "no-infection-filter", KEY_NO_INFECTION_FILTER, NULL, 0,
	  "run also mutants that never change a value in the test", 3 },
	{ "audit", KEY_AUDIT, "PERCENT", 0,
	  "run that part of the mutants that never change a value, and fail if one is killed", 3 },
	{ "base", KEY_BASE, "DIR|COMMIT", 0,
	  "carry over the verdicts of the last runs in the store DIR or DIR/.remt, or of those in "
	  "the own store that were of the git commit COMMIT, where the code shows that they still "
	  "hold (default: of the last runs in the own store); none: run all",
	  3 },
	{ "audit-reuse", KEY_AUDIT_REUSE, "PERCENT", 0,
	  "run that part of the cells that are carried over, and fail if one gets another verdict",
	  3 },
	{ "equiv", KEY_EQUIV, "TIME", 0,
	  "after the tests, prove by the compiler that mutants which no test kills are equivalent, for at most TIME "
	  "(default: 1min; 0: not)",
	  3 },
	{ "audit-equivalents", KEY_AUDIT_EQUIVALENTS, NULL, 0,
	  "try to prove all mutants equivalent, and fail if one of these is killed; nothing is carried over or filtered",
	  3 },
	{ "duplicates", KEY_DUPLICATES, NULL, 0,
	  "before the tests, find mutants of which the compiler makes the same object, and run one for all of them: pays if the tests of a mutant take more than a second",
	  3 },
	{ "audit-duplicates", KEY_AUDIT_DUPLICATES, NULL, 0,
	  "find them, run all, and fail if a test tells them apart", 3 },
	{ "quarantine-failing", CAMPAIGN_KEY_QUARANTINE_FAILING, NULL, 0,
	  "leave out tests that fail without any mutant, instead of ending the run", 3 },
	{ "quarantine-changing", KEY_QUARANTINE_CHANGING, "LIST", 0,
	  "leave out also tests whose output or coverage changes from run to run: output, "
	  "coverage, or both, separated by a comma",
	  3 },
	{ "baseline-timeout", CAMPAIGN_KEY_BASELINE_TIMEOUT, "TIME", 0,
	  "for one unmutated run of a test (default: 10min)", 3 },
	{ "timeout-factor", CAMPAIGN_KEY_TIMEOUT_FACTOR, "X", 0,
	  "a mutated run may take X times as long as an unmutated one (default: 5)", 3 },
	{ "min-timeout", CAMPAIGN_KEY_MIN_TIMEOUT, "TIME", 0,
	  "a mutated run may use at least TIME of the processor, and ten times as long by the "
	  "clock (default: 1s)",
	  3 },
	{ "memory", CAMPAIGN_KEY_MEMORY, "MB", 0,
	  "limit of a mutated run (default: 1024, or 4 times the baseline)", 3 },

	{ NULL, 0, NULL, 0, "Results:", 4 },
	{ "list", KEY_LIST, NULL, 0, "list the mutants and stop", 4 },
	{ "list-tests", KEY_LIST_TESTS, NULL, 0, "list the tests and stop", 4 },
	{ "store", CMD_KEY_STORE, "DIR", 0, "where results are kept (default: .remt)", 4 },
	{ "root", KEY_ROOT, "DIR", 0, "directory that source paths are told from (default: found)",
	  4 },
	{ "keep-logs", KEY_KEEP_LOGS, NULL, 0, "keep the output of every run in DIR/logs", 4 },
	{ "threshold", 't', "PERCENT", 0,
	  "exit with status 1 if the score, or the lower end of its range, is lower", 4 },
	CAMPAIGN_ROW_QUIET(4),
	{ 0 },
};

static void parse_operators(struct argp_state *state, struct run_args *args, const char *text)
{
	char **names = strv_split(text, ',');

	for (size_t i = 0; names[i]; i++) {
		_cleanup_free_ char *name = xstrndup(names[i], strcspn(names[i], ":"));
		bool is_known = false;

		for (size_t j = 0; j < REMT_NR_OPERATORS; j++)
			is_known |= remt_operator_matches(&remt_operators[j], name);
		if (!is_known)
			cmd_usage(state, "unknown operator '%s'; `remt operators` lists them",
				  names[i]);
	}
	strv_extend(&args->operators, names);
	strv_destroy(names);
}

static void parse_oracle(struct argp_state *state, struct run_args *args, const char *text)
{
	static const enum store_oracle oracles[] = { STORE_ORACLE_TEST, STORE_ORACLE_OUTPUT };

	args->has_oracle = true;
	for (size_t i = 0; i < ARRAY_SIZE(oracles); i++)
		if (strcmp(store_oracle_name(oracles[i]), text) == 0) {
			args->campaign.oracle = oracles[i];
			return;
		}
	cmd_usage(state, "--oracle: '%s' is none of test, output", text);
}

static void parse_changing(struct argp_state *state, struct run_args *args, const char *text)
{
	char **names = strv_split(text, ',');

	for (size_t i = 0; names[i]; i++) {
		if (strcmp(names[i], "output") == 0)
			args->campaign.quarantine_changing |= STORE_CHANGE_OUTPUT;
		else if (strcmp(names[i], "coverage") == 0)
			args->campaign.quarantine_changing |= STORE_CHANGE_COVERAGE;
		else
			cmd_usage(state, "--quarantine-changing: '%s' is none of output, coverage",
				  names[i]);
	}
	strv_destroy(names);
}

static void parse_threshold(struct argp_state *state, struct run_args *args, const char *text)
{
	words_percentage(state, text);
	args->threshold = text;
}

/* Parses a path. An empty word would mean the working directory by accident. */
static const char *parse_path(struct argp_state *state, const char *name, const char *text)
{
	if (!text[0])
		cmd_usage(state, "%s: the name is empty", name);
	return text;
}

static void parse_mutant(struct argp_state *state, struct run_args *args, char *text)
{
	if (!text[0] || strspn(text, "0123456789abcdefABCDEF") != strlen(text) ||
	    strlen(text) > INVENTORY_ID_DIGITS)
		cmd_usage(state, "'%s' is no id of a mutant; `remt report` prints them", text);
	if (args->campaign.filter.mutant)
		cmd_usage(state, "--mutant is given twice: one mutant is run");
	for (char *at = text; *at; at++)
		if (*at >= 'A' && *at <= 'F')
			*at = (char)(*at - 'A' + 'a');
	args->campaign.filter.mutant = text;
}

/* Checks, after all options, whether they fit together. */
static void check(struct argp_state *state, struct run_args *args)
{
	struct campaign_opts *campaign = &args->campaign;
	bool is_cell = campaign->filter.mutant && args->tests && !campaign->command &&
		       !campaign->tests_file;

	if (campaign->command && campaign->tests_file)
		cmd_usage(state, "either --tests=FILE or a test command, not both");
	if (campaign->command && !campaign->command[0][0])
		cmd_usage(state, "the test command is an empty word");
	if (campaign->filter.mutant && !campaign->command && !campaign->tests_file && !args->tests)
		cmd_usage(state, "--mutant=ID needs --test=NAME or a test command");
	if (is_cell && args->tests[1])
		cmd_usage(state, "--mutant=ID without a test command takes one --test=NAME");
	if (!campaign->command && !campaign->tests_file && !is_cell)
		cmd_usage(state, "no test command: remt run -- make check");
	if (args->has_oracle && is_cell)
		cmd_usage(state, "--oracle: a stored cell is judged by the oracle of its run");
	if (campaign->binaries && is_cell)
		cmd_usage(state, "--binary: a stored cell knows its file");
	if (campaign->binaries && campaign->mode == BASELINE_SPLIT)
		cmd_usage(state, "--binary: where an instruction would change what happens only "
				 "its execution tells, so that there is no --mode=split");
	if (campaign->binaries && args->base && strcmp(args->base, RUN_NO_BASE) != 0)
		cmd_usage(state, "--binary: verdicts are not carried over from one file to "
				 "another, so that there is no --base");
	if (args->audit_equivalents && !run_proves(args))
		cmd_usage(
			state,
			"--audit-equivalents: nothing is proven with --equiv=0, --binary or --mutant");
	if ((args->is_duplicates || args->audit_duplicates) &&
	    (campaign->binaries || campaign->filter.mutant))
		cmd_usage(state, "duplicates are not looked for with --binary or --mutant");
	if ((args->is_duplicates || args->audit_duplicates) && campaign->budget_ms)
		cmd_usage(state,
			  "--budget: duplicates are looked for before the first mutant is run");
	if (args->gdb && !is_cell)
		cmd_usage(state, "--gdb needs --mutant=ID and --test=NAME, and no command");
}

/* Returns milliseconds; 0: no proofs. */
static uint64_t parse_equiv(struct argp_state *state, const char *text)
{
	return strcmp(text, "0") == 0 ? 0 : words_time_ms(state, "--equiv", text);
}

static error_t parse_selection(int key, char *arg, struct argp_state *state)
{
	struct run_args *args = state->input;
	struct inventory_filter *filter = &args->campaign.filter;

	switch (key) {
	case 'F': strv_append(&args->include, arg); return 0;
	case KEY_EXCLUDE: strv_append(&args->exclude, arg); return 0;
	case KEY_FUNCTION: strv_append(&args->functions, arg); return 0;
	case CAMPAIGN_KEY_TEST: strv_append(&args->tests, arg); return 0;
	case KEY_OPERATORS: parse_operators(state, args, arg); return 0;
	case KEY_PRESET:
		args->preset = remt_preset_find(arg);
		if (!args->preset)
			cmd_usage(state, "unknown preset '%s'", arg);
		return 0;
	case KEY_MUTATE_TESTS: filter->mutate_tests = true; return 0;
	case KEY_MUTANT: parse_mutant(state, args, arg); return 0;
	case KEY_SAMPLE:
		filter->sample = (uint32_t)words_number(state, "--sample", arg, 1, UINT32_MAX);
		return 0;
	case KEY_PER_OPERATOR:
		filter->per_group =
			(uint32_t)words_number(state, "--per-operator", arg, 0, UINT32_MAX);
		return 0;
	case KEY_SEED:
		filter->seed = args->campaign.seed = args->campaign.infection.seed =
			words_number(state, "--seed", arg, 0, UINT64_MAX);
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse_manner(int key, char *arg, struct argp_state *state)
{
	struct run_args *args = state->input;
	struct campaign_opts *campaign = &args->campaign;

	switch (key) {
	case KEY_FULL: campaign->is_full = true; return 0;
	case KEY_BUDGET: campaign->budget_ms = words_time_ms(state, "--budget", arg); return 0;
	case KEY_ORACLE: parse_oracle(state, args, arg); return 0;
	case KEY_QUARANTINE_CHANGING: parse_changing(state, args, arg); return 0;
	case KEY_KEEP_LOGS: campaign->keep_logs = true; return 0;
	case KEY_BASELINE_RUNS:
		campaign->baseline_runs =
			(unsigned)words_number(state, "--baseline-runs", arg, 2, 100);
		return 0;
	case KEY_NO_INFECTION_FILTER: campaign->infection.is_off = true; return 0;
	case KEY_AUDIT:
		campaign->infection.audit = (unsigned)words_number(state, "--audit", arg, 0, 100);
		return 0;
	case KEY_BASE: args->base = arg; return 0;
	case KEY_AUDIT_REUSE:
		args->audit_reuse = (unsigned)words_number(state, "--audit-reuse", arg, 0, 100);
		return 0;
	case KEY_BASELINE_LOAD:
		campaign->baseline_load =
			(unsigned)words_number(state, "--baseline-load", arg, 0, 1024);
		return 0;
	case KEY_EQUIV: args->equiv_ms = parse_equiv(state, arg); return 0;
	case KEY_AUDIT_EQUIVALENTS: args->audit_equivalents = true; return 0;
	case KEY_DUPLICATES: args->is_duplicates = true; return 0;
	case KEY_AUDIT_DUPLICATES: args->audit_duplicates = true; return 0;
	default: return campaign_args_parse(key, arg, state, campaign);
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run_args *args = state->input;

	switch (key) {
	case CAMPAIGN_KEY_TESTS:
		args->campaign.tests_file = parse_path(state, "--tests", arg);
		return 0;
	case KEY_BINARY:
		strv_append(&args->campaign.binaries, parse_path(state, "--binary", arg));
		return 0;
	case KEY_LIST: args->list_mutants = true; return 0;
	case KEY_LIST_TESTS: args->list_tests = true; return 0;
	case KEY_GDB: args->gdb = true; return 0;
	case KEY_ROOT: args->campaign.root = parse_path(state, "--root", arg); return 0;
	case CMD_KEY_STORE: args->store = parse_path(state, "--store", arg); return 0;
	case 't': parse_threshold(state, args, arg); return 0;
	case 'q': args->is_quiet = true; return 0;
	case ARGP_KEY_ARG:
		/* The command begins with the first word that is no option. */
		args->campaign.command = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END: check(state, args); return 0;
	default: break;
	}
	error_t unknown = parse_selection(key, arg, state);

	return unknown == ARGP_ERR_UNKNOWN ? parse_manner(key, arg, state) : unknown;
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc =
		"[--] COMMAND...\n--tests=FILE\n--binary=FILE [--] COMMAND...\n--mutant=ID --test=NAME [--gdb]",
	.doc = "Runs the tests behind COMMAND (such as `make check`) against every mutant of the "
	       "program that was built with the flags of `remt cflags`, in its build directory, "
	       "and reports which mutants no test kills.  An unfinished run of the same build and "
	       "tests is resumed.  With --binary the mutants are variants of the instructions of a "
	       "finished program, and no plugin is needed.",
};

static bool wants_operator(void *arg, const char *op)
{
	const struct run_args *args = arg;
	_cleanup_free_ char *name = xstrndup(op, strcspn(op, ":"));
	const struct remt_operator_info *info = NULL;

	for (size_t i = 0; i < REMT_NR_OPERATORS && !info; i++)
		if (strcmp(remt_operators[i].name, name) == 0)
			info = &remt_operators[i];
	if (args->preset && (!info || !(info->presets & args->preset)))
		return false;
	if (!args->preset && !args->operators && info && info->presets == REMT_PRESET_ISO)
		return false;
	for (size_t i = 0; args->operators && args->operators[i]; i++) {
		const char *wanted = args->operators[i];
		size_t length = strlen(wanted);

		if ((info && remt_operator_matches(info, wanted)) ||
		    (strncmp(op, wanted, length) == 0 && (op[length] == ':' || !op[length])))
			return true;
	}
	return !args->operators;
}

void run_args_parse(struct run_args *args, int argc, char **argv)
{
	struct campaign_opts *campaign = &args->campaign;

	*args = (struct run_args){ 0 };
	campaign_args_defaults(campaign);
	campaign->baseline_load = busy_count_processors();
	campaign->seed = campaign->filter.seed = campaign->infection.seed = 1;
	args->equiv_ms = EQUIV_DEFAULT_MS;
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, args);
	campaign->infection.is_off |= args->audit_equivalents;
	campaign->tests = args->tests;
	campaign->filter.include = args->include;
	campaign->filter.exclude = args->exclude;
	campaign->filter.functions = args->functions;
	campaign->filter.wants_operator = wants_operator;
	campaign->filter.operator_arg = args;
}

void run_args_deinit(struct run_args *args)
{
	strv_destroy(args->campaign.binaries);
	strv_destroy(args->operators);
	strv_destroy(args->tests);
	strv_destroy(args->include);
	strv_destroy(args->exclude);
	strv_destroy(args->functions);
}
