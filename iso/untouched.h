/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants that execute nothing of what has changed: the old version does what the new one does,
 * and need not be run.  As the dangerous edges of Regression Mutation Testing (Zhang et al.,
 * ISSTA 2012) tell it of mutants: a run that takes none is the same run in both versions.
 */
#ifndef ISO_UNTOUCHED_H
#define ISO_UNTOUCHED_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

/*
 * Finds the cause of OUTCOME by the first run of the variant in the new version, NEW; true if it is
 * none, and such variants are not wanted in both versions: OUTCOME is complete then.
 */
bool untouched_judge(const struct explore *explore, const struct explore_variant *variant,
		     struct variant_run *new, struct outcome *outcome);

#endif
