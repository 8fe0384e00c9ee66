/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the parts of remt: beside the program in its build tree, or where they were installed, also
 * below a DESTDIR that was moved as a whole.
 *
 * All results are owned by the caller; NULL means that the part is missing.
 */
#ifndef CMD_PATHS_H
#define CMD_PATHS_H

#include <stdbool.h>

char *paths_plugin(void);	      /* remt.so, for -fplugin= */
char *paths_runtime(void);	      /* run-time that is preloaded into tests */
char *paths_elements(void);	      /* script of the HTML report */
char *paths_manual(const char *page); /* file of the man page PAGE, such as "remt-run" */

/*
 * True if GCC, the name of a command, compiles with the plugin. *RET_OUTPUT is always set to what
 * GCC printed, "" if it can't be run; owned by the caller.
 */
bool paths_plugin_is_loaded(const char *gcc, const char *plugin, char **ret_output);

/*
 * True if GCC, the name of a command, finds the file of paths_plugin() by the short name
 * -fplugin=remt.
 */
bool paths_plugin_has_short_name(const char *gcc);

#endif
