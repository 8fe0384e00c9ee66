/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decisions by the low bits of an address: `((uintptr_t)p & 3) == 0`, also through a union of a
 * pointer and an integer.  Which way they go can depend on where the linker or the loader put the
 * object, and with that the verdicts of mutants.
 */
#ifndef PLUGIN_LOWER_DECISION_H
#define PLUGIN_LOWER_DECISION_H

#include "plugin/base/gcc.h"

/*
 * Finds those of the current function.  Sites that are part of one get REMT_MUTANT_DECISION.  If
 * MAY_PLANT, marks of layout switches are put before them, where that can make no program do what
 * no layout does: the address itself must go on, and what comes of the bits must be decided by only.
 */
void decisions_find(bool may_plant);

#endif
