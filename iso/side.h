/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One of the two versions: its build, its tests, and which ways these go without any negation.
 */
#ifndef ISO_SIDE_H
#define ISO_SIDE_H

#include "iso/branch.h"
#include "iso/side_checks.h"
#include "iso/side_split.h"
#include "runner/campaign.h"

struct side {
	const char *label;     /* "old", "new" */
	const char *directory; /* absolute, links resolved; borrowed */
	char *store; /* where `remt run` keeps its results, which are no input of tests; owned */
	struct campaign_opts opts;
	struct events events; /* those of the caller, with the label */
	const struct events *outer;
	struct campaign campaign;
	bool with_mutants; /* mutants that are no branches are wanted, too */
	bool has_branches; /* the build has some, wanted or not */
	struct branches branches;
	char *directories[3]; /* of build and sources, inner ones first; NULL-terminated; borrowed
			       */
	struct side_checks checks;
	struct side_split split;
	uint64_t *traced_us; /* by test: processor time of a run without negations whose ways are
				traced; 0: not known */
	uint8_t **ways; /* by test: enum branch_way bits of each branch; NULL: the test takes no
			   part */
};

/*
 * Finds the tests behind the command of OPTS, whose directory is set to DIRECTORY, and runs each
 * alone.  OPTS may go, DIRECTORY and EVENTS outlive SIDE; SIDE stays where it is, and is to be
 * given to side_close() in any case.
 */
struct error *side_open(struct side *side, const char *label, const char *directory,
			const struct campaign_opts *opts, bool with_mutants,
			const struct events *events) MUST_CHECK;
void side_close(struct side *side);

/* Index of the test NAME that takes part; UINT32_MAX: there is none. */
uint32_t side_find_test(const struct side *side, const char *name);

#endif
