/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds, from outside, which statically linked subject the kernel has loaded. */
#ifndef RUNNER_TRACE_LOADED_H
#define RUNNER_TRACE_LOADED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rewriter/subject/subject.h"

/*
 * Returns the one of SUBJECTS that PID, stopped at its exec, executes; NULL: none. Program headers
 * and build-id must be the subject's (without a build-id, the bytes of all its sites), and the file
 * must be the same one or a younger copy. *RET_BASE is what to add to addresses of the file.
 */
const struct subject *loaded_find(const struct subject_list *subjects, pid_t pid,
				  uint64_t *ret_base);
/*
 * True if the program headers of PID, which is stopped anywhere, show that it executes SUBJECT at
 * BASE.
 */
bool loaded_is(const struct subject *subject, pid_t pid, uint64_t base);

/*
 * Finds what the addresses of the program that PID executes are moved by; ENTRY is its entry point, as its file has it. False:
 * the kernel does not tell.
 */
bool loaded_base(pid_t pid, uint64_t entry, uint64_t *ret);

#endif
