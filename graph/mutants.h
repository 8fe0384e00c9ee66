/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mutant mapping mapM (Definition 2.6 of "Regression Mutation Testing"), site by site. */
#ifndef GRAPH_MUTANTS_H
#define GRAPH_MUTANTS_H

#include "graph/difference.h"

struct mutants_map {
	uint32_t *old_site; /* by new site, number over all units: the old one, with the same
			       alternatives; PROGRAM_NONE */
	uint32_t nr_mapped; /* mutants of these */
};

/*
 * A new site is an old one if all its marks lie at the same places of equivalent nodes as all marks
 * of that, and it has the same alternatives (operator, replacement, and what they compute) in the
 * same order.
 */
void mutants_map_find(const struct difference *difference, struct mutants_map *ret);
void mutants_map_deinit(struct mutants_map *map);

#endif
