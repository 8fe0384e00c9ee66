/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Questions of an exploration to the solver. Their answers are inputs of one command's lengths, which stay
 * as near as they can to inputs at hand. No byte of an argument is its end.
 */
#ifndef PATHS_QUESTION_H
#define PATHS_QUESTION_H

#include "paths/agenda.h"
#include "paths/prefix.h"
#include "paths/tree.h"
#include "paths/visit.h"
#include "solver/solver.h"

/* What all questions of an exploration share. Everything is borrowed. */
struct question_context {
	struct terms *terms;
	struct solver *solver;
	const struct prefixes *prefixes;
	uint32_t nr_inputs;
	uint32_t
		nr_arguments; /* bytes of arguments, variables and literals, which come first; none is 0 */
};

/*
 * Asks with EFFORT for inputs that fulfil CONDITIONS, near NEAR. *RET is NULL but for SOLVER_SAT; the caller frees.
 */
enum solver_answer question_ask(const struct question_context *context, enum solver_effort effort,
				const uint32_t *conditions, size_t number,
				const unsigned char *near, unsigned char **ret) MUST_CHECK;

/*
 * Asks for inputs that go the other way at the branch of TASK, with the whole effort if it is hard, and notes the answer in its tree. *RET is NULL but
 * for SOLVER_SAT; the caller frees. What is not new any more is not asked for: SOLVER_UNSAT.
 */
enum solver_answer question_ask_branch(const struct question_context *context,
				       const struct agenda_task *task,
				       unsigned char **ret) MUST_CHECK;

/*
 * Returns the conditions that inputs take both paths of VISIT, *NUMBER of them, with room for another one; the
 * caller frees.
 */
uint32_t *question_of_pair(const struct question_context *context, const struct visit *visit,
			   size_t *number) RETURNS_NONNULL MUST_CHECK;

#endif
