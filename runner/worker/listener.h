/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The listener: in a worker, notes the files that the processes of mutated runs name to the kernel.
 * Each such system call waits, by a seccomp filter (runner/trace/trace_filter.h), until a thread of the
 * worker has noted the name: none is missed, whatever the process is and however it ends, unless
 * another thread of it exchanges the name meanwhile.
 *
 *   listener_create()    once
 *   listener_expect()    before a process is started that is to be listened to, with all its
 *                        descendants; the one before has ended
 *   listener_load()      in that process, before its exec
 *   listener_begin()     before each run, of a fork-server many
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
	const char *private_dir; /* what lies below is remt's own */
	const char *runtime;	 /* likewise */
};

/* What was noted, while something else is listened to; zero bytes are nothing. */
struct listener_kept {
	VEC(struct trace_name) names;
	bool is_incomplete, is_interrupted;
};

/* OPTS' texts outlive it, which ends with the process; NULL: this machine can't. */
struct listener *listener_create(const struct listener_opts *opts) MUST_CHECK;
void listener_expect(struct listener *listener);
/* Calls nothing that a child of vfork() must not call.  Where it is refused, listener_conclude()
 * tells. */
void listener_load(const struct listener *listener);
/* Forgets what was noted. */
void listener_begin(struct listener *listener);
/* The run is being ended: that a system call does not come to its end says nothing any more. */
void listener_end(struct listener *listener);
/* The hash of the names since listener_begin(), in SETS, whose uses are enum trace_name_use; 0: not
 * all of them are known. */
uint64_t listener_conclude(struct listener *listener, struct named_sets *sets);
/* True if a process may have seen that it was listened to: a signal interrupted a system call that
 * waited, or it has made a filter of its own. */
bool listener_is_noticed(struct listener *listener);

/* Of a process that goes on later: what it has named by now, and that this is what was noted. */
void listener_keep(struct listener *listener, struct listener_kept *ret);
void listener_put_back(struct listener *listener, const struct listener_kept *kept);
void listener_kept_deinit(struct listener_kept *kept);

#endif
