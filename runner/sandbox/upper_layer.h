/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has written: the upper directory of an overlay, or its directory for temporary
 * files. */
#ifndef RUNNER_SANDBOX_UPPER_LAYER_H
#define RUNNER_SANDBOX_UPPER_LAYER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/*
 * Fills the empty directory TO with what is in FROM: files, links, and the marks by which an
 * overlay knows what was removed; with times of change, owners, modes and attributes, and in the
 * order in which a tmpfs lists them.  ERROR_UNUSABLE if there is something that has no copy
 * (sockets, pipes, files with several names) or too much.
 */
struct error *upper_layer_copy(int from, int to) MUST_CHECK;

/* A file that a run has changed, and when. */
struct upper_layer_change {
	struct timespec time;
	uint64_t name; /* hash of its path */
};

/* What runs have written, for comparison. */
struct upper_layer_digest {
	struct timespec start; /* of the run */
	VEC(struct upper_layer_change) changes;
	unsigned nr_added, depth;
	uint64_t sum;
};

/* What is changed from START on was changed by the run, whenever that was. */
void upper_layer_digest_begin(struct upper_layer_digest *digest, const struct timespec *start);
/*
 * Adds what is in the directory FROM: names, kinds, owners, modes, links, attributes, bytes, and
 * times that were set, or are of before the run; the directory's own but for its time.  False if
 * something can't be read.
 */
bool upper_layer_digest_add(struct upper_layer_digest *digest, int from) MUST_CHECK;
/* A hash of all that, and of the order in which the run has changed its files; ends DIGEST. */
uint64_t upper_layer_digest_take(struct upper_layer_digest *digest);

#endif
