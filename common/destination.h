/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file that the user has named for remt to write.
 *
 * A regular file, or one that is not there yet, is replaced at once by
 * destination_close(): until then, and if that fails, it is as it was.  Other names
 * (hard links) of the file keep the old content.  Symbolic links are followed,
 * also one that leads to nothing yet.  Where the directory can't be written, or
 * the file can't be renamed to (a mount), its content is replaced in place.
 * Devices, pipes and the process's own descriptors (/dev/stdout) are written
 * through.  A directory is refused.
 *
 *	destination_open()
 *	write to `stream`
 *	destination_close(), or destination_abandon()
 */
#ifndef COMMON_DESTINATION_H
#define COMMON_DESTINATION_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/successor.h"

struct destination {
	FILE *stream;
	mode_t mode; /* of a regular file; 0: that of the file that was there, or of a new one */

	/* Private. */
	char *name;		    /* as the user wrote it */
	int target;		    /* what is written in place; -1: nothing */
	struct successor successor; /* all zero: none */
};

struct error *destination_open(const char *name, struct destination *ret) MUST_CHECK;
/* Ends the output in any case; an error also tells of what was written before. */
struct error *destination_close(struct destination *destination) MUST_CHECK;
/* Ends it without a result, which devices and pipes may have got a part of. */
void destination_abandon(struct destination *destination);
/* All at once; MODE as in struct destination. */
struct error *destination_write(const char *name, const void *data, size_t size,
				mode_t mode) MUST_CHECK;

#endif
