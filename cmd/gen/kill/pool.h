/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs that no search is needed for: variants of the caller's, kept where they infect mutants that few others do. They
 * are made and tried at the speed of the compiled program, before anything is searched for (the random stage of
 * "Automatic Test Generation for Mutation Testing", chapter 5; an input is kept for what it comes to, as AFL does: Zalewski,
 * technical whitepaper, section 4).
 */
#ifndef CMD_GEN_KILL_POOL_H
#define CMD_GEN_KILL_POOL_H

#include "cmd/gen/explore/exploration.h"
#include "cmd/gen/kill/kill.h"

struct gen_kill_input {
	struct gen_kill_test test; /* that no process has tried; what is expected is filled */
	bool *infects;		   /* by mutant of the exploration: it does so, or may do so */
	size_t number;		   /* of its finding */
};

struct gen_kill_pool {
	VEC(struct gen_kill_input) items; /* the shortest first */
	struct words *words;		  /* that variants are made of */
	uint32_t max_inputs;		  /* bytes that one may have */
};

/*
 * Fills the pool. What comes of it depends on the program, the commands and --seed alone, so that all processes have the
 * same. Call gen_kill_pool_deinit() in any case.
 */
struct error *gen_kill_pool_fill(struct gen_exploration *exploration, const struct gen_place *place,
				 struct gen_kill_pool *ret) MUST_CHECK;

/*
 * Makes a variant of one of the inputs that infect the mutant INDEX, or if there is none of any, in *RET, for
 * command_deinit(); STATE is a seed of common/random.h. False: none was found.
 */
bool gen_kill_pool_vary(const struct gen_kill_pool *pool, size_t index, uint64_t *state,
			struct command *ret);

void gen_kill_pool_deinit(struct gen_kill_pool *pool);

#endif
