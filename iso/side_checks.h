/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The checks of a version's tests. They are recorded in the units that belong to the tests. A
 * test goes on behind a check that fails, so that all checks can be compared.
 */
#ifndef ISO_SIDE_CHECKS_H
#define ISO_SIDE_CHECKS_H

#include "common/vec.h"
#include "runner/job/checks.h"

struct side;

struct side_checks {
	VEC(uint64_t) units; /* uids of the units that belong to the tests */
	/* conditions that fail although their test passes, and so are no checks */
	VEC(struct remt_exempt) exempt;
};

/* Finds the units of the tests, then runs each test once to find the exempt conditions. */
struct error *side_checks_find(struct side *side) MUST_CHECK;
void side_checks_deinit(struct side_checks *checks);

/* Returns what a worker is to record in MODE. The result borrows from SIDE. */
struct checks_job side_checks_job(const struct side *side, enum remt_checks_mode mode);

/* Exempts from now on each condition that fails by the records in the SIZE bytes of DATA. */
void side_exempt(struct side *side, const char *data, size_t size);

/* Returns the records in the SIZE bytes of DATA as text, one per line; owned by the caller. */
char *side_describe_checks(const char *data, size_t size) RETURNS_NONNULL MUST_CHECK;

#endif
