/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/patience.h"

/* A run may take LEAST_MS, and FACTOR times what the slowest one took. */
enum { LEAST_MS = 1000, FACTOR = 20, AGAIN = 2 };

static uint64_t at_most(const struct patience *patience, uint64_t ms)
{
	return ms < patience->max_ms ? ms : patience->max_ms;
}

uint64_t patience_first_ms(const struct patience *patience, bool is_evaluated)
{
	uint64_t slowest_us = patience->slowest_us[is_evaluated];

	if (!slowest_us)
		return patience->max_ms;
	return at_most(patience, LEAST_MS + FACTOR * slowest_us / 1000);
}

uint64_t patience_again_ms(const struct patience *patience)
{
	if (!patience->has_run_out)
		return patience->max_ms;
	return at_most(patience, AGAIN * patience_first_ms(patience, false));
}

void patience_note(struct patience *patience, bool is_evaluated, uint64_t used_us)
{
	uint64_t *slowest = &patience->slowest_us[is_evaluated];

	if (used_us + 1 > *slowest)
		*slowest = used_us + 1;
}
