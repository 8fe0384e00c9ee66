/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where the two runs of a difference part: the first branches that were answered in two ways, or that
 * only one run has. Branches are the same if their functions have one name and they ask the same, in
 * the names of the source. A few branches that one version alone has are passed over if both read
 * alike behind them; so are branches that ask something else in the new version, if both runs went the
 * same way there. The first of these is told, too.
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
};

/* By version. What has no condition on either side was not found. */
struct parting {
	struct parting_branch changed[2]; /* ask something else, and were answered alike */
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

#endif
