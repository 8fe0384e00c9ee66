/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stage: the copies and verify workers of one mode, and the requests that wait for them. Nothing
 * is built before the first request.
 *
 *	verify_stage_init()
 *	verify_stage_add() …		at any time
 *	verify_stage_advance()		starts what can be started
 *	… poll the workers; verify_stage_receive() …
 *	verify_stage_give_up()		if the stage fails
 *	verify_stage_deinit()
 */
#ifndef VERIFY_STAGE_H
#define VERIFY_STAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "common/vec.h"
#include "verify/verify.h"
#include "verify/verify_worker.h"

#define VERIFY_NR_WORKERS_MAX  16
#define VERIFY_WORKER_IDLE     SIZE_MAX
#define VERIFY_WORKER_STARTING (SIZE_MAX - 1)

struct verify_stage {
	const struct verify_opts *opts;
	struct verify_sample *sample;
	const char *phase;
	enum verify_worker_mode mode;
	bool is_enabled, is_started;
	char **words; /* environment of the build commands; strv */
	struct verify_build build;
	char *reference; /* the copy that stays as it was built; owned */
	pid_t maker;	 /* pid of the process that makes the copies; 0: none */
	char *failure;	 /* file in which that process says why it has failed; owned */
	unsigned nr_workers;
	struct verify_worker workers[VERIFY_NR_WORKERS_MAX];
	struct verify_worker_opts worker_opts_of[VERIFY_NR_WORKERS_MAX];
	/* by worker: index of its request in `queue`, or IDLE, STARTING */
	size_t current[VERIFY_NR_WORKERS_MAX];
	VEC(struct verify_request) queue;
	size_t nr_taken; /* number of requests of `queue` that workers have been given */
};

/*
 * Prepares a stage, which is enabled. The environment of the build is that of the process, with
 * CC, CFLAGS and what the mode needs.
 */
void verify_stage_init(struct verify_stage *stage, const struct verify_opts *opts,
		       struct verify_sample *sample, enum verify_worker_mode mode);
/* Stops the workers, and the process that makes copies, and frees all. */
void verify_stage_deinit(struct verify_stage *stage);

/* Appends REQUEST to the queue. */
void verify_stage_add(struct verify_stage *stage, struct verify_request request);
/*
 * Begins to build the copies if there are requests, starts the workers when the copies are there,
 * and gives idle workers requests. It never waits.
 */
struct error *verify_stage_advance(struct verify_stage *stage) MUST_CHECK;
/*
 * Reads the message of a worker whose socket is readable. After MUTANT, *REQUEST is the request
 * that it answers.
 */
void verify_stage_receive(struct verify_stage *stage, unsigned worker,
			  struct verify_worker_message *ret, struct verify_request *request);
/*
 * Stops and disables the stage. *RET has the requests that were not answered, owned by the caller;
 * the function returns their number.
 */
size_t verify_stage_give_up(struct verify_stage *stage, struct verify_request **ret);

#endif
