/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In the place of prover.c where there is no Z3. */
#include "solver/prover.h"

struct prover *prover_create(const struct terms *terms, const struct solver_options *options)
{
	(void)terms;
	(void)options;
	return NULL;
}

void prover_destroy(struct prover *prover)
{
	(void)prover;
}

bool solver_has_prover(void)
{
	return false;
}

enum solver_answer prover_ask(struct prover *prover, struct evaluator *evaluator,
			      const struct group *group, enum prover_way way, unsigned steps,
			      unsigned char *inputs)
{
	(void)prover;
	(void)evaluator;
	(void)group;
	(void)way;
	(void)steps;
	(void)inputs;
	return SOLVER_UNKNOWN;
}

bool prover_has_failed(const struct prover *prover)
{
	(void)prover;
	return true;
}
