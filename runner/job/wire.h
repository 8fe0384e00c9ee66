/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The messages on the socket between a worker process and its caller. Both are the same program, so
 * structures travel as they are, followed by what they point to.
 */
#ifndef RUNNER_JOB_WIRE_H
#define RUNNER_JOB_WIRE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "runner/job/entered_set.h"
#include "runner/job/job.h"

/* The caller's answer to a result that other results of the same job follow. */
enum wire_answer { WIRE_GO_ON = 'g', WIRE_STOP = 's' };

/* A job as the worker process holds it. */
struct wire_job {
	/* test, expected, on and items point into this structure; file names are NULL */
	struct job job;
	struct test test; /* only argv, directory, environ, input */
	struct expectation expected;
	char *memory;	      /* owned */
	const char *identity; /* bytes in `memory` that are equal for equal tests */
	size_t identity_size;
};

/* Appends the message of JOB to BUFFER. */
void wire_encode_job(const struct job *job, struct strbuf *buffer);
/* Blocks until a whole job has arrived; false: the other end is gone. */
bool wire_receive_job(int fd, struct wire_job *ret) MUST_CHECK;
void wire_job_deinit(struct wire_job *job);

/* The sets that results name by hash, at one end; NULL: not wanted. */
struct wire_sets {
	struct entered_sets *entered;
	struct named_sets *named;
};

/*
 * Sends RESULT, followed by the sets it names that the caller does not have yet. Both members of
 * SETS must be there.
 */
bool wire_send_result(int fd, struct job_result *result, const struct wire_sets *sets) MUST_CHECK;
bool wire_receive_result(int fd, struct job_result *ret, const struct wire_sets *sets) MUST_CHECK;

/* Writes or reads exactly SIZE bytes; false: the other end is gone. */
bool wire_send(int fd, const void *data, size_t size) MUST_CHECK;
bool wire_receive(int fd, void *data, size_t size) MUST_CHECK;

#endif
