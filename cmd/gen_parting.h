/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From where on the branches of a difference's two runs differ. Branches are the same if their functions
 * have one name and what held there reads alike, in the names of the source. Two kinds of others are
 * passed over, and the first one of each is told: a comparison of the same thing with something else
 * that held in both, and a few branches that one version alone has, behind which both go on alike.
 */
#ifndef CMD_GEN_PARTING_H
#define CMD_GEN_PARTING_H

#include "common/strbuf.h"
#include "paths/explorer.h"

/* The IR of both versions. */
struct parting_sources;

/* A branch. All pointers are borrowed from the sources. */
struct parting_branch {
	const char *condition; /* what held there; NULL: the run takes no further branch */
	const char *file, *function;
	uint32_t line;
	uint64_t uid; /* the unit's name */
	size_t nr_subject; /* bytes of the condition in front of what is compared with; 0: no comparison */
};

/* By version. What has no condition on either side was not found. */
struct parting {
	struct parting_branch changed[2]; /* compare one thing with two, and both held */
	struct parting_branch added;	  /* the first one that the new version alone has */
	struct parting_branch removed;	  /* the first one that the old version alone has */
	struct parting_branch parted[2];
};

/* True if SIDES, of a struct parting, were found. */
bool parting_has(const struct parting_branch sides[2]);

/* Makes sources of the two PROGRAMS, which are read when they are needed. */
struct parting_sources *
parting_sources_create(const char *const programs[2]) RETURNS_NONNULL MUST_CHECK;
void parting_sources_destroy(struct parting_sources *sources);

/* Finds where the runs of DIFFERENCE part. What can't be read is not known. */
struct parting parting_find(struct parting_sources *sources, const struct explorer *explorer,
			    const struct difference *difference);

/* Returns a hash of all of PARTING; 0: nothing is known. */
uint64_t parting_hash(const struct parting *parting);

#endif
