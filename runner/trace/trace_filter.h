/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A seccomp filter that stops processes only at system calls that name a file, for the tracer of
 * the baseline or for the listener of a worker (runner/worker/listener.h).
 */
#ifndef RUNNER_TRACE_TRACE_FILTER_H
#define RUNNER_TRACE_TRACE_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"

/* Where the name is. The kernel reports this number at a stop (PTRACE_GETEVENTMSG). */
enum trace_filter_call {
	TRACE_CALL_NAME = 1,	/* first argument */
	TRACE_CALL_AT = 2,	/* second argument; relative to the directory in the first */
	TRACE_CALL_OPEN = 3,	/* first argument; the second has the flags of open() */
	TRACE_CALL_OPEN_AT = 4, /* as TRACE_CALL_AT; the third argument has the flags */
	TRACE_CALL_CREATE = 5,	/* creat() */
	TRACE_CALL_MOVE = 6,	/* first argument; the second is the new name */
	TRACE_CALL_MOVE_AT = 7, /* as TRACE_CALL_AT; the new name: directory third, name fourth */
	/* From now on names mean other files than for the tracer, or are not seen. */
	TRACE_CALL_HIDES = 8,
	/* as TRACE_CALL_HIDES; the process sets a filter that may get in the way */
	TRACE_CALL_FILTERS = 9,
	TRACE_CALL_EXECUTE = 10,    /* first argument; the file is executed */
	TRACE_CALL_EXECUTE_AT = 11, /* as TRACE_CALL_AT; the file is executed */
	TRACE_CALL_OPEN_HOW = 12,   /* as TRACE_CALL_AT; the third argument is a struct open_how */
	TRACE_CALL_MAKE = 13,	    /* first argument; the file is made if it is not there */
	TRACE_CALL_MAKE_AT = 14,    /* as TRACE_CALL_AT; the file is made if it is not there */
	TRACE_CALL_LINK = 15,	    /* second argument; the file is made if it is not there */
	TRACE_CALL_LINK_AT = 16, /* as TRACE_CALL_LINK, by the third argument; directory: second */
	TRACE_CALL_WATCH = 17,	 /* second argument; the first one is no directory */
};

struct trace_filter;

/* Returns NULL if this machine can't do it. */
struct trace_filter *trace_filter_create(void) MUST_CHECK;
/* Puts the calling process and its descendants under FILTER; false: refused. */
bool trace_filter_load(const struct trace_filter *filter) MUST_CHECK;
void trace_filter_destroy(struct trace_filter *filter);

/*
 * Exports the filter for a listener; the caller owns *RET with its instructions. False: this
 * machine can't do it.
 */
bool trace_filter_export(struct sock_fprog *ret) MUST_CHECK;
/*
 * Returns what the system call NUMBER of ARCHITECTURE does (as in struct seccomp_data), if the
 * filter stops at it.
 */
enum trace_filter_call trace_filter_kind(uint32_t architecture, int number);

#endif
