/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds when a run of a test can first have taken a dangerous edge, by the order in which the run
 * first reached the sites. This is the part of Algorithm 1 of "Regression Mutation Testing" that
 * asks for edges executed before the mutated node.
 */
#ifndef REUSE_ORDER_H
#define REUSE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/difference.h"

#define ORDER_NEVER UINT32_MAX

/*
 * Returns the place in the order up to which all sites were reached before any dangerous edge was
 * taken; ORDER_NEVER if none was taken.
 *
 * FIRST has, by old site, its place in the order; ORDER_NEVER: the site was not reached. COUNTS
 * tells, by old function, whether it may have run.
 *
 * The run must be that of one process with one thread that ended by itself. Such a run goes through
 * each node that it begins, unless the node calls something that does not return.
 */
uint32_t order_of_danger(const struct difference *difference, const uint32_t *first,
			 const bool *counts);

#endif
