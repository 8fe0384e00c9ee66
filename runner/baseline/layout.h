/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One other place for the data of a test (runner/baseline/layouts.h). */
#ifndef RUNNER_BASELINE_LAYOUT_H
#define RUNNER_BASELINE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "runner/inventory/coverage.h"

/* A layout in which the cells of a test may have other verdicts. */
struct layout {
	/*
	 * The unmutated test does the same as in this build, or as in an earlier layout. Then only
	 * mutants of the decisions themselves can differ.
	 */
	bool is_alike;
	uint32_t shift;		  /* bytes; 0: other addresses of stack, heap and modules */
	struct coverage coverage; /* coverage of the unmutated test; empty if `shift` is 0 */
};

/* Frees what LAYOUT holds, not LAYOUT itself. */
void layout_deinit(struct layout *layout);
/* Returns "with data 3 bytes further"; owned by the caller. */
char *layout_name(const struct layout *layout) RETURNS_NONNULL MUST_CHECK;

#endif
