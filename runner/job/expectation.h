/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The unmutated output of a test, byte by byte, and how the output of another run agrees with it.
 */
#ifndef RUNNER_JOB_EXPECTATION_H
#define RUNNER_JOB_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/* A longer output is not kept, since each worker holds one, and the runner those of all tests. */
#define EXPECTATION_MAX_BYTES ((size_t)1 << 20)

struct expectation {
	const char *data;
	size_t size;
	uint64_t hash; /* XXH64, as in struct job_result */
};

enum output_match {
	OUTPUT_SAME = 0,    /* equal, or nothing is expected */
	OUTPUT_SHORTER = 1, /* it ends early and agrees so far */
	OUTPUT_OTHER = 2,   /* it differs, whatever is still written */
};

/*
 * Reads the file PATH. *RET is for expectation_destroy(); NULL if the file is too long to be kept.
 */
struct error *expectation_read(const char *path, struct expectation **ret) MUST_CHECK;
void expectation_destroy(struct expectation *expectation);

/*
 * Compares what the file FD holds now. The caller puts into *AT how many bytes are known to agree;
 * on return *AT is where the two part, or where the file ends. A byte that can't be read is
 * missing.
 */
enum output_match expectation_compare(const struct expectation *expectation, int fd, uint64_t *at);

#endif
