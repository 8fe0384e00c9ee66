/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fingerprints of functions: what their instructions are and what they refer to, without addresses.
 * Two builds of the same source have the same fingerprints.
 *
 *   fingerprints_fill()
 *   … use …
 *   fingerprints_deinit()
 */
#ifndef REWRITER_COMPARE_FINGERPRINT_H
#define REWRITER_COMPARE_FINGERPRINT_H

#include "common/vec.h"
#include "rewriter/flow/flow.h"

/* Bits: what an instruction refers to that its hash does not cover in full. */
enum feature_data {
	/* variables that are written to, of which only the first values are known */
	FEATURE_VARIABLES = 1,
	FEATURE_CONSTANTS = 2,
};

/* The fingerprint of an instruction. */
struct feature {
	uint64_t text;	   /* hash of the instruction and of what it refers to, except functions */
	uint32_t function; /* function of the binary that it refers to; UINT32_MAX: none */
	bool is_condition; /* it is a conditional jump */
	uint8_t data;	   /* enum feature_data */
};

struct fingerprint {
	/* by instruction; none if the bytes of the function are no instructions */
	VEC(struct feature) features;
	uint64_t alone; /* hash of all features and blocks, without the functions they refer to */
	uint64_t hash;	/* hash of the same, with the `alone` of these functions */
	bool is_stub;	/* the linker made the function, to call another file's function */
};

/* The fingerprints of all functions of a binary. */
struct fingerprints {
	const struct binary *binary; /* borrowed, and so are the flows */
	const struct flows *flows;
	struct fingerprint *items; /* by function */
};

/*
 * Takes the fingerprints of all functions. HAS_NAMES: variables are recognised by their symbols.
 * The caller ends RET with fingerprints_deinit().
 */
void fingerprints_fill(const struct binary *binary, const struct flows *flows,
		       struct machine *machine, bool has_names, struct fingerprints *ret);
void fingerprints_deinit(struct fingerprints *fingerprints);

#endif
