/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the tests of a version check: recorded in the units that belong to the tests, where a test
 * goes on behind what fails.
 */
#ifndef ISO_SIDE_CHECKS_H
#define ISO_SIDE_CHECKS_H

#include "common/vec.h"
#include "runner/checks.h"

struct side;

struct side_checks {
	VEC(uint64_t) units; /* of the tests; by uid */
	VEC(struct remt_exempt) exempt; /* conditions that fail in tests that pass: no checks */
};

/* Finds the units, and by one run of each test what is exempt. */
struct error *side_checks_find(struct side *side) MUST_CHECK;
void side_checks_deinit(struct side_checks *checks);

/* What a worker is to do in MODE.  Borrows from SIDE. */
struct checks_job side_checks_job(const struct side *side, enum remt_checks_mode mode);

/* What fails by the records in DATA is exempt from now on. */
void side_exempt(struct side *side, const char *data, size_t size);

/* The records as text, a line each; owned by the caller. */
char *side_describe_checks(const char *data, size_t size) RETURNS_NONNULL MUST_CHECK;

#endif
