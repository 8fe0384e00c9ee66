/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Containment: nothing that a test starts escapes its worker.
 *
 * With namespaces the worker is process 1 of a PID namespace, so its end is the end of
 * all; without, it is a child subreaper and hunts its descendants down, and so does its keeper
 * (runner/keeper.h) if it was killed.
 */
#ifndef RUNNER_CONTAIN_H
#define RUNNER_CONTAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/error.h"

struct containment {
	bool is_namespace; /* PID and mount namespaces of our own */
	bool is_user;	   /* and a user namespace */
	uid_t uid;	   /* ids of the caller, which keep their values inside */
	gid_t gid;
};

/*
 * Forks the worker; with ISOLATE into new namespaces.  Returns as fork() does; -1: refused, errno.
 * The caller should have one thread.
 */
pid_t contain_fork(bool isolate, struct containment *ret);

/* In the child: finishes what contain_fork() began.  The working directory becomes /. */
struct error *contain_enter(const struct containment *containment)
	__attribute__((warn_unused_result));

/*
 * True in any user namespace but the first, whether we made it or live in a container: there
 * overlays must keep their marks in attributes that need no privilege.
 */
bool contain_has_user_namespace(void);

#endif
