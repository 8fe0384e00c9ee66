/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flow of control in the functions of a binary: their basic blocks, the edges between these,
 * and the tables by which switches jump.
 *
 *   flows_find()
 *   … use …
 *   flows_deinit()
 */
#ifndef REWRITER_FLOW_FLOW_H
#define REWRITER_FLOW_FLOW_H

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "rewriter/elf/binary.h"
#include "rewriter/machine/machine.h"

#define FLOW_OUTSIDE UINT32_MAX /* in place of a block index: outside the function */

/* Why it is not known where control may go in a function. */
enum flow_fault {
	FLOW_SOUND,
	FLOW_BYTES,    /* some bytes are no instruction: data among the code */
	FLOW_OVERLAP,  /* a jump leads into the middle of an instruction */
	FLOW_COMPUTED, /* the targets of a computed jump are not known */
	FLOW_LANDINGS, /* the places where exceptions are caught are not known */
	NR_FLOW_FAULTS
};

/* Instructions that are executed one after the other. Control enters at the first one only. */
struct block {
	uint64_t address, size;
	uint64_t last;	       /* address of the last instruction */
	uint32_t first, count; /* range of instructions, as indices in the body */
	/* range in edges; of a condition: the target if it holds, then the other one */
	uint32_t first_edge, nr_edges;
	bool is_entered; /* entered from elsewhere as well, or by exceptions */
	bool is_target;	 /* control comes there other than from the instruction before */
};

/* A table of addresses or distances by which a computed jump goes. */
struct jump_table {
	uint64_t jump; /* address of the jump */
	struct spot spot;
	uint32_t nr_entries, width; /* size of an entry in bytes */
	bool is_relative;	    /* the entries are distances from BASE */
	struct spot base;
	uint32_t first_target;
};

struct flow {
	enum flow_fault fault;
	VEC(struct block) blocks; /* sorted by address; none if the bytes are no instructions */
	VEC(uint32_t) edges;	  /* index of the target block, or FLOW_OUTSIDE */
	VEC(struct jump_table) tables;
	VEC(struct spot) targets; /* targets of the tables, entry by entry */
};

struct flows {
	struct flow *items; /* by function */
	uint32_t count;
	bool *returns;		   /* by function: it may return */
	VEC(struct spot) entries;  /* sorted: places inside functions that other functions enter */
	VEC(struct spot) landings; /* sorted: where exceptions are caught */
	/*
	 * Sorted: places inside functions, or in code of no function, whose addresses the code or
	 * the data contains. Direct jumps into code of no function count, too.
	 */
	VEC(struct spot) taken;
	bool has_landings; /* landings is complete */
};

/*
 * Finds the flow of all functions. The caller ends RET with flows_deinit() even after an error. An
 * error means that the places where exceptions are caught are not known; everything else is filled
 * then, too.
 */
struct error *flows_find(const struct binary *binary, struct machine *machine,
			 struct flows *ret) MUST_CHECK;
void flows_deinit(struct flows *flows);

/* True if an address within the SIZE bytes at SPOT is in `taken`. */
bool flows_take(const struct flows *flows, struct spot spot, uint64_t size);

/* Returns the index of the block of FLOW that contains ADDRESS, or FLOW_OUTSIDE. */
uint32_t flow_find_block(const struct flow *flow, uint64_t address);

/* Returns a text for messages, such as "data among the code". */
const char *flow_describe(enum flow_fault fault) RETURNS_NONNULL;

#endif
