/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The listener notes, in a worker, the files that the processes of mutated runs name to the kernel.
 * A seccomp filter (runner/trace/trace_filter.h) makes each such system call wait until a thread of
 * the worker has noted the name. So none is missed, whatever the process is and however it ends,
 * unless another thread of the process exchanges the name meanwhile.
 *
 *   listener_create()    once
 *   listener_expect()    before the start of a process that is to be listened to, with all its
 *                        descendants; the process before it has ended
 *   listener_load()      in that process, before its exec
 *   listener_begin()     before each run; a fork-server has many
 *   listener_conclude()  after it
 */
#ifndef RUNNER_WORKER_LISTENER_H
#define RUNNER_WORKER_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "common/attr.h"
#include "runner/input/named.h"
#include "runner/inventory/modules.h"
#include "runner/trace/trace_names.h"

struct listener;

struct listener_opts {
	const struct modules *modules;
	const char *private_dir; /* all below it belongs to remt */
	const char *runtime;	 /* belongs to remt */
};

/*
 * What was noted of a run that waits while another, split from it, is listened to; zero bytes:
 * nothing. The paths are the listener's, and listener_begin() frees them.
 */
struct listener_kept {
	VEC(struct trace_name) names;
	bool is_incomplete, is_interrupted;
};

/*
 * What the members of OPTS point to must outlive the listener, which ends with the process. NULL:
 * this machine can't do it.
 */
struct listener *listener_create(const struct listener_opts *opts) MUST_CHECK;
void listener_expect(struct listener *listener);
/*
 * Calls only what a child of vfork() may call. If the filter is refused, listener_conclude()
 * returns 0.
 */
void listener_load(const struct listener *listener);
/* Forgets what was noted. */
void listener_begin(struct listener *listener);
/* The run is being ended: an unfinished system call no longer means anything. */
void listener_end(struct listener *listener);
/*
 * Adds the names noted since listener_begin(), with their uses (enum trace_name_use), to SETS as
 * one set, and returns its hash; 0: some names are not known. Files that the run made or emptied
 * before any other use are left out, and so are those of remt and of the kernel (/proc, /sys,
 * /dev).
 */
uint64_t listener_conclude(struct listener *listener, struct named_sets *sets);
/*
 * True if a process may have noticed the listener: a signal interrupted a waiting system call, or
 * the process made a filter of its own.
 */
bool listener_is_noticed(struct listener *listener);

/*
 * Keep and put back what was noted of a process that goes on later, without a listener_begin()
 * between. RET is zero bytes or was kept before; its owner calls listener_kept_deinit().
 */
void listener_keep(struct listener *listener, struct listener_kept *ret);
void listener_put_back(struct listener *listener, const struct listener_kept *kept);
void listener_kept_deinit(struct listener_kept *kept);

#endif
