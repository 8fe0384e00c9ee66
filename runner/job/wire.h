/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What goes over the socket between the caller and a worker process: both are the
 * same program, so structures travel as they are, followed by what they point to.
 */
#ifndef RUNNER_JOB_WIRE_H
#define RUNNER_JOB_WIRE_H

#include <stdbool.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/strbuf.h"
#include "runner/job/entered_set.h"
#include "runner/job/job.h"

/* Answers to a result that others of the same job follow. */
enum wire_answer { WIRE_GO_ON = 'g', WIRE_STOP = 's' };

/* A job as the worker process holds it. */
struct wire_job {
	struct job job;	  /* test, expected, on, items: into this structure; the file names: NULL */
	struct test test; /* argv, directory, environ, input only */
	struct expectation expected;
	char *memory;	      /* owned */
	const char *identity; /* bytes that are equal for equal tests; in memory */
	size_t identity_size;
};

/* Puts JOB's message at the end of BUFFER. */
void wire_encode_job(const struct job *job, struct strbuf *buffer);
/* Blocks until a whole job is there; false: the other end is gone. */
bool wire_receive_job(int fd, struct wire_job *ret) MUST_CHECK;
void wire_job_deinit(struct wire_job *job);

/* What results name by its hash, for one end; NULL: it is not wanted. */
struct wire_sets {
	struct entered_sets *entered;
	struct named_sets *named;
};

/* RESULT with what it names, unless SETS, all of which are there, say that the caller has it. */
bool wire_send_result(int fd, struct job_result *result, const struct wire_sets *sets) MUST_CHECK;
bool wire_receive_result(int fd, struct job_result *ret, const struct wire_sets *sets) MUST_CHECK;

/* Writes or reads exactly SIZE bytes; false: the other end is gone. */
bool wire_send(int fd, const void *data, size_t size) MUST_CHECK;
bool wire_receive(int fd, void *data, size_t size) MUST_CHECK;

#endif
