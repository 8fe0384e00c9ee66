/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether two accesses to memory may meet. "May" errs on the side of yes; "covers" on the side of no.
 * What pointers may point to is told by the compiler (remt/ir.h, `pointed`). String literals
 * and constant symbols are never written.
 */
#ifndef IR_STRUCTURE_OVERLAP_H
#define IR_STRUCTURE_OVERLAP_H

#include "ir/function.h"

/* True if a write to WRITTEN may change what lies in READ. */
bool ir_may_overlap(const struct ir_function *function, const struct ir_place *written,
		    const struct ir_place *read);

/*
 * True if what CALL leads to may write PLACE, or read what was written there; besides its target and
 * the objects that it passes.
 */
bool ir_may_reach(const struct ir_function *function, const struct ir_call *call,
		  const struct ir_place *place);

/* True if a write to WRITTEN replaces all of what lies in READ, wherever in the function the two are. */
bool ir_covers(const struct ir_function *function, const struct ir_place *written,
	       const struct ir_place *read);

#endif
