/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies what a run has written: the upper directory of an overlay, or its directory for temporary files. */
#ifndef RUNNER_UPPER_H
#define RUNNER_UPPER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "common/error.h"

/*
 * Fills the empty directory TO with what is in FROM: files, links, and the marks by which an overlay knows what was
 * removed; with the times, owners and modes of all.  ERROR_UNUSABLE if there is something that has no copy (sockets, pipes, files
 * with several names) or too much.
 */
struct error *upper_copy(int from, int to) __attribute__((warn_unused_result));
/*
 * Adds to *SUM a hash of what is in the directory FROM: names, kinds, owners, modes, links, attributes, bytes; of the time of a
 * change after START only that there was one.  Their order makes no difference.  False if something can't be read.
 */
bool upper_digest(int from, const struct timespec *start, uint64_t *sum) __attribute__((warn_unused_result));

#endif
