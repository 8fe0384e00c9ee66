/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kills mutants by --jobs processes beside each other. */
#ifndef CMD_GEN_KILL_JOBS_H
#define CMD_GEN_KILL_JOBS_H

#include "cmd/gen/explore/exploration.h"
#include "runner/sandbox/contain.h"

/* What process NUMBER does, which CONTAINMENT was made for; returns an exit code. */
typedef int gen_inside_fn(struct gen_exploration *exploration, unsigned number,
			  struct containment *containment);

/*
 * Forks processes that do INSIDE, which ends in gen_kill(), and prints what they find as soon as it is there. Returns an
 * exit code.
 */
int gen_kill_apart(struct gen_exploration *exploration, gen_inside_fn *inside);

#endif
