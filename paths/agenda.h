/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The agenda of an exploration: inputs that are to be tried, and which come next. Some kinds come before
 * others. Within a kind, AGENDA_NEAR takes those first whose branch lies nearest to a change (shortest-distance
 * symbolic execution: Ma, Phang, Foster and Hicks, Directed Symbolic Execution, SAS 2011, section 3). Each try
 * of a branch counts as one edge more, so that none waits for ever.
 */
#ifndef PATHS_AGENDA_H
#define PATHS_AGENDA_H

#include <stdint.h>

#include "common/attr.h"
#include "common/slots.h"
#include "common/vec.h"

enum agenda_order {
	AGENDA_NEAR,  /* as said; equal ones as they came */
	AGENDA_FIRST, /* first come, first tried */
	AGENDA_LAST,  /* last come, first tried */
};

/* What inputs are for. */
struct agenda_reason {
	unsigned kind; /* the lowest comes first */
	uint32_t
		distance; /* of the branch that they are to take from the nearest change, in edges */
	uint64_t branch;  /* a number that it alone has */
};

/* The inputs for one branch. */
struct agenda_group {
	struct agenda_reason reason;
	uint64_t nr_tried; /* that were taken */
	VEC(struct agenda_item {
		uint64_t number; /* in the order of coming */
		unsigned char *inputs;
	})
	items;
	size_t next; /* the first that is still there */
};

/* Zero bytes are an empty agenda of AGENDA_NEAR. */
struct agenda {
	enum agenda_order order;
	VEC(struct agenda_group) groups;
	struct slots by_reason;
	uint64_t nr_added, nr_open;
};

/* Adds INPUTS, which the agenda owns from now on. */
void agenda_add(struct agenda *agenda, const struct agenda_reason *reason, unsigned char *inputs);

/* Returns the inputs that come next, which the caller frees; NULL: there are none. */
unsigned char *agenda_take(struct agenda *agenda) MUST_CHECK;

void agenda_deinit(struct agenda *agenda);

#endif
