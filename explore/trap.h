/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instructions of the program that runs as compiled tell of when they come there. A trap, the breakpoint of a debugger, stands
 * for each. It is gone once it was met, so that a run goes on at native speed (Nagy and Hicks, Full-speed Fuzzing,
 * S&P 2019, section 3).
 */
#ifndef EXPLORE_TRAP_H
#define EXPLORE_TRAP_H

/*
 * Sets those of REMT_SERVE_TRAPS_ENV, for this process and those that it forks; returns an errno if they can't be
 * set. Where no code of the program lies none is set.
 */
int trap_set(void);

/*
 * In the server, after a run: traps of level 0 that were told are gone for all further runs. Nothing is done if there
 * are no traps.
 */
void trap_forget(void);

#endif
