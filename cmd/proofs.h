/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of equivalence, held against the verdicts of tests. */
#ifndef CMD_PROOFS_H
#define CMD_PROOFS_H

#include <stdbool.h>

#include "report/model.h"

/*
 * Names the mutants that are proven equivalent, and killed: one of both is wrong. Returns false if there are any. For
 * those that trap where the original can't, and are proven by the compiler, there is only a warning: a compiler that
 * optimises may remove what traps. Else, no proof of the unit counts, which is said, too.
 */
bool proofs_agree(const struct report_model *model);

#endif
