/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The upper layer: what runs have written, in the upper directory of an overlay or in the directory
 * for temporary files.
 */
#ifndef RUNNER_SANDBOX_UPPER_LAYER_H
#define RUNNER_SANDBOX_UPPER_LAYER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"

/*
 * Fills the empty directory TO with the content of FROM: files, links, and the marks by which an
 * overlay knows removed names, with times, owners, modes and attributes, and in the order in which
 * a tmpfs lists them. ERROR_UNUSABLE if FROM holds too much, or what can't be copied: sockets,
 * pipes, files with several names.
 */
struct error *upper_layer_copy(int from, int to) MUST_CHECK;

/* A file that a run has changed, and when. */
struct upper_layer_change {
	struct timespec time;
	uint64_t name; /* hash of its path */
};

/* The digest of what runs have written, for comparison. */
struct upper_layer_digest {
	struct timespec start; /* start of the run */
	VEC(struct upper_layer_change) changes;
	unsigned nr_added, depth;
	uint64_t sum;
};

/*
 * Begins a digest. A file that changed at START or later was changed by the run; the digest leaves
 * the exact time out.
 */
void upper_layer_digest_begin(struct upper_layer_digest *digest, const struct timespec *start);
/*
 * Adds the directory FROM and all below it: names, kinds, owners, modes, links, attributes and
 * bytes. A time counts if a program set it, or if it is older than the run. False if something
 * can't be read.
 */
bool upper_layer_digest_add(struct upper_layer_digest *digest, int from) MUST_CHECK;
/*
 * Ends DIGEST and returns a hash of all that was added and of the order in which the run changed
 * its files.
 */
uint64_t upper_layer_digest_take(struct upper_layer_digest *digest);

#endif
