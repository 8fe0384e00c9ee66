/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Isomorphism identification: Algorithm 1 of "Isomorphic Regression Testing" (Zhang et al., FSE
 * 2016). It pairs functions of the same file, name and parameters, then functions that have moved.
 * From the entries of such a pair both graphs are walked together as long as the nodes read the
 * same. A branch in such a node is one branch of both versions.
 *
 *	fill `inventory`, `branches` and `subjects` of both sides
 *	isomorphism_find()
 *	… questions …
 *	isomorphism_deinit()
 */
#ifndef ISO_ISOMORPHISM_H
#define ISO_ISOMORPHISM_H

#include "common/slots.h"
#include "graph/difference.h"
#include "graph/mutants.h"
#include "iso/branch.h"
#include "runner/inventory/version.h"

/* A version: its program, its branches, and how the numbers of both belong together. */
struct isomorphism_side {
	struct version version;
	const struct inventory *inventory; /* borrowed */
	const struct branches *branches;   /* borrowed */
	struct subject *const *subjects;   /* compiled files of the version; borrowed */
	size_t nr_subjects; /* number of `subjects`; 0: the version was built with the plugin */
	/* by site of the program: index of its branch; BRANCH_NONE: the site is no branch */
	uint32_t *branch_of_site;
	struct slots units; /* by uid: number of the unit in the program */
};

/* A branch that both versions have. */
struct isomorphism_pair {
	uint32_t old, new; /* index in the branches of either version */
};

struct isomorphism {
	struct names *names;
	struct isomorphism_side old, new;
	/* the difference of how the code reads; it pairs the branches */
	struct difference difference;
	/*
	 * The difference of what the code does, with values and layouts. The directories in which
	 * the versions were built do not count.
	 */
	struct difference changes;
	bool changes_code; /* Some node of the new version is changed. */
	/*
	 * Public data has changed or was added, or another definition of a public function is used.
	 * No node tells of that.
	 */
	bool changes_public_data;
	struct mutants_map sites; /* which old site each new site is, by `difference` */
	/* all isomorphic branches, in the order of the new version's branches */
	VEC(struct isomorphism_pair) pairs;
};

/*
 * Reads the site tables in both build directories, or takes the charts of the subjects, and fills
 * RET. The inventories, branches and subjects in RET must be set before, and outlive it. The
 * caller gives RET to isomorphism_deinit() in any case.
 */
struct error *isomorphism_find(const char *old_directory, const char *new_directory,
			       struct isomorphism *ret) MUST_CHECK;
/*
 * Returns the number in the side's program of the site that has the number SITE in the side's
 * inventory; PROGRAM_NONE if the program does not have it. Both numbers count over all units.
 */
uint32_t isomorphism_site(const struct isomorphism_side *side, uint32_t site);
/* Returns the node of the site's first mark; PROGRAM_NONE if the site has none. */
uint32_t isomorphism_block(const struct isomorphism_side *side, uint32_t program_site);

void isomorphism_deinit(struct isomorphism *isomorphism);

#endif
