/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * System V IPC and POSIX message queues of the worker's own IPC namespace. They outlive the
 * processes of a run and must be gone before the next run.
 */
#ifndef RUNNER_SANDBOX_IPC_H
#define RUNNER_SANDBOX_IPC_H

#include "runner/sandbox/overlay.h"

struct ipc {
	bool is_own;
	struct pristine queues; /* root of the file system of message queues; fd -1: none */
};

#define IPC_NONE                                                                                   \
	{                                                                                          \
		.queues.fd = -1                                                                    \
	}

/* Call it once, in an IPC namespace of one's own. */
void ipc_open(struct ipc *ipc);
bool ipc_is_used(const struct ipc *ipc);
/* Removes all objects. Costs four system calls if there are none. */
void ipc_clear(struct ipc *ipc);

#endif
