/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pauses of the trunk: it waits for all that is split from it, and time goes on.  A test that
 * measures time may see that, in the trunk and in what is split from it later.  So what was split
 * from a trunk after a long pause counts only if this trunk ends as it should all the same.
 */
#include "common/clock.h"
#include "runner/split/split_state.h"

#define BUSY_US 300000 /* a busy machine keeps tests waiting, too */

void pause_begin(struct split *split)
{
	split->paused_us = 0;
	split->has_late = false;
}

void pause_add(struct split *split)
{
	split->paused_us += clock_us() - split_top(split)->paused_us;
}

bool pause_is_long(const struct split *split)
{
	uint64_t paused_us = split->paused_us;

	/* The start of a run is put off by what is split from it. */
	if (split->depth > 1)
		paused_us +=
			split->frames[split->depth - 1].run.start_us - split->frames[0].paused_us;
	return paused_us >= BUSY_US;
}

void pause_end(struct split *split)
{
	split->closing = split_top(split)->result;
	split->closing.split.trunk = split->nr_rounds;
	split->closing.nr_switched = 1; /* it counts, though no mutant is on */
}
