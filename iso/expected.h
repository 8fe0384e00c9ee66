/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The expected change as a list of hunks: it accounts for a difference if all that has changed, and
 * that the variant may have executed, has changed in these.
 */
#ifndef ISO_EXPECTED_H
#define ISO_EXPECTED_H

#include "iso/explore.h"
#include "iso/hunks.h"

/* Fills the accounts of all findings of EXPLORE.  The files of HUNKS are found. */
void expected_judge(const struct hunks *hunks, struct explore *explore);

#endif
