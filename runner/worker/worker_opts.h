/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all runs of a worker have in common. */
#ifndef RUNNER_WORKER_WORKER_OPTS_H
#define RUNNER_WORKER_WORKER_OPTS_H

#include "rewriter/subject/subject.h"
#include "runner/input/named.h"
#include "runner/job/entered_set.h"
#include "runner/sandbox/contain.h"

struct worker_opts {
	/* Existing private directory on tmpfs, for session, coverage and outputs. */
	const char *scratch;
	const char *runtime;  /* path of the run-time library to preload */
	const char *variants; /* variants file (include/remt/variants.h); NULL: none */
	/* the subjects of `variants`; NULL: none of them is statically linked */
	const struct subject_list *subjects;
	/*
	 * Tree that tests may write into, which each run sees through a fresh overlay; NULL: no
	 * view.
	 */
	const char *view_root;
	enum contain_wish wish;
	/* The caller's sets, which receive those that results name; NULL: not wanted. */
	struct entered_sets *entered;
	struct named_sets *named;      /* likewise, of the files that runs name */
	const struct modules *modules; /* needed for `named` */
	unsigned nr_workers;	       /* that share the memory for files; 0: only this one */
};

#endif
