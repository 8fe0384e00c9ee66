/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A seccomp filter that stops processes where they name a file to the kernel, and at no other system
 * call: for the tracer of the baseline, or for the listener of a worker (runner/worker/listener.h).
 */
#ifndef RUNNER_TRACE_TRACE_FILTER_H
#define RUNNER_TRACE_TRACE_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"

/* Where the name is; what the kernel tells at a stop (PTRACE_GETEVENTMSG). */
enum trace_filter_call {
	TRACE_CALL_NAME = 1, /* first argument */
	TRACE_CALL_AT = 2,   /* second argument; the first is the directory that it counts from */
	TRACE_CALL_OPEN = 3, /* first argument; flags of open() in the second */
	TRACE_CALL_OPEN_AT = 4, /* second argument, flags in the third */
	TRACE_CALL_CREATE = 5,	/* creat() */
	TRACE_CALL_READ = 6,	/* first argument, a file that is read or changes its name */
	TRACE_CALL_READ_AT = 7, /* the same by the second argument */
	TRACE_CALL_HIDES = 8, /* from here on names mean other files than they do for the tracer, or
				 are not seen */
	TRACE_CALL_FILTERS = 9,	    /* as TRACE_CALL_HIDES; and such a filter can be in its way */
	TRACE_CALL_EXECUTE = 10,    /* first argument, a file that is executed */
	TRACE_CALL_EXECUTE_AT = 11, /* the same by the second argument */
	TRACE_CALL_OPEN_HOW = 12,   /* second argument; a struct open_how in the third */
	TRACE_CALL_MAKE = 13,	    /* first argument, a file that is made unless it is there */
	TRACE_CALL_MAKE_AT = 14,    /* the same by the second argument */
	TRACE_CALL_LINK = 15,	    /* as TRACE_CALL_MAKE, by the second argument */
	TRACE_CALL_LINK_AT = 16,    /* the same by the third one; the second is the directory */
	TRACE_CALL_WATCH = 17,	    /* second argument; the first is no directory */
};

struct trace_filter;

/* NULL: this machine can't. */
struct trace_filter *trace_filter_create(void) MUST_CHECK;
/* For the calling process and all that it starts; false: that is refused to it. */
bool trace_filter_load(const struct trace_filter *filter) MUST_CHECK;
void trace_filter_destroy(struct trace_filter *filter);

/*
 * The same filter for a listener; *RET is owned by the caller, with its instructions.  False: this
 * machine can't.
 */
bool trace_filter_export(struct sock_fprog *ret) MUST_CHECK;
/* What the system call NUMBER of ARCHITECTURE (as struct seccomp_data has them), at which that
 * filter stops, does. */
enum trace_filter_call trace_filter_kind(uint32_t architecture, int number);

#endif
