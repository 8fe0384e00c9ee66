/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The planter does from outside, for statically linked subjects, what the run-time does inside of
 * other programs (runtime/rt_breakpoint.c): nothing can be loaded into these, and they have the
 * signal handling of their own C library.  Whoever traces the processes of a run calls it:
 *
 *   planter_enter()    a process is stopped at an exec: if it is one of a subject, breakpoints are
 *                      put in place of the sites that the session asks for
 *   planter_find()     a process of whose origin nothing is known: which image it runs
 *   planter_answer()   a task is stopped by SIGTRAP: at a breakpoint, the instruction or variant
 *                      takes its place
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

/* A process image of a subject, with all that is forked from it. */
struct planted {
	const struct subject *subject;
	uint64_t base;		  /* 0 of what is not moved */
	struct cover_file *cover; /* NULL: no coverage is taken */
};

struct planter {
	const struct subject_list *subjects; /* of which the statically linked count; borrowed */
	struct remt_session *session;	     /* borrowed */
	VEC(struct planted) images;	     /* of the run */
	VEC(struct cover_file *) covers;     /* of the subjects that the run has executed */
};

/* PLANTER_NONE: it executes no subject, or nothing is to be changed in it. */
size_t planter_enter(struct planter *planter, pid_t pid);
/* The image that PID, which is stopped, was forked from; PLANTER_NONE: there is none. */
size_t planter_find(const struct planter *planter, pid_t pid);
/* True if PID, which runs IMAGE, was at one of our breakpoints: it is to go on without the
 * signal. */
bool planter_answer(struct planter *planter, size_t image, pid_t pid);
/* Forgets the run. */
void planter_finish(struct planter *planter);

#endif
