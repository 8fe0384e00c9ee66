/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settles the cells of a campaign that an earlier run has decided. */
#ifndef REUSE_SETTLE_H
#define REUSE_SETTLE_H

#include "common/attr.h"
#include "reuse/audit.h"
#include "runner/campaign.h"

struct settle_opts {
	const char *base;   /* directory of the store whose last runs are taken */
	const char *commit; /* only those of sources as of that, if there are some; NULL: any */
	unsigned audit;	    /* percent of the verdicts that hold: run all the same */
};

struct settle {
	int64_t run;	 /* the last of those that verdicts were taken from; 0: there is none */
	bool is_resumed; /* the campaign has verdicts of its own already: nothing was done */
	char *started;	 /* of that; owned */
	bool is_other_commit;	      /* there was none of the commit: the last ones were taken */
	uint64_t spent_ms;	      /* for comparing the versions */
	uint64_t nr_held;	      /* cells, of all runs together */
	uint64_t nr_before, nr_after; /* cells by enum judge_verdict, of `run` */
	uint64_t nr_refused;	      /* of refused tests */
	uint64_t nr_file;	      /* of which only mutated runs named a file that has changed */
	uint64_t nr_unseen;	      /* of which it is not known what their runs named */
	char **files; /* that only mutated runs name, and that have changed; as refusals */
	uint64_t nr_gone; /* of mutants that are others now, or are not reached any more */
	char **refusals; /* "test NAME: why", NULL-terminated; NULL: none; owned */
	struct audit audit;
};

/*
 * After campaign_plan(), of the last finished run of the base and of those that were begun since. A
 * resumed campaign that did it before does nothing. ERROR_UNUSABLE if the base is no store or
 * damaged, or its verdicts are of no use for this campaign.
 */
struct error *settle_cells(struct campaign *campaign, const struct settle_opts *opts,
			   struct settle *ret) MUST_CHECK;
void settle_deinit(struct settle *settle);

#endif
