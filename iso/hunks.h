/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hunks: the lines of the new version that an expected change touches. They come from a unified
 * diff of the old version to the new one, or from a list of lines:
 *
 *	@@ -12,3 +12,4 @@
 *	src/a.c:12-14
 *
 *	hunks_read()
 *	hunk_files_find()	(iso/hunk_files.h)
 *	… hunks_touch() and the other questions …
 *	hunks_deinit()
 */
#ifndef ISO_HUNKS_H
#define ISO_HUNKS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/* Lines of a file from `first` to `last`, both included, numbered from 1. */
struct hunk_lines {
	uint32_t first, last;
};

/* This is a typedef because two ranges in one structure must have the same type. */
typedef VEC(struct hunk_lines) hunk_ranges;

struct hunk {
	char *name; /* name of the file as the input has it; owned */
	/* the file of the new version that `name` means (iso/hunk_files.h); NULL: none; owned */
	char *path;
	struct hunk_lines lines; /* lines of the new version, with the context of the hunk */
	/*
	 * Lines of the new version that have changed. Where lines were only removed, the two lines
	 * beside the gap.
	 */
	hunk_ranges changed;
	/*
	 * The lines of the old version and those of them that have changed, by the same rules. Zero
	 * and empty if the input is a list of lines.
	 */
	struct hunk_lines old_lines;
	hunk_ranges old_changed;
	/* The hunk's head and lines as the diff has them; NULL: the input is a list; owned. */
	char *text;
};

struct hunks {
	VEC(struct hunk) items;
};

/*
 * Reads the unified diff or list of lines in the file PATH. The caller gives RET to hunks_deinit()
 * in any case. ERROR_UNUSABLE if the file is neither, or has no hunk.
 */
struct error *hunks_read(const char *path, struct hunks *ret) MUST_CHECK;
void hunks_deinit(struct hunks *hunks);

/*
 * True if one hunk contains the first and the last of LINES of the file PATH, and has changed some
 * line from the first to the last.
 */
bool hunks_touch(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/* True if one hunk contains the first of LINES of the file PATH, and has changed some of LINES. */
bool hunks_begin(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/*
 * True if one hunk contains the first and the last of LINES of the old version, and changes some of
 * them. Also returns true if a hunk comes from a list, which tells nothing of the old version.
 */
bool hunks_replace(const struct hunks *hunks, const char *path, struct hunk_lines lines);
/* True if the text of a hunk has the identifier WORD. */
bool hunks_mention(const struct hunks *hunks, const char *word);

#endif
