/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was checked, kept beside the store (doc/FORMATS.md), so that a check
 * that was stopped goes on.  A mutant counts as checked if all cells of the
 * sample were compared with the verdicts that are stored now, by the same
 * commands and of the same sources.
 */
#ifndef VERIFY_KEPT_H
#define VERIFY_KEPT_H

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"
#include "verify/verify.h"

/* Reads PATH into SAMPLE if it is of the same check, else empties it.  *RET: to append to. */
struct error *verify_kept_open(const char *path, const struct verify_opts *opts,
			       struct verify_sample *sample, int *ret) MUST_CHECK;
/* Appends a mutant that is done; one that could not be checked is not kept. */
struct error *verify_kept_add(int fd, const struct verify_sample *sample,
			      const struct verify_mutant *mutant) MUST_CHECK;

#endif
