/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates functions into instructions. */
#ifndef EXPLORE_TRANSLATE_H
#define EXPLORE_TRANSLATE_H

#include "explore/code.h"
#include "explore/unit.h"

/* A mutant that is on in all that is translated from now on; alternative 0: none is. */
struct chosen_mutant {
	uint64_t uid;
	uint32_t site, alternative;
};
void translate_choose(const struct chosen_mutant *mutant);

/* Translates CODE if that was not done. False: it can't be evaluated, and `refusal` says why. */
bool translate_code(struct code *code);

#endif
