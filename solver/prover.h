/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Z3: the stage that can say no. */
#ifndef SOLVER_PROVER_H
#define SOLVER_PROVER_H

#include "solver/group.h"
#include "solver/solver.h"

struct prover;

/* NULL: remt was built without Z3. */
struct prover *prover_create(const struct terms *terms,
			     const struct solver_options *options) MUST_CHECK;
void prover_destroy(struct prover *prover);

/* How Z3 works: with terms, which is fast where few of them matter; or with all bits at once, which takes less memory. */
enum prover_way { PROVER_BY_TERMS, PROVER_BY_BITS };

/*
 * Decides whether GROUP can be fulfilled within STEPS of Z3's own. After SOLVER_SAT the group's INPUTS
 * are what Z3 says.
 */
enum solver_answer prover_ask(struct prover *prover, struct evaluator *evaluator,
			      const struct group *group, enum prover_way way, unsigned steps,
			      unsigned char *inputs) MUST_CHECK;

/* True if the last question stayed unknown for want of memory or time. */
bool prover_has_failed(const struct prover *prover);

#endif
