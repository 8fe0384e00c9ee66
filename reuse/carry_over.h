/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Carries over the verdicts of an earlier run to the cells of a campaign.
 *
 * 	carry_over_cells()	after campaign_plan()
 * 	audit_check()		after the run (reuse/audit.h)
 * 	carry_over_deinit()
 */
#ifndef REUSE_CARRY_OVER_H
#define REUSE_CARRY_OVER_H

#include "common/attr.h"
#include "reuse/audit.h"
#include "runner/campaign/campaign.h"

struct carry_over_opts {
	const char *base; /* directory of the store with the base: the runs to take verdicts from */
	/* only runs of sources at this commit, if the base has any; NULL: all runs */
	const char *commit;
	unsigned audit; /* percent of the verdicts that hold whose cells are run nevertheless */
};

struct carry_over {
	int64_t run; /* the newest run that verdicts were taken from; 0: none */
	/* The campaign was resumed and has verdicts of its own: nothing was done. */
	bool is_resumed;
	char *started;		      /* when `run` was started; owned */
	bool is_other_commit;	      /* the base had no run of `commit`, so all runs were taken */
	uint64_t spent_ms;	      /* milliseconds that the comparison of the versions took */
	uint64_t nr_held;	      /* cells that were carried over, from all runs together */
	uint64_t nr_before, nr_after; /* cells of `run`, by enum judge_verdict */
	uint64_t nr_refused;	      /* cells of refused tests */
	/* Cells whose mutated runs alone named a file that has changed. */
	uint64_t nr_file;
	/* Cells of which it is not known what files their runs named. */
	uint64_t nr_unseen;
	char **files; /* the changed files that only mutated runs named; as `refusals` */
	/*
	 * Cells whose mutants have no counterpart in the new version, or are not reached any more.
	 */
	uint64_t nr_gone;
	char **refusals; /* "test NAME: why", NULL-terminated; NULL: none; owned */
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
