/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out which file of the new version each hunk belongs to. */
#ifndef ISO_HUNK_FILES_H
#define ISO_HUNK_FILES_H

#include "iso/hunks.h"
#include "runner/inventory/version.h"

/*
 * Fills `path` of all HUNKS with the name that version_path() gives the file. The name in a hunk
 * may be relative to any directory, and may have one component more in front (the "b/" of git).
 * `path` becomes NULL if the name fits no compiled file. ERROR_UNUSABLE if a name fits several
 * files equally well.
 */
struct error *hunk_files_find(struct hunks *hunks, const struct version *version) MUST_CHECK;

#endif
