/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all runs of a worker have in common. */
#ifndef RUNNER_WORKER_WORKER_OPTS_H
#define RUNNER_WORKER_WORKER_OPTS_H

#include "rewriter/subject/subject.h"
#include "runner/input/named.h"
#include "runner/job/entered_set.h"
#include "runner/sandbox/contain.h"

struct worker_opts {
	const char *
		scratch; /* private directory on tmpfs, existing; the worker puts session, coverage, outputs there */
	const char *runtime;		     /* path of the run-time library to preload */
	const char *variants;		     /* file of include/remt/variants.h; NULL: none */
	const struct subject_list *subjects; /* of which it tells, if one is statically linked */
	const char *
		view_root; /* tree that tests may write into: every run sees it through a fresh overlay; NULL: no view */
	enum contain_wish wish;
	struct entered_sets
		*entered; /* the caller's: gets the sets that results name; NULL: not wanted */
	struct named_sets *named;      /* the same of files that runs name */
	const struct modules *modules; /* where these are wanted */
	unsigned nr_workers;	       /* that share the memory for files; 0: only this one */
};

#endif
