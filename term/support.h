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

struct supports {
	const struct terms *terms;
	VEC(uint32_t) single; /* by term: its only input, SUPPORT_NONE or SUPPORT_MANY */
	VEC(struct support) lists;
	struct slots by_term; /* the index of its list */
};

/* TERMS may grow later. */
void supports_init(struct supports *supports, const struct terms *terms);
void supports_deinit(struct supports *supports);

/* Returns the only input of TERM, SUPPORT_NONE or SUPPORT_MANY. */
uint32_t supports_single(struct supports *supports, uint32_t term);

/* Returns all inputs of TERM, until the next call. EVALUATOR is for a walk. */
struct support supports_of(struct supports *supports, struct evaluator *evaluator, uint32_t term);

#endif
