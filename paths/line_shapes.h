/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines by their shapes: what is left when words become one letter and numbers one digit. In most texts few shapes
 * have nearly all lines, prose or statements; a line that is chosen by its shape first is of any construct with equal
 * chance, however seldom texts use it.
 */
#ifndef PATHS_LINE_SHAPES_H
#define PATHS_LINE_SHAPES_H

#include <stddef.h>
#include <stdint.h>

#include "common/slots.h"
#include "common/vec.h"

enum { LINE_SHAPES_KEPT = 16 }; /* lines of a shape */

/* The lines of a text from one on; borrowed. */
struct line_shapes_rest {
	const char *bytes;
	size_t size;
};

struct line_shape {
	struct line_shapes_rest kept[LINE_SHAPES_KEPT];
	size_t nr_kept;
	size_t nr_lines; /* that were added; of those beyond the kept ones each takes the place of one */
};

/* Zero bytes are none. */
struct line_shapes {
	VEC(struct line_shape) items;
	struct slots known; /* by hash of the shape: index */
};

/* Adds all lines of the SIZE bytes at BYTES, which are borrowed; a last one without its end is none. */
void line_shapes_add(struct line_shapes *shapes, const char *bytes, size_t size);

/*
 * Returns the number of bytes of 1 to LIMIT lines that follow each other, from a line of a shape by chance on, and puts
 * these into *RET; 0: there are none. STATE is a seed of common/random.h.
 */
size_t line_shapes_pick(const struct line_shapes *shapes, size_t limit, uint64_t *state,
			const char **ret);

void line_shapes_deinit(struct line_shapes *shapes);

#endif
