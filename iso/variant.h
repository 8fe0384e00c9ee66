/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants of one version: the program with some conditions negated, run by one test.
 *
 *	fill the first part of each struct variant_run
 *	variant_run_all()	fills the rest
 *	variant_run_deinit()	for each run
 */
#ifndef ISO_VARIANT_H
#define ISO_VARIANT_H

#include "iso/observation.h"
#include "iso/side.h"

enum { VARIANT_PATIENCE = 4 /* time scale of runs that must not meet a limit by chance */ };

struct variant_run {
	uint32_t test;		  /* index in the tests of the side */
	const uint32_t *branches; /* branches of the side that are negated; borrowed */
	uint32_t nr_branches;
	uint32_t mutant; /* a mutant that is switched on, too; BRANCH_NONE: none */
	/*
	 * 0: addresses and environment as mutants have them; else others, which depend on the
	 * number
	 */
	uint32_t probe;
	bool traces; /* The run is traced: it tells its ways and its coverage. */
	/*
	 * RECORD: conditions that fail become exempt; GO_ON: all checks are recorded, to be
	 * compared
	 */
	enum remt_checks_mode checks;
	unsigned scale; /* factor of the time limits, at least 1 */
	/*
	 * The run has less than the time of scale 1. If it meets a limit and that matters, it is
	 * repeated.
	 */
	bool is_hasty;

	/* Filled by variant_run_all(): */
	struct observation seen;
	/* Ways that the negated program went, as in struct side; NULL: not known; owned. */
	uint8_t *ways;
	struct coverage coverage; /* coverage, if the run is traced; owned */
};

/*
 * Runs COUNT variants on the worker pool of SIDE, as many at a time as the pool has workers. After
 * a cancellation the runs that were left have no results.
 */
struct error *variant_run_all(struct side *side, struct variant_run *runs, size_t count) MUST_CHECK;
void variant_run_deinit(struct variant_run *run);

#endif
