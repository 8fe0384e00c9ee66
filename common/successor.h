/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that takes the place of another one at once: whoever looks sees the old content or the new
 * one, also after a crash. Until the commit the new file has no name, where the file system can do
 * that, so that a process that is killed leaves nothing behind.
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
	char *path;	 /* owned; NULL: nothing is open */
	char *temporary; /* owned; name of the new file, beside PATH; NULL: it has none yet */
	int fd;		 /* of the new file, for reading and writing */
};

/* Makes the new file beside PATH. Returns an errno or 0. */
int successor_open(const char *path, struct successor *ret) MUST_CHECK;
/*
 * Gives the new file the name PATH. MODE 0: the mode of the old file, or the usual one. The new
 * file has the owner of the old one, if the user may give files away; if not, it has no setuid,
 * setgid and sticky bits. Returns an errno or 0; after an error nothing has changed, and the
 * successor is still open.
 */
int successor_commit(struct successor *successor, mode_t mode) MUST_CHECK;
/*
 * Removes the new file and closes `fd`, which a commit closes, too. Does nothing after a commit, or
 * if all bytes of SUCCESSOR are zero.
 */
void successor_abandon(struct successor *successor);

#endif
