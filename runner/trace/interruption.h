/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Undoes interruptions that only tracing causes. The kernel drops an ignored signal at once, unless
 * the process is traced. Then the signal ends the system call in which the process waits, and
 * epoll_wait(), sigtimedwait() and others fail with EINTR instead of waiting on.
 */
#ifndef RUNNER_TRACE_INTERRUPTION_H
#define RUNNER_TRACE_INTERRUPTION_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * PID is stopped by SIGNAL. Returns true if PID ignores SIGNAL and nothing but SIGNAL ended its
 * system call. The call begins anew, with its whole time limit, if PID goes on without the signal.
 */
bool interruption_undo(pid_t pid, int signal);

#endif
