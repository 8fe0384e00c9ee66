/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Isomorphism identification: Algorithm 1 of "Isomorphic Regression Testing".  The graphs of
 * functions of the same file, name and parameters (then of moved ones) are walked together from
 * their entries as long as the nodes read the same; a branch in such a node is one branch of both
 * versions.
 */
#ifndef ISO_ISOMORPHISM_H
#define ISO_ISOMORPHISM_H

#include "common/slots.h"
#include "graph/difference.h"
#include "graph/mutants.h"
#include "iso/branch.h"
#include "runner/version.h"

/* A version: what was built, and what its tests load of that. */
struct isomorphism_side {
	struct version version;
	const struct inventory *inventory; /* borrowed */
	const struct branches *branches;   /* borrowed */
	struct subject *const *subjects;   /* of compiled files; borrowed */
	size_t nr_subjects;		   /* 0: it was built with the plugin */
	uint32_t *branch_of_site;	   /* by site of the program; BRANCH_NONE */
	struct slots units;		   /* by uid: unit of the program */
};

/* A branch of both versions. */
struct isomorphism_pair {
	uint32_t old, new; /* branches */
};

struct isomorphism {
	struct names *names;
	struct isomorphism_side old, new;
	struct difference difference; /* by what is read */
	struct difference changes;    /* by what is done: of values and layouts, too, but for the
					 directories that they were built in */
	bool changes_code;	      /* some node of the new version is changed */
	bool changes_public_data;     /* what others see by its name, too, which no node tells of */
	struct mutants_map sites;
	VEC(struct isomorphism_pair) pairs; /* in the order of the new version's branches */
};

/*
 * Reads both build directories, or the charts of what lies there.  RET is to be given to
 * isomorphism_deinit() in any case; the inventories, branches and subjects, already in RET, outlive
 * it.
 */
struct error *isomorphism_find(const char *old_directory, const char *new_directory,
			       struct isomorphism *ret) MUST_CHECK;
/* Site of the side's program for the site SITE of its inventory, numbers over all units;
 * PROGRAM_NONE: the program does not have it. */
uint32_t isomorphism_site(const struct isomorphism_side *side, uint32_t site);
/* The function that a site of the side's program is in. */
uint32_t isomorphism_function(const struct isomorphism_side *side, uint32_t program_site);
/* The node of its first mark; PROGRAM_NONE. */
uint32_t isomorphism_block(const struct isomorphism_side *side, uint32_t program_site);

void isomorphism_deinit(struct isomorphism *isomorphism);

#endif
