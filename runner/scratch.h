/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scratch directory: sessions, coverage files and outputs of a campaign,
 * on tmpfs where there is one.  Its name holds the pid of its owner, so what
 * a killed campaign left behind is removed by the next one.
 */
#ifndef RUNNER_SCRATCH_H
#define RUNNER_SCRATCH_H

#include "common/attr.h"
#include "common/error.h"

/* Makes a new one; its path is owned by the caller. */
struct error *scratch_create(char **ret) MUST_CHECK;
/* Removes it with all that it holds and frees PATH; NULL is allowed. */
void scratch_destroy(char *path);

#endif
