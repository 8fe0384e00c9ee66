/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one process does that kills mutants. */
#ifndef CMD_GEN_KILL_PROCESS_H
#define CMD_GEN_KILL_PROCESS_H

#include "cmd/gen/explore/exploration.h"

/*
 * Searches for inputs that kill mutants of the program, one mutant after the other, and adds what is known to the log. With a
 * matrix it does its part of the compaction (cmd/gen/kill/matrix.h).
 */
struct error *gen_kill(struct gen_exploration *exploration,
		       const struct gen_place *place) MUST_CHECK;

#endif
