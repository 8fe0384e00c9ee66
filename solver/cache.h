/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was found out about groups of conditions (the counterexample cache of Cadar, Dunbar and
 * Engler, OSDI 2008, section 3.3): inputs that once fulfilled a group may fulfil another one, and what
 * has a part that can't be fulfilled can't be fulfilled either.
 */
#ifndef SOLVER_CACHE_H
#define SOLVER_CACHE_H

#include "solver/answer.h"
#include "solver/group.h"

struct cache;

struct cache *cache_create(void) RETURNS_NONNULL MUST_CHECK;
void cache_destroy(struct cache *cache);

/* Returns what is known of GROUP; after SOLVER_SAT INPUTS fulfil it, else they are as they were. */
enum solver_answer cache_find(struct cache *cache, struct evaluator *evaluator,
			      const struct group *group, unsigned char *inputs) MUST_CHECK;

/* Keeps an answer, which is not SOLVER_UNKNOWN; INPUTS are those that fulfil GROUP. */
void cache_keep(struct cache *cache, const struct group *group, enum solver_answer answer,
		const unsigned char *inputs);

#endif
