/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `remt cflags`: prints the flags that make GCC build mutable objects. */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/compiler.h"
#include "cmd/paths.h"
#include "common/cleanup.h"
#include "common/print.h"
#include "common/xalloc.h"

struct cflags_args {
	bool append;
	const char *gcc;
};

#define KEY_APPEND 0x101
#define KEY_GCC	   0x102

static const struct argp_option options[] = {
	{ "append", KEY_APPEND, NULL, 0,
	  "say how to add the flags to builds that set CFLAGS themselves", 0 },
	{ "gcc", KEY_GCC, "COMMAND", 0,
	  "compiler that will get the flags (default: $CC, then " REMT_TARGET_GCC ")", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct cflags_args *args = state->input;

	switch (key) {
	case KEY_APPEND: args->append = true; return 0;
	case KEY_GCC: args->gcc = arg; return 0;
	case ARGP_KEY_ARG: cmd_usage(state, "unexpected argument '%s'", arg); return EINVAL;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Prints the compiler flags that make a build mutable, as in\n"
	       "CFLAGS=\"-O2 -g $(remt cflags)\".",
};

/* The user pastes these commands, so they name the compiler that was asked for. */
static void print_append(const char *command, const char *flags)
{
	_cleanup_free_ char *gcc = xasprintf(strpbrk(command, " \t") ? "\"%s\"" : "%s", command);

	print("# Autotools, CMake, Meson and well-behaved makefiles take CFLAGS from outside:\n"
	      "./configure CC=%s CFLAGS=\"-O2 -g %s\"\n"
	      "cmake -DCMAKE_C_COMPILER=%s -DCMAKE_C_FLAGS=\"%s\" …\n"
	      "CC=%s CFLAGS=\"%s\" meson setup …\n"
	      "# A makefile that sets CFLAGS itself still takes the compiler from outside:\n"
	      "make CC=\"%s %s\"\n"
	      "# Debian packages:\n"
	      "DEB_CFLAGS_APPEND=\"%s\" dpkg-buildpackage …\n",
	      gcc, flags, gcc, flags, gcc, flags, command, flags, flags);
}

/* A shell script takes the output as flags, so the plugin's name is printed unescaped. */
static void put_flag(const char *flag)
{
	print_exactly(stdout, flag, strlen(flag));
	fputs("\n", stdout);
}

/* Fails if GCC can't load the plugin, since it is of another kind or version. */
static struct error *check_compiler(const char *gcc, const char *plugin)
{
	_cleanup_free_ char *output = NULL;

	if (compiler_loads(gcc, plugin, &output))
		return NULL;
	output[strcspn(output, "\n")] = '\0';
	return error_create(ERROR_UNUSABLE, "%s can't use this plugin: %s", gcc, output);
}

int cmd_cflags(int argc, char **argv)
{
	struct cflags_args args = { 0 };
	struct error *err = NULL;
	_cleanup_free_ char *plugin = NULL, *flag = NULL;

	argp_parse(&argp, argc, argv, 0, NULL, &args);
	/* A compiler that is a script with `remt cflags` in it is asked as it is without. */
	if (compiler_asks_us())
		return EXIT_OK;
	plugin = paths_plugin();
	if (!plugin)
		return cmd_fail(error_create(ERROR_UNUSABLE,
					     "the plugin is missing; "
					     "`remt doctor` says where it was looked for"));
	if (strpbrk(plugin, " \t\n"))
		cmd_warn("the plugin's path has white space, which most build systems cannot pass "
			 "on: %s",
			 plugin);
	if (!args.gcc)
		args.gcc = compiler_default();
	err = check_compiler(args.gcc, plugin);
	if (err)
		return cmd_fail(err);
	if (compiler_has_short_name(args.gcc, plugin))
		flag = xstrdup("-fplugin=remt");
	else
		flag = xasprintf("-fplugin=%s", plugin);
	if (args.append)
		print_append(args.gcc, flag);
	else
		put_flag(flag);
	return EXIT_OK;
}
