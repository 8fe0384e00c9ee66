/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Carries over the verdicts of an earlier run to the cells of a campaign.
 *
 *	carry_over_cells()		after campaign_make_plan()
 *	audit_check()		after the run (reuse/audit.h)
 *	carry_over_deinit()
 */
#ifndef REUSE_CARRY_OVER_H
#define REUSE_CARRY_OVER_H

#include "common/attr.h"
#include "reuse/audit.h"
#include "runner/campaign/campaign.h"

struct carry_over_opts {
	const char *base; /* directory of the store whose last runs are the base */
	/* only runs of sources as of this commit, if there are some; NULL: any */
	const char *commit;
	unsigned audit; /* percent of the verdicts that hold whose cells are run all the same */
};

struct carry_over {
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
	char **files;	  /* that only mutated runs name, and that have changed; as refusals */
	uint64_t nr_gone; /* of mutants that are others now, or are not reached any more */
	char **refusals;  /* "test NAME: why", NULL-terminated; NULL: none; owned */
	struct audit audit;
};

/*
 * Carries over the verdicts that hold, newest run first: from the unfinished runs of the base since
 * the last finished one, and from that. A run that can't be used is passed over. A resumed campaign
 * that did this before does nothing.
 *
 * ERROR_UNUSABLE if the base is no store or damaged, if no run of it can be used for this campaign,
 * or if the campaign allows the network. The caller gives RET to carry_over_deinit().
 */
struct error *carry_over_cells(struct campaign *campaign, const struct carry_over_opts *opts,
			       struct carry_over *ret) MUST_CHECK;
void carry_over_deinit(struct carry_over *carry_over);

#endif
