/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hunks: the lines of the new version that an expected change touches, as a unified diff (of the
 * old version to the new one) or a list of FILE:FIRST-LAST tells them.
 */
#ifndef ISO_HUNKS_H
#define ISO_HUNKS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/* Lines of a file, numbered from 1. */
struct hunk_lines {
	uint32_t first, last;
};

/* A typedef, since two of these in one structure are to be of one type. */
typedef VEC(struct hunk_lines) hunk_ranges;

struct hunk {
	char *name; /* of the file, as it is given; owned */
	char *path; /* the file of the new version that it means (iso/hunk_files.h); NULL: none;
		       owned */
	struct hunk_lines lines; /* with its context */
	/* Those that have changed; where some were taken away, the two beside the gap. */
	hunk_ranges changed;
	/* The same of the old version; a list of lines does not tell it. */
	struct hunk_lines old_lines;
	hunk_ranges old_changed;
	char *text; /* of its lines; NULL: not known; owned */
};

struct hunks {
	VEC(struct hunk) items;
};

/* Reads the file PATH.  RET is to be given to hunks_deinit() in any case. */
struct error *hunks_read(const char *path, struct hunks *ret) MUST_CHECK;
void hunks_deinit(struct hunks *hunks);

/* True if LINES of the file PATH are all in one hunk, and some of them have changed there. */
bool hunks_touch(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/* True if something has changed in LINES, and the first of them is in the same hunk. */
bool hunks_begin(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/* True if LINES of the old version are all in one hunk, which changes some of them; also if the
 * hunks do not tell this. */
bool hunks_replace(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/* True if the text of a hunk mentions the identifier WORD. */
bool hunks_mention(const struct hunks *hunks, const char *word);

#endif
