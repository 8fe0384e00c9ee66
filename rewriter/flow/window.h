/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Windows: instructions that make room for the jump to a detour (rewriter/variant/detour.h).
 * Control enters a window at its first instruction only, and each of its instructions does the same
 * in another place.
 */
#ifndef REWRITER_FLOW_WINDOW_H
#define REWRITER_FLOW_WINDOW_H

#include "common/attr.h"
#include "rewriter/flow/body.h"
#include "rewriter/flow/flow.h"

struct window {
	uint64_t address;
	uint32_t size; /* in bytes */
};

/* Why there is no place for the jump. */
enum window_refusal {
	WINDOW_FITS,
	WINDOW_FLOW, /* it is not known where control may go in the function */
	/*
	 * control enters what would be displaced elsewhere than at its first instruction, or the
	 * next function begins there
	 */
	WINDOW_TARGET,
	WINDOW_FIXED, /* what would be displaced does something else in another place */
	NR_WINDOW_REFUSALS
};

/* The function in which windows are looked for. */
struct window_search {
	const struct binary *binary;
	const struct flows *flows;
	struct machine *machine;
	uint32_t function;
	const struct body *body;
};

/*
 * Finds the instructions that must be displaced for a variant of instruction AT of the body. Fills
 * RET if the result is WINDOW_FITS.
 */
enum window_refusal window_find(const struct window_search *search, size_t at, struct window *ret);

/*
 * Returns a text for messages, such as "it is not known where in the function control may come to".
 */
const char *window_describe(enum window_refusal refusal) RETURNS_NONNULL;

#endif
