/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Windows: instructions that make room for a jump to a detour (rewriter/detour.h).  Control comes
 * to the first of them alone, and each does the same in another place.
 */
#ifndef REWRITER_WINDOW_H
#define REWRITER_WINDOW_H

#include "common/attr.h"
#include "rewriter/body.h"
#include "rewriter/flow.h"

struct window {
	uint64_t address;
	uint32_t size; /* bytes */
};

/* Why there is no place for the jump. */
enum window_refusal {
	WINDOW_FITS,
	WINDOW_FLOW,   /* it is not known where in the function control may come to */
	WINDOW_TARGET, /* control comes to what would be displaced, other than from before */
	WINDOW_FIXED,  /* what would be displaced does something else in another place */
	NR_WINDOW_REFUSALS
};

/* A function in which places are looked for. */
struct window_search {
	const struct binary *binary;
	const struct flows *flows;
	struct machine *machine;
	uint32_t function;
	const struct body *body; /* of it */
};

/* RET: the instructions that would be displaced for a variant of instruction AT of the body. */
enum window_refusal window_find(const struct window_search *search, size_t at, struct window *ret);

/* "it is not known where in the function control may come to" */
const char *window_describe(enum window_refusal refusal) RETURNS_NONNULL;

#endif
