/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A module with a unit of its own, for dlopen; its constructor runs a site. */
#include "unit_by_hand.h"

UNIT_BY_HAND(module_unit, 0x5b);

static int early;

__attribute__((constructor)) static void construct(void)
{
	early = SITE(module_unit, 2, 4, 10, 20);
}

int module_answer(void);
int module_answer(void)
{
	return early + SITE(module_unit, 2, 4, 1, 2);
}
