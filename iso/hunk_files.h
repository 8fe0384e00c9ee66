/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which files of the new version hunks are of. */
#ifndef ISO_HUNK_FILES_H
#define ISO_HUNK_FILES_H

#include "iso/hunks.h"
#include "runner/version.h"

/*
 * Fills `path` of all HUNKS: as version_path() has it.  Names may be seen from anywhere, and have
 * one component more in front (the "b/" of git).  ERROR_UNUSABLE for a name that is as good for
 * several files; one that is good for none is of a file that is not compiled.
 */
struct error *hunk_files_find(struct hunks *hunks, const struct version *version) MUST_CHECK;

#endif
