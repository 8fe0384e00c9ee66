/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decisions by the low bits of an address, such as `((uintptr_t)p & 3) == 0`, also through a union
 * of a pointer and an integer. Where the linker or loader puts the object can change the way that
 * they take, and so the verdicts of mutants.
 */
#ifndef PLUGIN_LOWER_DECISION_H
#define PLUGIN_LOWER_DECISION_H

#include "plugin/base/gcc.h"

/*
 * Finds the decisions of the current function and sets REMT_MUTANT_DECISION on their sites. If
 * MAY_PLANT, layout switches are planted where no program can do by them what no layout does: the
 * address itself stays as it is, and the bits are used for decisions only.
 */
void decisions_find(bool may_plant);

#endif
