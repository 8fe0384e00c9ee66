/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modes that explore a part of the new version's conditions, and semantic changes as pairs of change conditions. */
#include "common/cleanup.h"
#include "common/hash.h"
#include "paths/explorer_state.h"
#include "paths/slice.h"

/* Returns what conditions of PATH have to be relevant to. */
static unsigned criteria_of(enum mode mode, const struct path *path)
{
	switch ((unsigned)mode) {
	case MODE_REACH: return SLICE_REACH;
	case MODE_PESO: return SLICE_OUTPUT;
	default: return SLICE_REACH | (slice_is_changed(path) ? SLICE_OUTPUT : 0u);
	}
}

uint32_t *explorer_slice(const struct explorer *explorer, const struct path *path, size_t *number)
{
	return slice_take(explorer->opts.slicers[1], path, criteria_of(explorer->opts.mode, path),
			  number);
}

uint64_t explorer_change_conditions(const struct explorer *explorer, const struct visit *visit)
{
	uint64_t pair[2];

	for (unsigned i = 0; i < 2; i++)
		pair[i] = slice_change_condition(explorer->opts.slicers[i], &visit->paths[i]);
	return hash_bytes(pair, sizeof(pair));
}
