/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: finds the subcommand and calls it. */
#include <argp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/paths.h"
#include "cmd/startup.h"
#include "common/cleanup.h"
#include "common/fs.h"
#include "common/print.h"
#include "common/visible.h"
#include "common/xalloc.h"

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help; /* one line */
};

static int cmd_help(int argc, char **argv);

/* in the order in which a user meets them */
static const struct command commands[] = {
	{ "cflags", cmd_cflags, "print the compiler flags that make a build mutable" },
	{ "run", cmd_run, "run the tests against every mutant" },
	{ "operators", cmd_operators, "list the mutation operators" },
	{ "report", cmd_report, "tell the results: summary, survivors, JSON, HTML, …" },
	{ "show", cmd_show, "show mutants: diff, verdicts, how to run them again" },
	{ "diff", cmd_diff, "compare two versions of a program by their control flow" },
	{ "gen", cmd_gen, "find inputs on which two versions of a program differ" },
	{ "harness", cmd_harness, "write a program that calls one function, for gen and fuzzers" },
	{ "iso", cmd_iso, "negate the same conditions in two versions, and compare what they do" },
	{ "patch", cmd_patch,
	  "list variants of a compiled program, or write a copy with some of them" },
	{ "dump", cmd_dump, "print what the compiler left in a file" },
	{ "doctor", cmd_doctor, "tell what this machine allows, and what is used instead" },
	{ "equiv", cmd_equiv,
	  "prove by the compiler that mutants can't be told from the original" },
	{ "verify", cmd_verify, "check verdicts against plain builds of patched sources" },
	{ "help", cmd_help, "show the manual of a command" },
};

const char *argp_program_version = "remt " PACKAGE_VERSION;

static void print_help(FILE *out)
{
	fputs("Usage: remt COMMAND [OPTION...]\n"
	      "Mutation testing of native code built with GCC.\n\n"
	      "Commands:\n",
	      out);
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		print_to(out, "  %-10s %s\n", commands[i].name, commands[i].help);
	fputs("\n`remt COMMAND --help` lists the options of a command, `remt help COMMAND` shows "
	      "its manual.\n"
	      "Exit status: 0 done, 1 a threshold was missed, 2 wrong usage, 3 build, baseline or "
	      "input\n"
	      "unusable, 4 internal error.\n",
	      out);
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

/*
 * Returns the edit distance between A and B. Words of more than 31 letters are far from everything.
 */
static size_t distance(const char *a, const char *b)
{
	size_t row[32], nr_b = strlen(b);

	if (strlen(a) > 31 || nr_b > 31)
		return 32;
	for (size_t j = 0; j <= nr_b; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= nr_b; j++) {
			size_t best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[nr_b];
}

static int unknown_command(const char *name)
{
	const char *nearest = NULL;
	size_t best = 3, d;

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		d = distance(name, commands[i].name);
		if (d < best) {
			best = d;
			nearest = commands[i].name;
		}
	}
	if (nearest)
		cmd_say("unknown command '%s': did you mean '%s'?", name, nearest);
	else
		cmd_say("unknown command '%s'; `remt --help` lists the commands", name);
	return EXIT_USAGE;
}

/*
 * Finds an option whose name must not be printed as it is: getopt() would print it so. Words behind
 * the first one that is no option may belong to a command.
 */
static bool has_odd_option(char **argv, const char **ret)
{
	for (; *argv && (*argv)[0] == '-' && strcmp(*argv, "--") != 0; argv++) {
		_cleanup_free_ char *name = xstrndup(*argv, strcspn(*argv, "="));

		if ((*argv)[1] != '-')
			name[strnlen(name, 2)] = '\0';
		if (!visible_is_plain(name)) {
			*ret = *argv;
			return true;
		}
	}
	return false;
}

static int run_command(const struct command *command, int argc, char **argv)
{
	char *name = xasprintf("remt %s", command->name);
	const char *odd;
	int code;

	if (has_odd_option(argv + 1, &odd)) {
		free(name);
		cmd_say("%s: unknown option '%s'", command->name, odd);
		return EXIT_USAGE;
	}
	argv[0] = name;
	code = command->run(argc, argv);
	free(name);
	return code;
}

/* Shows the manual page by man, or the command's --help if that is not possible. */
static int cmd_help(int argc, char **argv)
{
	const struct command *command;
	_cleanup_free_ char *page = NULL, *file = NULL;
	char option[] = "--help";
	char *words[] = { NULL, option, NULL };

	if (argc < 2 || strcmp(argv[1], "--help") == 0) {
		print_help(stdout);
		return EXIT_OK;
	}
	if (argc > 2 || argv[1][0] == '-') {
		fputs("remt help: one command is all that it takes\n", stderr);
		return EXIT_USAGE;
	}
	command = find_command(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	page = command->run == cmd_help ? xstrdup("remt") : xasprintf("remt-%s", command->name);
	file = paths_manual(page);
	if (file)
		execlp("man", "man", file, (char *)NULL);
	if (command->run != cmd_help)
		return run_command(command, 2, words);
	print_help(stdout);
	return EXIT_OK;
}

int main(int argc, char **argv)
{
	const struct command *command;

	startup_prepare();
	argp_err_exit_status = EXIT_USAGE;
	atexit(cmd_close_stdout);
	if (argc < 2) {
		print_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 ||
	    strcmp(argv[1], "-h") == 0) {
		print_help(stdout);
		return EXIT_OK;
	}
	if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
		print("%s\n", argp_program_version);
		return EXIT_OK;
	}
	if (argv[1][0] == '-') {
		cmd_say("unknown option '%s'; `remt --help` shows the usage", argv[1]);
		return EXIT_USAGE;
	}
	command = find_command(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	return run_command(command, argc - 1, argv + 1);
}
