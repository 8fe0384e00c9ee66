/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "paths/partition.h"

uint32_t partitions_find(const struct partitions *partitions, uint64_t partition)
{
	return slots_find(&partitions->states, partition);
}

void partitions_note(struct partitions *partitions, uint64_t partition, enum partition_state state)
{
	uint32_t known = partitions_find(partitions, partition);

	if (known == SLOTS_NONE) {
		slots_add(&partitions->states, partition, state);
		partitions->counts[state]++;
		return;
	}
	if (known >= (uint32_t)state)
		return;
	partitions->nr_refuted += state == PARTITION_DIFFERS && known >= PARTITION_PROVEN;
	partitions->counts[known]--;
	partitions->counts[state]++;
	slots_set(&partitions->states, partition, state);
}

void partitions_deinit(struct partitions *partitions)
{
	slots_deinit(&partitions->states);
}
