/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernel has loaded of a statically linked subject, seen from outside. */
#ifndef RUNNER_TRACE_LOADED_H
#define RUNNER_TRACE_LOADED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rewriter/subject/subject.h"

/*
 * The subject that PID, which is stopped at its exec, executes: its program headers and build-id,
 * or without one the bytes of all its sites, are the subject's, and its file is the very file, or
 * a copy that is younger.  *RET_BASE is added to addresses of the file.  NULL: none of SUBJECTS.
 */
const struct subject *loaded_find(const struct subject_list *subjects, pid_t pid,
				  uint64_t *ret_base);
/* True if PID, which is stopped anywhere, executes SUBJECT at BASE, by its program headers. */
bool loaded_is(const struct subject *subject, pid_t pid, uint64_t base);

#endif
