/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What really separates the runs of a worker from the rest of the machine, which may refuse
 * each. */
#ifndef RUNNER_SANDBOX_ISOLATION_H
#define RUNNER_SANDBOX_ISOLATION_H

#include <stdbool.h>

#include "common/attr.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/fence.h"

struct isolation {
	bool has_namespaces; /* for processes and mounts */
	bool has_view;	     /* of the files */
	bool is_offline;
	bool has_ipc;	  /* and a host name */
	enum fence fence; /* where there is no view */
};

/* What WISH asked for and is missing, with what that means, a line each; NULL: nothing.  Owned by
 * the caller. */
char **isolation_gaps(const struct isolation *isolation, enum contain_wish wish) MUST_CHECK;

#endif
