/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The checkpoint: a file beside the store with the mutants that were checked, so that an
 * interrupted check can go on (doc/FORMATS.md has the fields). The first line has a hash of what
 * was checked. Then each mutant has a record: an empty line, a line of fields for each cell, and a
 * line for the mutant. The last field of each is a sum, the one before it a text, which may be
 * empty.
 *
 *	remt-verify 2 7f2a91c3d05be864
 *
 *	cell	3f0c5a9be112	tests/a	3	2	4	exit 1	9c0d13f7be62a504
 *	mutant	3f0c5a9be112	1		5b1e88a2d07c4f61
 *
 * A mutant counts as checked if it does not compile, or if all its cells in the sample were
 * compared with the verdicts that are stored now. Commands, compiler, tests and sources must be the
 * same.
 */
#ifndef VERIFY_CHECKPOINT_H
#define VERIFY_CHECKPOINT_H

#include "common/attr.h"
#include "common/error.h"
#include "verify/sample.h"
#include "verify/verify.h"

/*
 * Reads the file PATH into SAMPLE if it belongs to the same check; else makes the file anew. *RET
 * is a descriptor to append to, which the caller closes.
 */
struct error *verify_checkpoint_open(const char *path, const struct verify_opts *opts,
				     struct verify_sample *sample, int *ret) MUST_CHECK;
/* Appends the result of MUTANT. A mutant that could not be checked is not written. */
struct error *verify_checkpoint_add(int fd, const struct verify_sample *sample,
				    const struct verify_mutant *mutant) MUST_CHECK;

#endif
