/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which inputs terms are about. What was found out is kept, as the same conditions are asked again and again. */
#ifndef TERM_SUPPORT_H
#define TERM_SUPPORT_H

#include "common/slots.h"
#include "common/vec.h"
#include "term/evaluate.h"

#define SUPPORT_NONE UINT32_MAX	      /* about no input */
#define SUPPORT_MANY (UINT32_MAX - 1) /* about several */

struct support {
	uint32_t *inputs; /* ascending, each once */
	size_t number;
};

/*
 * Terms have few supports beside their number, as each one has those of its operands. So equal supports are one list, and
 * what was found out of two lists is known of all terms whose operands have these.
 */
struct supports {
	const struct terms *terms;
	VEC(uint32_t) single; /* by term: its only input, SUPPORT_NONE or SUPPORT_MANY */
	VEC(struct support) lists;
	VEC(uint32_t) next;    /* by list: the next one with the same hash, or SLOTS_NONE */
	VEC(uint32_t) list_of; /* by term: the index of its list and 1; 0: it is not known yet */
	VEC(uint32_t) stack;   /* terms that are looked at */
	struct slots by_hash;  /* the first list */
	struct slots unions;   /* of two lists: the list */
	size_t nr_stored;      /* numbers in all lists */
};

/* TERMS may grow later. */
void supports_init(struct supports *supports, const struct terms *terms);
void supports_deinit(struct supports *supports);

/* Returns the only input of TERM, SUPPORT_NONE or SUPPORT_MANY. */
uint32_t supports_single(struct supports *supports, uint32_t term);

/* Returns all inputs of TERM, until the next call. EVALUATOR is for a walk. */
struct support supports_of(struct supports *supports, struct evaluator *evaluator, uint32_t term);

#endif
