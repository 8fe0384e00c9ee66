/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes of `remt gen --jobs` that make runs beside each other (paths/lane.h). */
#ifndef CMD_GEN_EXPLORE_LANES_H
#define CMD_GEN_EXPLORE_LANES_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "common/error.h"
#include "paths/lane.h"

struct gen_lanes {
	struct lanes *lanes; /* NULL: there are none */
	pid_t pids[LANES_MOST];
	unsigned number;
	bool has_warned;
};

/* What is the same for all of them; borrowed. */
struct gen_lanes_opts {
	const char *directory; /* where programs run */
	const char *scratch;   /* with the subdirectory `view` */
	const char *evaluator;
	const char *const *programs;		/* by version */
	const char *const *recordings;		/* the same */
	const volatile sig_atomic_t *cancelled; /* not 0: runs end */
	unsigned nr_jobs;			/* at the same time, those of the search included */
};

/* Starts them; 1 job needs none. RET is to be closed in any case. */
struct error *gen_lanes_start(const struct gen_lanes_opts *opts, struct gen_lanes *ret) MUST_CHECK;
/* In their parent, after the exploring process was forked: that alone has their sockets then, and sees them end. */
void gen_lanes_leave(struct gen_lanes *lanes);
/* Warns once if some were lost. */
void gen_lanes_warn(struct gen_lanes *lanes);
/* Ends them, and all that they run. */
void gen_lanes_close(struct gen_lanes *lanes);

#endif
