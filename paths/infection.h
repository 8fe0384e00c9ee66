/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether changed code infected the state of a run: whether it left another state behind in one version than in the
 * other one (PIE: Voas, IEEE TSE 18(8), 1992; the paths P¬I of eXpress, section 4). eXpress compares values of one run;
 * here it has to hold for all inputs of a path. So changed code is only known not to infect if
 *
 *  - each region (explore/shadow_effect.h) can have left nothing but what its path tells of it,
 *  - both versions had the same regions in the same order, and each left the same terms in the same bytes of memory, and
 *    returned the same one, and
 *  - up to the end of the last of them both paths have the same set of conditions.
 *
 * Inputs that fulfil the conditions of one version up to there, and others behind, fulfil those of the other one, and
 * go its path up to there. Unchanged code does the same in both versions as long as it finds the same state, but for
 * addresses; so the first region begins in the same state, and leaves the same one, and so on. Behind the last one both
 * are in the same state. What these inputs do behind is then the same in both until they come to changed code.
 *
 * A path that came to no end of a region, say by a signal, has REMT_PATH_INFECTED. Undefined behaviour may infect
 * unseen: reading what nobody wrote, or a number that a program made of an address before.
 */
#ifndef PATHS_INFECTION_H
#define PATHS_INFECTION_H

#include "paths/visit.h"

/*
 * Returns the number of conditions of VERSION's path from which on branches that can't reach changed code need not be
 * tried; SIZE_MAX: there is none, as the state may be infected, or no changed code was executed.
 */
size_t infection_free_from(const struct visit *visit, unsigned version);

#endif
