/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Columns: the values of a term about one input for each of the 256 values of that. They are kept, so that terms that
 * share parts cost each part once.
 */
#ifndef TERM_COLUMN_H
#define TERM_COLUMN_H

#include "common/slots.h"
#include "common/vec.h"
#include "term/term.h"

#define COLUMN_SIZE 256

struct columns {
	const struct terms *terms;
	size_t max; /* so many are kept, of 2 KB each */
	VEC(uint64_t *) items;
	struct slots by_term; /* the index of its column */
	VEC(uint32_t) stack;
};

/* TERMS may grow later. */
void columns_init(struct columns *columns, const struct terms *terms, size_t max);
void columns_deinit(struct columns *columns);

/*
 * Returns the COLUMN_SIZE values of TERM, which is about one input or none, until the next call. NULL: it has more
 * parts than are kept.
 */
const uint64_t *columns_get(struct columns *columns, uint32_t term);

#endif
