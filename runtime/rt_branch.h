/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Branches of modules without units of their own: which way they go, and when that is known. */
#ifndef RUNTIME_RT_BRANCH_H
#define RUNTIME_RT_BRANCH_H

#include "runtime/rt_binary.h"

/* True if the processor's CONDITION holds where it has FLAGS. */
bool rt_branch_holds(uint32_t condition, uint64_t flags);
/* The alternatives that would go the other way. */
uint32_t rt_branch_bits(bool holds);
/* True if ALTERNATIVE of the branch jumps. */
bool rt_branch_jumps(uint32_t alternative, bool holds);
/* True if nothing more is to be learnt at branch SITE: both ways were gone, other sites tell of the
 * rest, or it was looked at often enough; then, in the mode COVER, it counts as if it went both. */
bool rt_branch_is_known(const struct rt_place *place, uint32_t site);
/* AT is executed: so is the way of the branch that alone leads there. */
void rt_branch_tell(const struct rt_place *place, const struct remt_variants_site *at);

#endif
