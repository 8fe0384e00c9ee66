/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The expected change as a list of hunks. The hunks explain a difference if all changed code that
 * the variant may have executed has changed in them.
 */
#ifndef ISO_EXPECTED_H
#define ISO_EXPECTED_H

#include "iso/explore.h"
#include "iso/hunks.h"

/*
 * Fills the accounts of all findings of EXPLORE. hunk_files_find() must have found the files of
 * HUNKS before.
 */
void expected_judge(const struct hunks *hunks, struct explore *explore);

#endif
