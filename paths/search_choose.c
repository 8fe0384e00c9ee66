/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which exploration has the next turn. */
#include "common/clock.h"
#include "paths/search_state.h"

#define FARTHEST ((uint64_t)1 << 62) /* no rank is higher */

static bool is_open(const struct shape *shape)
{
	if (shape->is_beside)
		return false;
	return !shape->explorer || explorer_is_open(shape->explorer);
}

/* Returns how near to a change the nearest one is of those that have begun and are open; 0: there is none. */
static uint64_t nearest_rank(const struct search *search)
{
	uint64_t nearest = UINT64_MAX;

	for (size_t i = 0; i < search->shapes.count; i++) {
		const struct shape *shape = &search->shapes.items[i];
		uint64_t rank = is_open(shape) && shape->explorer ? explorer_rank(shape->explorer)
								  : UINT64_MAX;

		if (rank < nearest)
			nearest = rank;
	}
	return nearest == UINT64_MAX ? 0 : nearest;
}

bool search_is_half_over(const struct search *search)
{
	return clock_ms() - search->start_ms >= search->opts.max_ms / 2;
}

bool search_choose(const struct search *search, size_t *ret)
{
	uint64_t nearest = search_is_half_over(search) ? FARTHEST : nearest_rank(search);
	uint64_t best = 0, best_turns = 0;
	bool any = false;

	for (size_t i = 0; i < search->shapes.count; i++) {
		const struct shape *shape = &search->shapes.items[i];
		uint64_t rank = shape->explorer ? explorer_rank(shape->explorer) : nearest;

		if (!is_open(shape))
			continue;
		rank = (rank < FARTHEST ? rank : FARTHEST) + shape->nr_turns;
		if (any && (rank > best || (rank == best && shape->nr_turns >= best_turns)))
			continue;
		any = true;
		best = rank;
		best_turns = shape->nr_turns;
		*ret = i;
	}
	return any;
}
