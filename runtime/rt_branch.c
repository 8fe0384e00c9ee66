/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
#include "runtime/rt_branch.h"

/*
 * How many executions of a branch are looked at for its ways. COVER looks longer, as a way that was
 * not seen leaves the branch out. NEGATE makes many runs.
 */
#define LOOKED_AT	  2048
#define LOOKED_AT_NEGATED 64

/* Bits of the x86's flags register. */
enum {
	FLAG_CARRY = 1 << 0,
	FLAG_PARITY = 1 << 2,
	FLAG_ZERO = 1 << 6,
	FLAG_SIGN = 1 << 7,
	FLAG_OVERFLOW = 1 << 11,
};

/* The lowest bit of the condition's number negates it. */
bool rt_branch_holds(uint32_t condition, uint64_t flags)
{
	bool is_less = !(flags & FLAG_SIGN) != !(flags & FLAG_OVERFLOW);
	bool holds = false;

	switch (condition >> 1 & 7) {
	case 0: holds = flags & FLAG_OVERFLOW; break;
	case 1: holds = flags & FLAG_CARRY; break;
	case 2: holds = flags & FLAG_ZERO; break;
	case 3: holds = flags & (FLAG_CARRY | FLAG_ZERO); break;
	case 4: holds = flags & FLAG_SIGN; break;
	case 5: holds = flags & FLAG_PARITY; break;
	case 6: holds = is_less; break;
	case 7: holds = is_less || flags & FLAG_ZERO; break;
	}
	return holds != (condition & 1);
}

uint32_t rt_branch_bits(bool holds)
{
	return remt_alternative_bit(REMT_BRANCH_NEGATED) |
	       remt_alternative_bit(holds ? REMT_BRANCH_NEVER : REMT_BRANCH_ALWAYS);
}

bool rt_branch_jumps(uint32_t alternative, bool holds)
{
	switch (alternative) {
	case REMT_BRANCH_NEGATED: return !holds;
	case REMT_BRANCH_ALWAYS: return true;
	case REMT_BRANCH_NEVER: return false;
	default: return holds;
	}
}

static void infect(const struct rt_place *place, uint32_t site, uint32_t bits)
{
	__atomic_or_fetch(rt_cover_infected(place->unit, site), bits, __ATOMIC_RELAXED);
}

/* Returns the alternatives that WAYS infect, at a branch whose condition may be negated. */
static uint32_t bits_of_ways(const struct rt_place *place, uint32_t site, uint32_t ways)
{
	bool is_negated = rt_session->mode == REMT_MODE_NEGATE &&
			  rt_select_find(place->unit, site) == REMT_BRANCH_NEGATED;

	return (ways & REMT_WAY_JUMPS ? rt_branch_bits(!is_negated) : 0) |
	       (ways & REMT_WAY_GOES_ON ? rt_branch_bits(is_negated) : 0);
}

bool rt_branch_is_known(const struct rt_place *place, uint32_t site)
{
	uint32_t told = rt_place_sites(place)[site].told;
	uint32_t both = rt_branch_bits(true) | rt_branch_bits(false);
	uint32_t known = __atomic_load_n(rt_cover_infected(place->unit, site), __ATOMIC_RELAXED);

	if (((known | bits_of_ways(place, site, told)) & both) == both)
		return true;
	if (rt_session->mode == REMT_MODE_NEGATE)
		return rt_cover_count(place->unit, site) >= LOOKED_AT_NEGATED;
	if (rt_cover_count(place->unit, site) < LOOKED_AT)
		return false;
	infect(place, site, both);
	return true;
}

void rt_branch_tell(const struct rt_place *place, const struct remt_variants_site *at)
{
	if (at->branch < place->module->nr_sites)
		infect(place, at->branch, bits_of_ways(place, at->branch, at->way));
}
