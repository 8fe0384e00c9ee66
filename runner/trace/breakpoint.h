/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breakpoints in the code of a stopped traced process; x86-64 only. */
#ifndef RUNNER_TRACE_BREAKPOINT_H
#define RUNNER_TRACE_BREAKPOINT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* True if PID was stopped by a breakpoint. */
bool breakpoint_is_there(pid_t pid);
/* Puts a breakpoint at ADDRESS; *RET is the byte that it stands for. False: that is not possible, or one is there. */
bool breakpoint_put(pid_t pid, uint64_t address, uint8_t *ret);
/* Puts BYTE back. False: that is not possible, as `errno` says. */
bool breakpoint_remove(pid_t pid, uint64_t address, uint8_t byte);

#endif
