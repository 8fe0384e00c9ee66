/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel drops a signal that is ignored when it is sent, unless the process is traced: then it
 * interrupts the system call that the process waits in, so that epoll_wait(), sigtimedwait() and
 * others fail by EINTR where they would have waited on.
 */
#ifndef RUNNER_TRACE_INTERRUPTION_H
#define RUNNER_TRACE_INTERRUPTION_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * PID is stopped by SIGNAL.  True if nothing but the signal, which it ignores, has ended its system
 * call: the call begins anew, with its whole time limit, if PID goes on without the signal.
 */
bool interruption_undo(pid_t pid, int signal);

#endif
