/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What really separates the runs of a worker from the rest of the machine, which may refuse each
 * part.
 */
#ifndef RUNNER_SANDBOX_ISOLATION_H
#define RUNNER_SANDBOX_ISOLATION_H

#include <stdbool.h>

#include "common/attr.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/fence.h"

struct isolation {
	bool has_namespaces; /* processes and mounts have namespaces */
	bool has_view;	     /* files have a view */
	bool is_offline;
	bool has_ipc;	  /* IPC and host name have namespaces */
	bool is_bounded;  /* ids of processes have a last one, where the kernel knows that */
	enum fence fence; /* instead of a view */
};

/*
 * Returns what WISH asked for and is missing, with the consequence, a line each; NULL: nothing.
 * Owned by the caller.
 */
char **isolation_gaps(const struct isolation *isolation, enum contain_wish wish) MUST_CHECK;

#endif
