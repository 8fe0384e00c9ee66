/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pauses of the trunk. It waits for all that is split from it, while time goes on. A test that
 * measures time may notice that, in the trunk and in what is split from it later. So what was split
 * from a trunk after a long pause counts only if this trunk still ends as it should.
 */
#include "common/clock.h"
#include "runner/split/split_state.h"

#define BUSY_US 300000 /* a busy machine keeps tests waiting as long */

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

	/* start_us of a run was moved on by what was split from it. */
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
