/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A new directory for files that are in the way afterwards. */
#ifndef CMD_SCRATCH_DIRECTORY_H
#define CMD_SCRATCH_DIRECTORY_H

#include "common/attr.h"
#include "common/error.h"
#include "runner/sandbox/scratch.h"

/*
 * Makes a directory of our own, "remt-NAME-…", in PARENT (NULL: $TMPDIR or /tmp), so that two of us do not meet, and
 * removes those that killed processes left there. The caller gives RET to scratch_destroy(). ERROR_USAGE if it would lie
 * in the project with the root ROOT (NULL: it may lie anywhere), ERROR_UNUSABLE if it can't be made.
 */
struct error *scratch_directory_make(const char *parent, const char *name, const char *root,
				     struct scratch *ret) MUST_CHECK;

#endif
