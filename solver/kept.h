/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What Z3 said is kept by the caller of the solver (struct solver_keeper), as whole questions: a group of
 * conditions with all terms that these are made of, numbered as they come. Two groups with the same bytes
 * are the same conditions, whatever process made them.
 */
#ifndef SOLVER_KEPT_H
#define SOLVER_KEPT_H

#include "solver/group.h"
#include "solver/solver.h"

/*
 * Looks for the answer to GROUP; false: it is not kept, or what is kept does not fulfil it. After SOLVER_SAT INPUTS
 * fulfil GROUP, else they are as they were.
 */
bool kept_recall(const struct solver_keeper *keeper, struct evaluator *evaluator,
		 const struct group *group, enum solver_answer *answer,
		 unsigned char *inputs) MUST_CHECK;

/* Has ANSWER kept; after SOLVER_SAT INPUTS fulfil GROUP. */
void kept_add(const struct solver_keeper *keeper, struct evaluator *evaluator,
	      const struct group *group, enum solver_answer answer, const unsigned char *inputs);

#endif
