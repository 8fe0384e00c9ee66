/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a test wrote unmutated, byte by byte, and how the output of another run agrees with it. */
#ifndef RUNNER_JOB_EXPECTATION_H
#define RUNNER_JOB_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/attr.h"
#include "common/error.h"

/* Longer ones are not kept: each worker holds one, and the runner those of all tests. */
#define EXPECTATION_MAX_BYTES ((size_t)1 << 20)

struct expectation {
	const char *data;
	size_t size;
	uint64_t hash; /* XXH64, as in struct job_result */
};

enum output_match {
	OUTPUT_SAME = 0,    /* or nothing is expected */
	OUTPUT_SHORTER = 1, /* it ends before the expected one does, and agrees so far */
	OUTPUT_OTHER = 2,   /* whatever is still written, it won't become the same */
};

/* Reads the file PATH; *RET, for expectation_destroy(): NULL if it is longer than is kept. */
struct error *expectation_read(const char *path, struct expectation **ret) MUST_CHECK;
void expectation_destroy(struct expectation *expectation);

/*
 * Compares all that the file FD holds now.  *AT is where they part, or where the file ends; the
 * caller says in it how many bytes are known to agree.  What can't be read is missing.
 */
enum output_match expectation_compare(const struct expectation *expectation, int fd, uint64_t *at);

#endif
