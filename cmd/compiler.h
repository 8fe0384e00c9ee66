/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GCC that builds what remt mutates: which one it is, and whether it loads the plugin.
 *
 * A GCC is what stands in the variable CC of a build: a command with or without arguments, such as
 * "gcc-14" or "ccache gcc -m32", which the shell splits.
 */
#ifndef CMD_COMPILER_H
#define CMD_COMPILER_H

#include <stdbool.h>

/* Returns CC of the environment, or the first GCC that configure was given. Not to be freed. */
const char *compiler_default(void);

/* True if compiler_default() is what CC says. */
bool compiler_is_from_environment(void);

/* True if we were called by a compiler that remt runs: it is a script. */
bool compiler_asks_us(void);

/*
 * Runs GCC with ARGUMENTS, at most 11 with a NULL at their end, as make would do. Returns its exit
 * code and what it printed, as capture() does.
 */
int compiler_run(const char *gcc, const char *const arguments[], char **ret_output);

/*
 * True if GCC compiles with the file PLUGIN (-fplugin=). *RET_OUTPUT is always set to what GCC
 * printed, or why it was not asked; owned by the caller.
 */
bool compiler_loads(const char *gcc, const char *plugin, char **ret_output);

/* Returns the first line of `GCC --version`, owned by the caller; NULL if it can't be run. */
char *compiler_version(const char *gcc);

/* True if -fplugin=remt means the file PLUGIN for GCC. */
bool compiler_has_short_name(const char *gcc, const char *plugin);

/*
 * Returns the releases of GCC that have a plugin beside the file PLUGIN, as "11.3.0, 12.2.0", owned
 * by the caller; "" if there is none.
 */
char *compiler_releases(const char *plugin);

#endif
