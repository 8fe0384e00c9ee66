/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts a test's command. */
#ifndef RUNNER_WORKER_CHILD_H
#define RUNNER_WORKER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"
#include "runner/trace/follow.h"
#include "runner/worker/listener.h"

struct child_opts {
	char *const *argv;
	char *const *environ; /* whole environment; its PATH finds argv[0] */
	const char *directory;
	int fds[3];    /* become 0, 1, 2 */
	int server_fd; /* becomes REMT_SERVER_FD; -1: none */
	bool has_random_addresses;
	struct follow *follow;	   /* traces it from its exec on; NULL: nobody does */
	struct listener *listener; /* listens to it; NULL: nobody does */
	bool die_with_parent;	   /* where no PID namespace ends it with the worker */
};

/*
 * Starts the process in a session of its own, with no signal blocked; *RET is its pid. An error
 * says what kept it from executing argv[0]; no process is left then.
 */
struct error *child_start(const struct child_opts *opts, pid_t *ret) MUST_CHECK;

#endif
