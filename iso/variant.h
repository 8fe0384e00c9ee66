/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Variants of one version: the program with some conditions negated, run by one test.
 */
#ifndef ISO_VARIANT_H
#define ISO_VARIANT_H

#include "iso/observation.h"
#include "iso/side.h"

enum { VARIANT_PATIENCE = 4 /* scale of runs that are not to meet a limit by chance */ };

/* A run of a variant. */
struct variant_run {
	uint32_t test;		  /* of the side */
	const uint32_t *branches; /* of the side, negated; borrowed */
	uint32_t nr_branches;
	uint32_t mutant; /* that is on, too; BRANCH_NONE: none */
	uint32_t probe;	 /* 0: as mutants are run; else with other addresses and environment */
	bool traces;	 /* tells the ways that it goes */
	enum remt_checks_mode checks; /* RECORD: what fails becomes exempt; GO_ON: compared */
	unsigned scale;	 /* of the limits of time; 1 or more */
	bool is_hasty; /* a scale of 1 and less: what meets the limit is run again if it matters */

	/* What came of it: */
	struct observation seen;
	uint8_t *ways; /* as in struct side, of the negated program; NULL: not known; owned */
	struct coverage coverage; /* if it traces */
};

/* Runs all on the crew of SIDE, as many at a time as that has workers.  On cancellation the rest
 * is without results. */
struct error *variant_run_all(struct side *side, struct variant_run *runs, size_t count) MUST_CHECK;
void variant_run_deinit(struct variant_run *run);

#endif
