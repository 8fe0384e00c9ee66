/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/*
 * Branches of modules without units of their own: which ways they go, and when they need not be
 * watched any longer.
 */
#ifndef RUNTIME_RT_BRANCH_H
#define RUNTIME_RT_BRANCH_H

#include "runtime/rt_binary.h"

/* True if the processor's CONDITION holds with FLAGS. */
bool rt_branch_holds(uint32_t condition, uint64_t flags);
/* Returns a bit for each alternative that would go the other way than the condition HOLDS says. */
uint32_t rt_branch_bits(bool holds);
bool rt_branch_jumps(uint32_t alternative, bool holds);
/*
 * True if branch SITE has nothing more to show: both ways were seen, or the other way's target has
 * a site that shows it, or it was looked at often enough. In the last case COVER counts both ways
 * as seen.
 */
bool rt_branch_is_known(const struct rt_place *place, uint32_t site);
/* AT is executed: notes the way of the one branch that leads there, if there is only one. */
void rt_branch_tell(const struct rt_place *place, const struct remt_variants_site *at);

#endif
