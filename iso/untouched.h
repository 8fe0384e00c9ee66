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

/* True if NEW, the first run of the variant in the new version, has come to its end (if anything
 * has changed) and executed nothing that has, and such variants are not wanted in both versions. */
bool untouched_is(const struct explore *explore, const struct explore_variant *variant,
		  const struct variant_run *new);
/* Completes the outcome of one; the ways of NEW move there. */
void untouched_conclude(const struct explore *explore, const struct explore_variant *variant,
			struct variant_run *new, struct outcome *ret);

#endif
