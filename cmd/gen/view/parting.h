/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From where on the branches of a difference's two runs differ. Branches are the same if their functions
 * have one name and what held there reads alike, in the names of the source. Two kinds of others are
 * passed over, and the first one of each is told: a comparison of the same thing with something else
 * that held in both, and a few branches that one version alone has, behind which both go on alike.
 *
 * What is also found in runs that did the same, of bystanders, is harmless. The first of all these that is not
 * harmless is the cause: where what differs began, as far as branches tell (spectra of paths: Reps, Ball, Das and
 * Larus, ESEC/FSE 1997).
 */
#ifndef CMD_GEN_VIEW_PARTING_H
#define CMD_GEN_VIEW_PARTING_H

#include "common/strbuf.h"
#include "paths/search.h"

/* The IR of both versions. */
struct parting_sources;

/* A branch. All pointers are borrowed from the sources. */
struct parting_branch {
	const char *condition; /* what held there; NULL: the run takes no further branch */
	const char *file, *function;
	uint32_t line;
	uint64_t uid; /* the unit's name */
	size_t nr_subject; /* bytes of the condition in front of what is compared with; 0: no comparison */
	bool is_changed; /* it is at the end of changed code */
};

/* By version. What has no condition on either side was not found. */
struct parting {
	struct parting_branch changed[2]; /* compare one thing with two, and both held */
	struct parting_branch added;	  /* the first one that the new version alone has */
	struct parting_branch removed;	  /* the first one that the old version alone has */
	struct parting_branch parted[2];
	struct parting_branch
		cause[2]; /* one of these, or a later one; the other version may have none */
};

/* True if SIDES, of a struct parting, were found. */
bool parting_has(const struct parting_branch sides[2]);

/* Makes sources of the two PROGRAMS, which are read when they are needed; CHANGE is between them, NULL: it is not known. */
struct parting_sources *
parting_sources_create(const char *const programs[2],
		       const struct change *change) RETURNS_NONNULL MUST_CHECK;
void parting_sources_destroy(struct parting_sources *sources);

/* Finds what is harmless, from the bystanders of SEARCH; before parting_find(). */
void parting_learn(struct parting_sources *sources, const struct search *search);

/* Finds where the runs of DIFFERENCE part. What can't be read is not known. */
struct parting parting_find(struct parting_sources *sources, const struct explorer *explorer,
			    const struct difference *difference);

/* Returns a hash of the place of the cause: that of changed code, if there is any; 0: it is not known. */
uint64_t parting_hash(const struct parting *parting);

#endif
