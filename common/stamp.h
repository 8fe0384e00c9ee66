/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stamps: what the file system tells of a file without reading it. A file whose stamp still holds
 * was not touched, as in git's index.
 */
#ifndef COMMON_STAMP_H
#define COMMON_STAMP_H

#include <stdbool.h>
#include <stdint.h>

/* Zero bytes: the file does not exist. Stored: never reorder. */
struct stamp {
	uint64_t device, inode, mode, size;
	int64_t modified_ns, changed_ns; /* nanoseconds since 1970 */
	/*
	 * 0: the stamp never holds, since the file had changed so shortly before that it may change
	 * again without another time, or is a link, or can't be looked at.
	 */
	int64_t is_settled;
};

/*
 * Returns a time in nanoseconds since 1970 that no file has yet and that every later change will
 * reach. Waits for the next tick of the clock that files go by.
 */
int64_t stamp_begin(void);

void stamp_take(const char *path, struct stamp *ret);
/* False: PATH may have changed since STAMP was taken of it. */
bool stamp_holds(const struct stamp *stamp, const char *path);

#endif
