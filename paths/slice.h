/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The conditions of a path that a criterion depends on, in an order in which those that decide a branch stand before it
 * (Böhme and Roychoudhury, Comprehensive Test Suite Augmentation, TR 11/11, 2011; Qi, Nguyen and Roychoudhury, Path
 * Exploration Based on Symbolic Output, ESEC/FSE 2011, section 4).
 */
#ifndef PATHS_SLICE_H
#define PATHS_SLICE_H

#include "paths/change.h"
#include "paths/recording.h"

/* What conditions are relevant to. */
enum slice_criterion {
	SLICE_REACH =
		1, /* whether changed blocks are executed: the reachability condition (definition 2) */
	SLICE_OUTPUT =
		2, /* which output statements are, and what they print: the relevant slice condition (definition 1) */
};

struct slicer;

/* Makes one for VERSION of the programs of CHANGE, which has to outlive it. */
struct slicer *slicer_create(const struct change *change,
			     unsigned version) RETURNS_NONNULL MUST_CHECK;

/* True if the run came to changed code. */
bool slice_is_changed(const struct path *path);

/*
 * Returns the indices of the conditions of PATH, a path of the slicer's version, that are relevant to CRITERIA, in
 * their new order, *NUMBER of them; the caller frees.
 */
uint32_t *slice_take(const struct slicer *slicer, const struct path *path, unsigned criteria,
		     size_t *number) RETURNS_NONNULL MUST_CHECK;

/*
 * Returns a hash of the change condition of PATH (definition 3), as a set of terms: what decides whether changed code is executed, and,
 * if some is, what is printed.
 */
uint64_t slice_change_condition(const struct slicer *slicer, const struct path *path);

/* NULL is ignored. */
void slicer_destroy(struct slicer *slicer);

#endif
