/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forks runs on demand (remt/serve.h), so that what comes before main() is done once. */
#ifndef EXPLORE_SERVE_H
#define EXPLORE_SERVE_H

#include <stdbool.h>

/* True if this process is to serve. No run is: what it executes itself is no server, either. */
bool serve_is_wanted(void);

/*
 * Returns in each run that is forked, with its arguments in ARGV, and in its environment its variables and what paths are made of. The
 * server itself ends here.
 */
void serve(char **argv);

/* The same for runs as compiled, of which nothing is noted. */
bool serve_is_wanted_compiled(void);

/* Returns in each run the arguments that it is told; their number is *ARGC. */
char **serve_compiled(int *argc);

#endif
