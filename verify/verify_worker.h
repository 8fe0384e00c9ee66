/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A verify worker: a process with a built copy of the project, which checks one mutant after the
 * other. It shares the sample as it was at the fork.
 *
 *	verify_worker_start()
 *	worker → caller   READY             once, after the unmutated tests
 *	caller → worker   request
 *	worker → caller   CELL …, MUTANT    the mutant is done
 *	verify_worker_stop()
 *
 * FAILED may come in place of READY, or if the worker has died: the worker is at its end, and
 * `detail` says why.
 */
#ifndef VERIFY_WORKER_H
#define VERIFY_WORKER_H

#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "verify/copy.h"
#include "verify/sample.h"

#define VERIFY_DETAIL_SIZE 240

enum verify_worker_mode {
	VERIFY_WORKER_PLAIN,	/* checks every cell against the stored verdict */
	VERIFY_WORKER_SANITIZE, /* runs a cell that differs in a copy built with sanitizers */
	VERIFY_WORKER_VALGRIND, /* runs a cell that differs under valgrind */
	VERIFY_NR_WORKER_MODES
};

struct verify_worker_opts {
	enum verify_worker_mode mode;
	const char *copy;      /* the worker's built copy */
	const char *reference; /* another built copy, which stays as it was built */
	const char *scratch;   /* existing directory of this worker, outside the root */
	const char *runtime;   /* run-time that is preloaded, as in the campaign; it is idle here */
	const struct verify_build *build;
	const struct verify_sample *sample;
};

#define VERIFY_ALL_CELLS UINT32_MAX

/* A request: a mutant, by its index in the sample, and one of its cells or VERIFY_ALL_CELLS. */
struct verify_request {
	uint32_t mutant, cell;
};

enum verify_worker_message_type {
	VERIFY_WORKER_READY = 1,
	VERIFY_WORKER_CELL = 2,
	VERIFY_WORKER_MUTANT = 3,
	VERIFY_WORKER_FAILED = 4,
};

struct verify_worker_message {
	uint32_t type; /* enum verify_worker_message_type */
	uint32_t mutant, cell;
	uint32_t verdict; /* CELL of a plain worker: the verdict that was found */
	uint32_t outcome; /* enum verify_outcome; PENDING: the sanitizer has found nothing */
	char detail[VERIFY_DETAIL_SIZE];
};

struct verify_worker {
	pid_t pid;
	int fd; /* SOCK_SEQPACKET */
};

/*
 * Forks a verify worker, which has its own copy of OPTS and of all that OPTS points to. The caller
 * gives RET to verify_worker_stop().
 */
struct error *verify_worker_start(const struct verify_worker_opts *opts,
				  struct verify_worker *ret) MUST_CHECK;
/* Sends REQUEST to a worker that is idle. */
struct error *verify_worker_submit(const struct verify_worker *worker,
				   const struct verify_request *request) MUST_CHECK;
/* Waits for a message. If the worker is gone, the message is FAILED. */
void verify_worker_receive(const struct verify_worker *worker, struct verify_worker_message *ret);
/* Kills the worker and all that it has started. */
void verify_worker_stop(struct verify_worker *worker);

#endif
