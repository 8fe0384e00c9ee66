/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Portraits of functions: what their instructions are, and what they refer to, without where in the
 * binary that is.  Those of two builds of the same source are the same.
 */
#ifndef REWRITER_PORTRAIT_H
#define REWRITER_PORTRAIT_H

#include "common/vec.h"
#include "rewriter/flow.h"

/* What an instruction refers to, and its text does not tell in full; bits. */
enum feature_data {
	FEATURE_VARIABLES = 1, /* which are written to: their first values */
	FEATURE_CONSTANTS = 2,
};

/* An instruction. */
struct feature {
	uint64_t text;	   /* hash of it, and of what it refers to, unless that is a function */
	uint32_t function; /* it refers to, of the binary; UINT32_MAX: to none */
	bool is_condition; /* it is a conditional jump */
	uint8_t data;	   /* enum feature_data */
};

struct portrait {
	VEC(struct feature) features; /* by instruction; none if its bytes are none */
	uint64_t alone;		      /* hash of all and of the blocks, without functions */
	uint64_t hash;		      /* also with what these are */
	bool is_stub;		      /* the linker made it, to call functions elsewhere */
};

/* A binary with the portraits of all its functions. */
struct gallery {
	const struct binary *binary; /* borrowed, as is the next */
	const struct flows *flows;
	struct portrait *portraits; /* by function */
};

/* RET is to be given to gallery_deinit().  HAS_NAMES: variables are known by their symbols. */
void gallery_fill(const struct binary *binary, const struct flows *flows, struct machine *machine,
		  bool has_names, struct gallery *ret);
void gallery_deinit(struct gallery *gallery);

#endif
