/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the runs of a variant came to, in both versions; it can be packed, to be kept. */
#ifndef ISO_OUTCOME_H
#define ISO_OUTCOME_H

#include "common/strbuf.h"
#include "iso/cause.h"
#include "iso/observation.h"

struct outcome {
	char *problem;			       /* why runs say nothing; NULL: they do; owned */
	observed_set visible;		       /* what was looked at */
	bool is_broken; /* crashed or did not end, in both, or where it was run */
	bool is_endless;		       /* met a limit, in both: broken, too */
	bool is_unstable;		       /* the runs of a version differ among themselves */
	bool is_untouched; /* executed nothing changed in the new version: the old one, where it was
			      not run, does the same */
	uint8_t *ways_old, *ways_new;	       /* as in struct side; NULL: not known, of
				       the new version only with a problem; owned */
	uint32_t nr_runs;		       /* of each version, if these differ: that agree */
	observed_set differing;		       /* in all runs, in the same way; then: */
	struct observation seen_old, seen_new; /* in normal form */
	struct cause cause;
};

/* What an outcome is about: numbers are below these. */
struct outcome_scope {
	size_t nr_old, nr_new;		  /* branches */
	uint32_t nr_blocks, nr_functions; /* of the new version's program */
};

void outcome_deinit(struct outcome *outcome);

/* Adds OUTCOME, which has no problem, to RET. */
void outcome_pack(const struct outcome *outcome, const struct outcome_scope *scope,
		  struct strbuf *ret);
/* The reverse; false: the SIZE bytes of DATA are none.  RET is to be given to outcome_deinit() in
 * any case. */
bool outcome_unpack(const void *data, size_t size, const struct outcome_scope *scope,
		    struct outcome *ret) MUST_CHECK;

#endif
