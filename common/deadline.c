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
	return is_cancelled(deadline) || (deadline->at_ms && clock_ms() >= deadline->at_ms);
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

struct deadline deadline_part(const struct deadline *deadline, unsigned parts)
{
	struct deadline ret = *deadline;
	uint64_t now = clock_ms();

	if (ret.at_ms > now)
		ret.at_ms = now + (ret.at_ms - now) / parts;
	return ret;
}
