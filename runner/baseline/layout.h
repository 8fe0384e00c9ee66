/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One other place for the data of a test (runner/baseline/layouts.h). */
#ifndef RUNNER_BASELINE_LAYOUT_H
#define RUNNER_BASELINE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "runner/inventory/coverage.h"

/* One layout in which a test's cells may have other verdicts. */
struct layout {
	bool is_alike;	/* the unmutated test does what it does in this build, or in an earlier one:
			  only mutants of the decisions themselves can tell */
	uint32_t shift; /* bytes; 0: other addresses of stack, heap and modules */
	struct coverage coverage; /* of the unmutated test; of shift 0: none */
};

/* Frees what LAYOUT holds, not LAYOUT. */
void layout_deinit(struct layout *layout);
/* "3 bytes further"; owned by the caller. */
char *layout_name(const struct layout *layout) RETURNS_NONNULL MUST_CHECK;

#endif
