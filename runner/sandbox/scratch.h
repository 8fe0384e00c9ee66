/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scratch directory: sessions, coverage files and outputs of a campaign,
 * on tmpfs where there is one.  Its owner holds a lock on it, so what a killed campaign left
 * behind is removed by the next one.  A pid would not do for that: owners may be in different
 * containers and share the tmpfs.
 */
#ifndef RUNNER_SANDBOX_SCRATCH_H
#define RUNNER_SANDBOX_SCRATCH_H

#include "common/attr.h"
#include "common/error.h"

struct scratch {
	char *path; /* NULL: none */
	int lock;   /* descriptor */
};

struct error *scratch_create(struct scratch *ret) MUST_CHECK;
/* Removes it with all that it holds; a zeroed one is allowed. */
void scratch_destroy(struct scratch *scratch);

#endif
