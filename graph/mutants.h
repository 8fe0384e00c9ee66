/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mutant mapping mapM (Definition 2.6 of "Regression Mutation Testing"), site by site. */
#ifndef GRAPH_MUTANTS_H
#define GRAPH_MUTANTS_H

#include "graph/difference.h"

struct mutants_map {
	/*
	 * By new site, numbered over all units: the old site with the same mutants, or
	 * PROGRAM_NONE.
	 */
	uint32_t *old_site;
	uint32_t nr_mapped; /* how many mutants the mapped new sites have */
};

/*
 * Maps each new site to the old site that it continues. A new site continues an old one on two
 * conditions. Both have the same number of marks, and the marks lie at the same statements of
 * equivalent nodes. Both have the same alternatives in the same order: operator, what they compute,
 * flags, and, except under PAIRS_ISOMORPHIC, the text of the replacement. The caller ends RET with
 * mutants_map_deinit().
 */
void mutants_map_find(const struct difference *difference, struct mutants_map *ret);
void mutants_map_deinit(struct mutants_map *map);

#endif
