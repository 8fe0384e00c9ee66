/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stamps: what the file system tells of a file without reading it. A file whose stamp still holds
 * was not touched, as in git's index.
 */
#ifndef COMMON_STAMP_H
#define COMMON_STAMP_H

#include <stdbool.h>
#include <stdint.h>

/*
 * All but is_settled are zero if the file is missing or can't be looked at. Stored: never reorder.
 */
struct stamp {
	uint64_t device, inode, mode, size;
	int64_t modified_ns, changed_ns; /* nanoseconds since 1970 */
	/*
	 * 0: the stamp never holds. The file had just changed, and might change again within the
	 * same tick; or it is a link; or it can't be looked at. A missing file has 1.
	 */
	int64_t is_settled;
};

/*
 * Returns a time in nanoseconds since 1970. Waits for the next tick of the clock that files go by.
 * So files whose stamps have this time as `changed_ns`, or a later one, were changed after the
 * call, and no others were.
 */
int64_t stamp_begin(void);

void stamp_take(const char *path, struct stamp *ret);
/* False: PATH may have changed since STAMP was taken of it. */
bool stamp_holds(const struct stamp *stamp, const char *path);

#endif
