/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Partitions of the inputs: those that go one path in the old version and one in the new one. Each is
 * known by a hash of the two.
 */
#ifndef PATHS_PARTITION_H
#define PATHS_PARTITION_H

#include <stdint.h>

#include "common/slots.h"

enum partition_state {
	PARTITION_OPEN,	   /* one input behaves alike; of the others nothing is known */
	PARTITION_PROVEN,  /* all inputs behave alike; no second input has shown it yet */
	PARTITION_EQUAL,   /* likewise, and another input did, or none is known */
	PARTITION_DIFFERS, /* one input does not behave alike */
	PARTITION_NR_STATES
};

struct partitions {
	struct slots states; /* by hash */
	uint64_t counts[PARTITION_NR_STATES];
	uint64_t nr_refuted; /* that were proven equal, and an input showed a difference */
};

/* Returns what is known of PARTITION; SLOTS_NONE: it is new. */
uint32_t partitions_find(const struct partitions *partitions, uint64_t partition);

/* Notes what is known of PARTITION: that it differs stays, that it is equal if it does not. */
void partitions_note(struct partitions *partitions, uint64_t partition, enum partition_state state);

void partitions_deinit(struct partitions *partitions);

#endif
