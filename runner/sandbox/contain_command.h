/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Containment of a command that has the real files and network, and whose tracer stays outside. Its
 * processes see and signal only each other, and end with it; so do its mounts, its IPC objects and
 * its host name.
 */
#ifndef RUNNER_SANDBOX_CONTAIN_COMMAND_H
#define RUNNER_SANDBOX_CONTAIN_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>

/* Zero bytes: nothing was started. */
struct contain_command {
	pid_t init; /* process 1 of the command's namespace, a child of the caller; 0: there is none */
};

/*
 * Forks the command, a grandchild of the caller if there is an `init`. Returns as fork() does; the
 * number of the child is that of the caller's namespace. Where the machine refuses a PID namespace,
 * or to begin the numbers in it elsewhere than at 1, the child has contain_leavings() behind it.
 */
pid_t contain_command_fork(struct contain_command *command);

/*
 * Kills all that is in the namespace. The caller then waits for `init`, which ends last. False:
 * there is none, or it was waited for.
 */
bool contain_command_kill(const struct contain_command *command);

/* To be called when a child of the caller was waited for. */
void contain_command_reaped(struct contain_command *command, pid_t pid);

#endif
