/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scratch directory of a campaign, for sessions, coverage files and outputs; on tmpfs if there
 * is one. Its owner locks it, so that the next campaign can remove what a killed one left. A pid
 * would not do: owners in different containers may share the tmpfs.
 */
#ifndef RUNNER_SANDBOX_SCRATCH_H
#define RUNNER_SANDBOX_SCRATCH_H

#include "common/attr.h"
#include "common/error.h"

struct scratch {
	char *path; /* NULL: none */
	int lock;   /* descriptor that holds the lock */
};

struct error *scratch_create(struct scratch *ret) MUST_CHECK;
/*
 * The same in DIRECTORY, under the name PREFIX, the pid and a suffix; removes those of the same prefix whose owners were
 * killed. ERROR_UNUSABLE if none can be made.
 */
struct error *scratch_create_in(const char *directory, const char *prefix,
				struct scratch *ret) MUST_CHECK;
/* Removes the directory with all that it holds; a zeroed SCRATCH is allowed. */
void scratch_destroy(struct scratch *scratch);

#endif
