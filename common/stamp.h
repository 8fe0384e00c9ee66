/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stamps: what the file system says of a file without reading it, by which one that was not touched
 * since is known. As git's index does it.
 */
#ifndef COMMON_STAMP_H
#define COMMON_STAMP_H

#include <stdbool.h>
#include <stdint.h>

/* All zero: there is no such file. Stored: never reorder. */
struct stamp {
	uint64_t device, inode, mode, size;
	int64_t modified_ns, changed_ns; /* since 1970 */
	int64_t is_settled; /* 0: it had changed so shortly before that it may change again without
			       another time; or it is a link, or can't be looked at */
};

/* A time, since 1970, that no file has yet and that each file changed from now on will reach: waits
 * for the next tick of the clock that files go by. */
int64_t stamp_begin(void);

void stamp_take(const char *path, struct stamp *ret);
/* False: PATH may have changed since STAMP was taken of it. */
bool stamp_holds(const struct stamp *stamp, const char *path);

#endif
