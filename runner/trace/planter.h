/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The planter does, from outside and for statically linked subjects, what the run-time does inside
 * other programs (runtime/rt_breakpoint.c). Nothing can be loaded into such a subject, and its own
 * C library handles its signals. The tracer of a run calls it:
 *
 *   planter_enter()    a process is stopped at an exec: in a subject, the sites that the session
 *                      asks for become breakpoints
 *   planter_find()     which image a process of unknown origin runs
 *   planter_answer()   a task is stopped by SIGTRAP: the instruction or the variant takes the
 *                      place of the breakpoint
 *   planter_finish()   the run has ended: its coverage is written
 */
#ifndef RUNNER_TRACE_PLANTER_H
#define RUNNER_TRACE_PLANTER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/vec.h"
#include "remt/session.h"
#include "rewriter/subject/subject.h"
#include "runner/trace/cover_file.h"

#define PLANTER_NONE SIZE_MAX

/* A process image of a subject, and all processes forked from it. */
struct planted {
	const struct subject *subject;
	uint64_t base;		  /* 0: the program is not moved */
	struct cover_file *cover; /* NULL: no coverage is taken */
};

struct planter {
	const struct subject_list *subjects; /* only the statically linked ones count; borrowed */
	struct remt_session *session;	     /* borrowed */
	VEC(struct planted) images;	     /* images of the run */
	VEC(struct cover_file *) covers;     /* coverage of the subjects that the run executed */
};

/*
 * Returns the new image; PLANTER_NONE: PID executes no subject, or nothing is to be changed in it.
 */
size_t planter_enter(struct planter *planter, pid_t pid);
/* Returns the image that PID, which is stopped, was forked from; PLANTER_NONE: none. */
size_t planter_find(const struct planter *planter, pid_t pid);
/*
 * True if PID, which runs IMAGE, stopped at one of our breakpoints; it must go on without the
 * signal.
 */
bool planter_answer(struct planter *planter, size_t image, pid_t pid);
/* Writes the coverage and forgets the run. */
void planter_finish(struct planter *planter);

#endif
