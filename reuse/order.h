/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When a run of a test can first have gone along a dangerous edge, by the order in which it first
 * reached the sites: the part of Algorithm 1 of "Regression Mutation Testing" that asks for edges
 * executed before the mutated node.
 */
#ifndef REUSE_ORDER_H
#define REUSE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/difference.h"

#define ORDER_NEVER UINT32_MAX

/*
 * FIRST: by old site, its place in the order, ORDER_NEVER: not reached. COUNTS: functions that may
 * have run. Sites with a place up to the result were reached before any dangerous edge was taken;
 * ORDER_NEVER: none was.
 *
 * The run was that of one process, in one thread, which ended by itself: a node that it began it
 * went through, unless that calls something that does not return.
 */
uint32_t order_of_danger(const struct difference *difference, const uint32_t *first,
			 const bool *counts);

#endif
