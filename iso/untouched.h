/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Untouched variants: they execute no changed code. The old version does what the new version
 * does, and need not be run.
 *
 * The argument is that of dangerous edges in "Regression Mutation Testing" (Zhang et al., ISSTA
 * 2012): a run that takes no dangerous edge is the same run in both versions.
 *
 *	untouched_is()
 *	untouched_conclude()	if it is
 */
#ifndef ISO_UNTOUCHED_H
#define ISO_UNTOUCHED_H

#include "iso/explore_state.h"
#include "iso/outcome.h"

/*
 * True if the variant is untouched by NEW, its first run in the new version. The run must have come
 * to its end, unless no code has changed at all. Returns false if public data has changed, or if
 * the options want such variants to be run in both versions.
 */
bool untouched_is(const struct explore *explore, const struct explore_variant *variant,
		  const struct variant_run *new);
/* Fills RET, the outcome of an untouched variant. The ways of NEW move there. */
void untouched_conclude(const struct explore *explore, const struct explore_variant *variant,
			struct variant_run *new, struct outcome *ret);

#endif
