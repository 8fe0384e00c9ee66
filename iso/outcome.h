/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Outcomes: what the runs of a variant in both versions came to. An outcome can be packed into
 * bytes, which the journal keeps.
 */
#ifndef ISO_OUTCOME_H
#define ISO_OUTCOME_H

#include "common/strbuf.h"
#include "iso/cause.h"
#include "iso/observation.h"

struct outcome {
	char *problem;	      /* why the runs have no usable result; NULL: they have one; owned */
	observed_set visible; /* the outputs that were compared */
	/* The variant crashed or met a limit, in each version in which it was run. */
	bool is_broken;
	/* The variant met a limit, in each version in which it was run; it is broken, too. */
	bool is_endless;
	bool is_unstable; /* Runs of one version differ among themselves. */
	/*
	 * The variant executed no changed code in the new version. The old version, in which it
	 * was not run, does the same.
	 */
	bool is_untouched;
	/*
	 * Ways that each version went, as in struct side; owned. ways_old is NULL if it is not
	 * known, ways_new only if there is a problem.
	 */
	uint8_t *ways_old, *ways_new;
	uint32_t nr_runs; /* number of runs of each version that agree, if the versions differ */
	/*
	 * Outputs in which the versions differ, in all runs in the same way. Only if this is not
	 * empty, the fields below are filled.
	 */
	observed_set differing;
	struct observation seen_old, seen_new; /* what the versions did, in normal form */
	struct cause cause;
};

/* Upper bounds of the numbers in an outcome. */
struct outcome_scope {
	size_t nr_old, nr_new; /* numbers of branches of both versions */
	/* numbers of nodes and functions of the new version's program */
	uint32_t nr_blocks, nr_functions;
};

void outcome_deinit(struct outcome *outcome);

/* Appends OUTCOME, which must have no problem, to RET as bytes. */
void outcome_pack(const struct outcome *outcome, const struct outcome_scope *scope,
		  struct strbuf *ret);
/*
 * Reads an outcome from the SIZE bytes of DATA. Returns false if they are not an outcome within
 * SCOPE. The caller gives RET to outcome_deinit() in any case.
 */
bool outcome_unpack(const void *data, size_t size, const struct outcome_scope *scope,
		    struct outcome *ret) MUST_CHECK;

#endif
