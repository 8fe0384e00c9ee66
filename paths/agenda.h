/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The agenda of an exploration: what is to be tried, and what comes next. Some kinds come before
 * others. Within a kind, AGENDA_NEAR takes those first whose branch lies nearest to a change (shortest-distance
 * symbolic execution: Ma, Phang, Foster and Hicks, Directed Symbolic Execution, SAS 2011, section 3). Each try
 * of a branch counts as one edge more, so that none of a kind waits for ever.
 */
#ifndef PATHS_AGENDA_H
#define PATHS_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/slots.h"
#include "common/vec.h"

struct tree;

enum agenda_order {
	AGENDA_NEAR,  /* those near to a change first; of equal ones that which came first */
	AGENDA_FIRST, /* first come, first tried */
	AGENDA_LAST,  /* last come, first tried */
};

/* What a task is for. */
struct agenda_reason {
	unsigned kind;	   /* the lowest comes first */
	uint32_t distance; /* edges to the nearest change from the branch's other side */
	uint64_t branch;   /* a number that no other branch has; 0: inputs */
};

/*
 * A task is inputs, or a branch. The solver is asked for inputs of a branch when its turn comes.
 */
struct agenda_task {
	unsigned char *inputs; /* NULL: a branch */
	struct tree *tree;     /* that the branch is of; borrowed; NULL: `term` is wanted alone */
	uint64_t edge;	       /* its other edge; of a pinned value, its place */
	uint32_t before;       /* the prefix of conditions before it */
	uint32_t term;	       /* the condition of its other edge; of a pinned value, 0 */
	bool is_pin;	       /* another value is wanted than those that are known by then */
	bool is_hard;	       /* little effort did not answer it */
	const unsigned char *near; /* inputs that come to the branch; borrowed */
};

struct agenda_item {
	uint64_t number; /* in the order of coming */
	struct agenda_task task;
};

/* The tasks for one branch. */
struct agenda_group {
	struct agenda_reason reason;
	uint64_t nr_tried; /* tasks that were taken */
	VEC(struct agenda_item) items;
	size_t next; /* index of the first item that is still there; of AGENDA_LAST always 0 */
};

/* Zero bytes are an empty agenda of AGENDA_NEAR. */
struct agenda {
	enum agenda_order order;
	VEC(struct agenda_group) groups;
	struct slots by_reason;
	uint64_t nr_added, nr_open;
};

/* Adds TASK, whose inputs the agenda owns from now on. */
void agenda_add(struct agenda *agenda, const struct agenda_reason *reason,
		const struct agenda_task *task);

/*
 * Returns how far the nearest branch is from a change: edges and tries; 0 in another order, or if only inputs are open.
 * UINT64_MAX: nothing is.
 */
uint64_t agenda_rank(const struct agenda *agenda);

/* Takes the task that comes next, whose inputs the caller frees; false: there is none. */
bool agenda_take(struct agenda *agenda, struct agenda_task *ret) MUST_CHECK;

void agenda_deinit(struct agenda *agenda);

#endif
