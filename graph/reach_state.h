/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of reach_find(), private to its parts: reach.c goes forwards, reach_danger.c backwards and
 * down.
 */
#ifndef GRAPH_REACH_STATE_H
#define GRAPH_REACH_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/lists.h"
#include "common/vec.h"
#include "graph/difference.h"
#include "graph/reach.h"

/* The whole computation; the head of reach.c tells its steps. */
struct finder {
	const struct difference *difference;
	const struct program *program;
	const struct reach_image *image;
	struct reach *reach;
	bool *is_wild;		/* by block: its call may go to any target */
	struct lists callees;	/* by block: functions that its call goes to */
	struct lists callers;	/* by function: blocks that call it by name */
	struct lists before;	/* by block: its predecessors in its function */
	VEC(uint32_t) wrappers; /* functions named __wrap_NAME */
	/* functions that calls through pointers, or from outside, may reach */
	VEC(uint32_t) targets;
	VEC(uint32_t) wild;   /* blocks of functions that can run whose call may go to any target */
	VEC(uint32_t) roots;  /* functions in which control begins */
	VEC(uint32_t) at_end; /* functions that run after main() or at exit() */
	/* blocks that may call any target and do not return, such as calls of exit() */
	VEC(uint32_t) exits;
	bool may_call_at_end; /* targets may run at the end of the process, too */
	VEC(uint32_t) work;
	bool *is_target;    /* by function: it is among `targets` */
	bool *is_collected; /* by function: a list that the linker collects leads to it */
	/* By function: a dangerous edge can be reached after it has returned. */
	bool *returns_to_danger;
	bool do_targets_return; /* returns_to_danger holds for all targets */
};

/* Finds the blocks from which a dangerous edge can be reached before their function returns. */
void reach_find_danger_below(struct finder *finder);
/* Finds the functions after whose return a dangerous edge can be reached. */
void reach_find_danger_above(struct finder *finder);

#endif
