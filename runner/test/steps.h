/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of a test that tells of each (TAP), while it runs: one that fails decides. */
#ifndef RUNNER_TEST_STEPS_H
#define RUNNER_TEST_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/test/test.h"

struct steps {
	uint64_t at; /* bytes of the output that were read */
	bool has_failed;
	bool is_over; /* nothing that follows says more */
};

/* Reads on, up to the end of the last whole line in the file FD. */
void steps_read(struct steps *steps, const struct test *test, int fd);

#endif
