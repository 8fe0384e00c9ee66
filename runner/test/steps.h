/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows the results of a TAP test while it runs, so that the first failed result can end the run.
 */
#ifndef RUNNER_TEST_STEPS_H
#define RUNNER_TEST_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "runner/test/test.h"

struct steps {
	uint64_t at; /* bytes of the output that were read */
	bool has_failed;
	bool is_over; /* no later line can change the result */
};

/*
 * Reads FD on, up to the end of its last whole line, unless TEST speaks no TAP or is expected to
 * fail.
 */
void steps_read(struct steps *steps, const struct test *test, int fd);

#endif
