/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The blocks of twins (rewriter/twins.h). */
#ifndef REWRITER_TWINS_BLOCKS_H
#define REWRITER_TWINS_BLOCKS_H

#include "rewriter/twins.h"

/* Fills TWIN, of which the functions are known.  IS_OPEN: functions without twins count as the
 * same, if both have none. */
void twins_match(const struct twins *twins, bool is_open, struct twin *twin);

/* What functions instruction AT of partners number WHICH refers to; false: there is no such
 * instruction. */
bool twins_called(const struct twins *twins, const struct twin *twin, size_t which, uint32_t at,
		  uint32_t *ret_old, uint32_t *ret_new);

#endif
