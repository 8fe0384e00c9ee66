/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flow of control in the functions of a binary: their basic blocks, and the tables by which
 * switches jump.
 */
#ifndef REWRITER_FLOW_H
#define REWRITER_FLOW_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/binary.h"
#include "rewriter/machine.h"

#define FLOW_OUTSIDE UINT32_MAX /* instead of the index of a block: out of the function */

/* Why it is not known where in a function control may come to. */
enum flow_fault {
	FLOW_SOUND,
	FLOW_BYTES,    /* bytes that are no instruction: data among the code */
	FLOW_OVERLAP,  /* a jump leads into the middle of an instruction */
	FLOW_COMPUTED, /* a computed jump whose targets are not known */
	FLOW_LANDINGS, /* the places where exceptions are caught are not known */
	NR_FLOW_FAULTS
};

/* Instructions that are executed one after the other: control comes to the first one alone. */
struct block {
	uint64_t address, size;
	uint64_t last;		       /* address of the last instruction */
	uint32_t first, count;	       /* instructions, as indexes into the body */
	uint32_t first_edge, nr_edges; /* of a condition: where it holds, where it does not */
	bool is_entered;	       /* also from elsewhere, or by exceptions */
	bool is_target; /* something comes there other than from the instruction before */
};

/* A table of addresses, or distances, that a computed jump goes to. */
struct jump_table {
	uint64_t jump; /* address of that */
	struct spot spot;
	uint32_t nr_entries, width; /* bytes of each */
	bool is_relative;	    /* distances, from BASE */
	struct spot base;
	uint32_t first_target;
};

struct flow {
	enum flow_fault fault;
	VEC(struct block) blocks; /* by address; none if its bytes are no instructions */
	VEC(uint32_t) edges;	  /* to blocks, by index, or FLOW_OUTSIDE */
	VEC(struct jump_table) tables;
	VEC(struct spot) targets; /* of the tables, entry by entry */
};

struct flows {
	struct flow *items; /* by function */
	uint32_t count;
	bool *returns;		   /* by function: it may come back */
	VEC(struct spot) entries;  /* sorted: where functions are entered but at their beginning */
	VEC(struct spot) landings; /* sorted: those of exceptions */
	VEC(struct spot) taken;	   /* sorted: whose addresses are in the code or the data */
	bool has_landings;	   /* they are known */
};

/*
 * Finds the flow of all functions; RET is to be given to flows_deinit() in any case.  On an error
 * about the places where exceptions are caught all else is there.
 */
struct error *flows_find(const struct binary *binary, struct machine *machine,
			 struct flows *ret) MUST_CHECK;
void flows_deinit(struct flows *flows);

/* True if the address of something is taken among the SIZE bytes at SPOT. */
bool flows_take(const struct flows *flows, struct spot spot, uint64_t size);

/* The index of the block of FLOW that has the byte at ADDRESS; FLOW_OUTSIDE: none. */
uint32_t flow_find_block(const struct flow *flow, uint64_t address);

/* "data among the code" */
const char *flow_describe(enum flow_fault fault) RETURNS_NONNULL;

#endif
