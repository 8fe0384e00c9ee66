/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a branch asks, in the names of the source (ir/structure/expression.h): "age >= 30",
 * "*argv[1] == 'a'". For people: not to be compiled.
 */
#ifndef IR_STRUCTURE_BRANCH_H
#define IR_STRUCTURE_BRANCH_H

#include "common/strbuf.h"
#include "ir/structure/uses.h"

struct ir_branch {
	/* bytes in front of the right operand: branches that have them in common ask of one thing */
	size_t nr_subject;
	bool has_gaps; /* a part is written as "...": other branches may read alike */
};

/*
 * Adds what held where the end of BLOCK went WAY, as the path of a run has it (remt/path.h): of an
 * IF, 1 that its condition held, 0 that it did not; of a SWITCH, 2 i + 1 that the value was in case
 * i, 2 i that it was not. Nothing is added for ends that do not branch, and for other ways. USES
 * are FUNCTION's.
 */
struct ir_branch ir_branch_text(struct strbuf *out, const struct ir_function *function,
				const struct ir_uses *uses, uint32_t block, uint32_t way);

#endif
