/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/deadline.h"

#include <stddef.h>

#include "common/clock.h"

static bool is_cancelled(const struct deadline *deadline)
{
	return deadline->cancelled && *deadline->cancelled;
}

bool deadline_is_over(const struct deadline *deadline)
{
	return is_cancelled(deadline) || (deadline->at_ms && clock_ms() >= deadline->at_ms) ||
	       (deadline->work_us && clock_work_us() >= deadline->work_us);
}

uint64_t deadline_bound_ms(const struct deadline *deadline, uint64_t ms)
{
	uint64_t now = clock_ms(), left;

	if (is_cancelled(deadline))
		return 0;
	if (!deadline->at_ms)
		return ms;
	left = deadline->at_ms > now ? deadline->at_ms - now : 0;
	return left < ms ? left : ms;
}

uint64_t deadline_after(uint64_t now, uint64_t ms)
{
	return ms < UINT64_MAX - now ? now + ms : 0;
}

/* Returns what comes after NOW and PART of OF parts of what is left before END. */
static uint64_t part_of(uint64_t now, uint64_t end, unsigned part, unsigned of)
{
	return end > now ? now + (end - now) / of * part : end;
}

struct deadline deadline_part(const struct deadline *deadline, unsigned part, unsigned of)
{
	struct deadline ret = *deadline;

	if (ret.at_ms)
		ret.at_ms = part_of(clock_ms(), ret.at_ms, part, of);
	if (ret.work_us)
		ret.work_us = part_of(clock_work_us(), ret.work_us, part, of);
	return ret;
}
