/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the flow of one function after the other (rewriter/flow/flow.h). flow_build.c makes blocks
 * and edges; flow_tables.c finds jump tables.
 */
#ifndef REWRITER_FLOW_FLOW_BUILD_H
#define REWRITER_FLOW_FLOW_BUILD_H

#include "rewriter/flow/body.h"
#include "rewriter/flow/flow.h"

/* A function while its flow is found. */
struct flow_build {
	const struct binary *binary;
	struct machine *machine;
	const struct flows *flows;
	uint32_t function;
	struct flow *flow;
	/* bodies of the function, and of another one that a table leads to */
	struct body body, other;
	uint32_t other_function; /* whose body `other` is; UINT32_MAX: none */
	uint8_t *marks;		 /* by instruction: FLOW_LEADER … */
	size_t capacity;	 /* number of elements of marks */
	/* by instruction; incomplete until jump tables are looked for */
	VEC(struct effect) effects;
};

enum {
	FLOW_LEADER = 1,
	FLOW_TARGET = 2,  /* something jumps there */
	FLOW_ENTERED = 4, /* control comes there from elsewhere */
};

/* Fills the items of FLOWS, whose entries and landings are known. */
void flow_build_all(const struct binary *binary, struct machine *machine, struct flows *flows);

/* Returns the index of the first of the sorted spots that is not before SPOT, or COUNT. */
size_t flow_find_spot(const struct spot *spots, size_t count, struct spot spot);

/* Divides the function into blocks. */
void flow_build_blocks(struct flow_build *build);
/*
 * Finds the tables of computed jumps until there are no more, and marks their targets. Returns
 * false if a computed jump has no table and is not known to leave the function.
 */
bool flow_build_tables(struct flow_build *build);

/* True if an instruction of this function, or of another one, begins at SPOT. */
bool flow_build_has(struct flow_build *build, struct spot spot);

#endif
