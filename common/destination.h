/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An output file that the user has named.
 *
 * destination_close() replaces a regular file, or one that does not exist yet, at once. Until then,
 * and if it fails, the file is as it was. Other names (hard links) of the file keep the old
 * content. Symbolic links are followed, also one that leads to nothing yet. If the directory can't
 * be written, or the file can't be renamed to (a mount), the content is replaced in place. Devices,
 * pipes and the process's own descriptors (/dev/stdout) are written to. A directory is refused.
 *
 * 	destination_open()
 * 	write to `stream`
 * 	destination_close(), or destination_abandon()
 */
#ifndef COMMON_DESTINATION_H
#define COMMON_DESTINATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/successor.h"

struct destination {
	FILE *stream;
	mode_t mode; /* of a regular file; 0: the mode of the old file, or the usual one */

	/* Private. */
	char *name;		    /* as the user wrote it */
	int target;		    /* descriptor that is written in place; -1: none */
	struct successor successor; /* zero bytes: none */
};

struct error *destination_open(const char *name, struct destination *ret) MUST_CHECK;
/*
 * Writes what the stream still holds: for a child process that writes to it, and leaves the end to its
 * parent. The error may be one of an earlier write.
 */
struct error *destination_flush(const struct destination *destination) MUST_CHECK;
/* Ends the output in any case. The error may be one of an earlier write. */
struct error *destination_close(struct destination *destination) MUST_CHECK;
/*
 * Ends the output of a child process, if it was opened: closes it if that IS_COMPLETE and has written to it, and abandons it
 * otherwise.
 */
struct error *destination_settle(struct destination *destination, bool is_complete) MUST_CHECK;
/* Ends the output without a result. Devices and pipes may have got a part of it. */
void destination_abandon(struct destination *destination);
/* Opens, writes and closes. MODE is that of struct destination. */
struct error *destination_write(const char *name, const void *data, size_t size,
				mode_t mode) MUST_CHECK;

#endif
