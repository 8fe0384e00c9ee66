/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Domains: which of the 256 values an input may have, as far as conditions on it alone say. All are tried, so that
 * a domain is no estimate. (Node consistency: Mackworth, Consistency in Networks of Relations, 1977.)
 */
#ifndef SOLVER_DOMAIN_H
#define SOLVER_DOMAIN_H

#include <stdbool.h>

#include "common/deadline.h"
#include "solver/answer.h"
#include "solver/group.h"
#include "term/support.h"

struct domain {
	uint64_t bits[4]; /* bit v % 64 of bits[v / 64]: the value v is allowed */
};

static inline bool domain_has(const struct domain *domain, unsigned value)
{
	return domain->bits[value / 64] >> value % 64 & 1;
}

/* Returns the allowed value that comes next after VALUE, round about. One must be. */
unsigned char domain_next(const struct domain *domain, unsigned char value);

/* What was found out about conditions on one input. */
struct domains;

/* SUPPORTS and DEADLINE are borrowed: then nothing more is found out; NULL: there is none. */
struct domains *domains_create(const struct terms *terms, struct supports *supports,
			       const struct deadline *deadline) RETURNS_NONNULL MUST_CHECK;
/* NULL is allowed. */
void domains_destroy(struct domains *domains);

/*
 * A group without the conditions that follow from others on the same input, and the domains of its inputs. Conditions are
 * ascending.
 */
struct narrowed {
	struct group group;
	struct domain *allowed; /* by the index in group.inputs */
	bool is_empty;		/* one has no value left: the group can't be fulfilled */
	size_t nr_joint;	/* conditions on several inputs, or too large to be tabled */
};

/* Narrows GROUP: what is left says the same. Without DOMAINS (NULL) all is left, and all values are allowed. */
void domains_narrow(struct domains *domains, const struct group *group, struct narrowed *ret);
void narrowed_deinit(struct narrowed *narrowed);
#define _cleanup_narrowed_ _cleanup_(narrowed_deinit)

/*
 * Decides what is left, if its inputs have so few values that all can be tried, else SOLVER_UNKNOWN. After SOLVER_SAT
 * INPUTS fulfil it, as far as possible with the values at hand, else they are as they were.
 */
enum solver_answer narrowed_decide(const struct narrowed *narrowed, struct evaluator *evaluator,
				   unsigned char *inputs) MUST_CHECK;

#endif
