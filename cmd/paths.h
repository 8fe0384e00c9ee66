/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the parts of remt: beside the program in its build tree, or where they were installed, also
 * below a DESTDIR that was moved as a whole.
 *
 * All results are owned by the caller; NULL means that the part is missing.
 */
#ifndef CMD_PATHS_H
#define CMD_PATHS_H

char *paths_plugin(void);	      /* remt.so, for -fplugin=; beside it, those of each GCC */
char *paths_runtime(void);	      /* run-time that is preloaded into tests */
char *paths_evaluator(void);	      /* library that is preloaded to note a run's path */
char *paths_elements(void);	      /* script of the HTML report */
char *paths_manual(const char *page); /* file of the man page PAGE, such as "remt-run" */

#endif
