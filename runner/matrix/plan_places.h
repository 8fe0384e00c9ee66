/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which tests reach each place of the inventory, in the order in which they are run. */
#ifndef RUNNER_MATRIX_PLAN_PLACES_H
#define RUNNER_MATRIX_PLAN_PLACES_H

#include <stdint.h>

#include "runner/matrix/plan.h"

/*
 * Turns the coverage of NR_TESTS tests into tests per place: those of place P are RET_TESTS[i] for
 * RET_START[P] <= i < RET_START[P + 1]. The caller owns both.
 */
void plan_places_find(uint32_t nr_places, const struct plan_test *tests, uint32_t nr_tests,
		      uint32_t **ret_start, uint32_t **ret_tests);

#endif
