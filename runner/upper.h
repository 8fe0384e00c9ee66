/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies what a run has written: the upper directory of an overlay, or its directory for temporary files. */
#ifndef RUNNER_UPPER_H
#define RUNNER_UPPER_H

#include "common/error.h"

/*
 * Fills the empty directory TO with what is in FROM: files, links, and the marks by which an overlay knows what was
 * removed; with the times, owners and modes of all.  ERROR_UNUSABLE if there is something that has no copy (sockets, pipes, files
 * with several names) or too much.
 */
struct error *upper_copy(int from, int to) __attribute__((warn_unused_result));

#endif
