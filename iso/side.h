/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A side: one of the versions that are compared. It has the build, the tests, and the ways that
 * the tests go without any negation.
 *
 *	side_open()	finds the tests, runs each alone, and learns ways and checks
 *	… variant_run_all() (iso/variant.h) …
 *	side_close()
 */
#ifndef ISO_SIDE_H
#define ISO_SIDE_H

#include "iso/branch.h"
#include "iso/side_checks.h"
#include "iso/side_split.h"
#include "runner/campaign/campaign.h"

struct side {
	const char *label;     /* "old", "new", or the kind of a witness; borrowed */
	const char *directory; /* absolute, links resolved; borrowed */
	/* the directory `.remt` of the version, whose files are no inputs of tests; owned */
	char *store;
	struct campaign_opts opts;
	struct events events;	    /* the caller's events, with `label` before each message */
	const struct events *outer; /* the caller's events; borrowed */
	struct campaign *campaign;  /* NULL: it could not be opened; owned */
	bool with_mutants;	    /* Mutants that are no branches are wanted, too. */
	/* The build has mutants of branches, whether the filters want them or not. */
	bool has_branches;
	struct branches branches;
	/* directories of build and sources, inner ones first; NULL-terminated; borrowed */
	char *directories[3];
	struct side_checks checks;
	struct side_split split;
	/*
	 * by test: processor time in microseconds of a run without negations that is traced; 0: not
	 * known
	 */
	uint64_t *traced_us;
	/* By test: enum branch_way bits of each branch. NULL: the test takes no part. */
	uint8_t **ways;
};

/*
 * Finds the tests behind the command of OPTS and runs each of them alone. The command runs in
 * DIRECTORY, whatever directory OPTS has.
 *
 * OPTS is copied; what it points to, LABEL, DIRECTORY and EVENTS must outlive SIDE. SIDE must not
 * be moved. The caller gives it to side_close() in any case.
 */
struct error *side_open(struct side *side, const char *label, const char *directory,
			const struct campaign_opts *opts, bool with_mutants,
			const struct events *events) MUST_CHECK;
void side_close(struct side *side);

/* Returns the index of the test NAME, if it takes part; UINT32_MAX if there is no such test. */
uint32_t side_find_test(const struct side *side, const char *name);

#endif
