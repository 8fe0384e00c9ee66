/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the flow of one function is found (rewriter/flow.h). */
#ifndef REWRITER_FLOW_BUILD_H
#define REWRITER_FLOW_BUILD_H

#include "rewriter/body.h"
#include "rewriter/flow.h"

/* A function while its flow is found. */
struct flow_build {
	const struct binary *binary;
	struct machine *machine;
	const struct flows *flows;
	uint32_t function;
	struct flow *flow;
	struct body body, other;    /* of the function, and of one that a table leads to */
	uint32_t other_function;    /* UINT32_MAX: none */
	uint8_t *marks;		    /* by instruction: FLOW_LEADER … */
	size_t capacity;	    /* of the marks */
	VEC(struct effect) effects; /* by instruction; none yet if there are less */
};

enum {
	FLOW_LEADER = 1,
	FLOW_TARGET = 2,  /* something jumps there */
	FLOW_ENTERED = 4, /* from elsewhere */
};

/* Fills the items of FLOWS, whose entries and landings are known. */
void flow_build_all(const struct binary *binary, struct machine *machine, struct flows *flows);

/* The first of the sorted spots that is not before SPOT, or COUNT. */
size_t flow_find_spot(const struct spot *spots, size_t count, struct spot spot);

/* True if nothing comes to the instruction behind it from it. */
bool flow_build_is_end(const struct flow_build *build, const struct instruction *instruction);
/* Cuts the function into blocks. */
void flow_build_blocks(struct flow_build *build);
/*
 * Finds the tables of the computed jumps, until no more is found, and marks where they lead to.
 * False: there is a computed jump that has none, and does not leave the function.
 */
bool flow_build_tables(struct flow_build *build);

/* True if an instruction of this or of another function begins at SPOT. */
bool flow_build_has(struct flow_build *build, struct spot spot);

#endif
