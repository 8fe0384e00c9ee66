/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A unit as the plugin plants it (include/remt/unit.h), written by hand, and a site in it.
 *
 *	UNIT_BY_HAND(name, uid)		3 functions, 5 sites
 *	SITE(name, function, site, original, mutated)
 */
#ifndef TESTSUITE_UNIT_BY_HAND_H
#define TESTSUITE_UNIT_BY_HAND_H

#include "remt/unit.h"

#define UNIT_STRING_(text) #text
#define UNIT_STRING(text)  UNIT_STRING_(text)

#define UNIT_BY_HAND(name, uid)                                                                    \
	extern struct remt_unit name;                                                              \
	__asm__(".pushsection .remt.unit,\"aw\",@note\n"                                           \
		"	.balign 8\n" UNIT_STRING(name) ":\n"                                       \
						       "	.long 12, 80, 1\n"                        \
						       "	.asciz \"remt-unit\"\n"                   \
						       "	.byte 0, 0\n"                             \
						       "	.long 7, 0\n"                             \
						       "	.quad " UNIT_STRING(               \
							       uid) ", 0, 0, 0, 0\n"               \
								    "	.long 3, 5\n"                \
								    "	.zero 24\n"                  \
								    "	.popsection\n")

static inline uint32_t unit_by_hand_alternative(struct remt_unit *unit, uint32_t function,
						uint32_t site)
{
	uint8_t flag = ((volatile uint8_t *)remt_unit_site_on(unit))[site];

	uint8_t on = ((volatile uint8_t *)remt_unit_function_on(unit))[function];

	if (on & REMT_NOTED)
		unit->enter(unit, function);
	if (!(on & REMT_SWITCHED) || !flag)
		return 0;
	if (flag != REMT_ASK && --unit->fuel >= 0)
		return flag == REMT_COUNT ? 0 : flag;
	return unit->hook(unit, site, REMT_ENTER, UINT32_MAX) & ~REMT_FINAL;
}

#define SITE(unit, function, site, original, mutated)                                              \
	(unit_by_hand_alternative(&(unit), function, site) ? (mutated) : (original))

#endif
