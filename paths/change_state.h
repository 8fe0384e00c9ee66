/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of change.h, for its sources alone. */
#ifndef PATHS_CHANGE_STATE_H
#define PATHS_CHANGE_STATE_H

#include <stdio.h>

#include "common/slots.h"
#include "common/vec.h"
#include "graph/difference.h"
#include "graph/reach.h"
#include "ir/structure/program.h"
#include "paths/change.h"
#include "runner/inventory/version.h"

/* One version. */
struct side {
	struct version version;
	struct slots units; /* by uid: index in the program */
	struct ir_program *ir;
	bool *is_changed; /* by block of the graph */
	bool *is_own; /* by block: it was changed itself (graph/own.h); NULL: those that are changed */
	uint32_t *distances; /* by block: edges to the nearest that was, or DISTANCE_NONE */
	uint32_t unknown;    /* one more than the longest of them */
	/* by block: 0 if what has changed may be reached from it, else DISTANCE_NONE; NULL: see `doubt` */
	uint32_t *reach;
	VEC(struct change_block) watched;
	bool *is_reached; /* by watched block */
	VEC(struct change_block) seen;
};

struct change {
	struct names *names;
	struct side sides[2];
	bool is_ordered; /* units that both have were linked in one order */
	/* Why it is not proven that runs that come to no changed block do the same; NULL: they do. */
	const char *doubt;
};

/* Reads both versions; an error destroys CHANGE. */
struct error *change_read(struct change *change, const char *const programs[2]) MUST_CHECK;

/* Finds from where the first program of DIFFERENCE, which is SIDE's, may come to what has changed. */
void change_set_reach(struct change *change, struct side *side,
		      const struct difference *difference);

/* Finds distances to what has changed, and what runs are to watch. */
void change_complete(struct change *change);

/* Finds the changed blocks of the IR. */
void change_watch(struct change *change, unsigned version);

/* Writes the lines of blocks that are seen. */
void change_print_seen(FILE *file, const struct side *side);

/* Looks at the files PROGRAMS for reasons to doubt. */
void change_doubt_find(struct change *change, const char *const programs[2]);

#endif
