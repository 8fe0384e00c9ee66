/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that takes the place of another one at once: whoever looks sees the old content or the new
 * one, also after a crash.
 *
 * 	successor_open()
 * 	write to `fd`
 * 	successor_commit(), or successor_abandon()
 */
#ifndef COMMON_SUCCESSOR_H
#define COMMON_SUCCESSOR_H

#include <sys/types.h>

#include "common/attr.h"

struct successor {
	char *path;	 /* owned */
	char *temporary; /* owned; a name in the same directory */
	int fd;		 /* of the temporary file, for reading and writing */
};

/* Makes the temporary file beside PATH. Returns an errno or 0. */
int successor_open(const char *path, struct successor *ret) MUST_CHECK;
/*
 * Renames the temporary file to PATH. MODE 0: the mode of the old file, or the usual one. The owner
 * stays if the user may give files away. Returns an errno or 0; after an error nothing has changed,
 * and the successor is still open.
 */
int successor_commit(struct successor *successor, mode_t mode) MUST_CHECK;
/* Removes the temporary file. Does nothing after a commit, or if all bytes are zero. */
void successor_abandon(struct successor *successor);

#endif
