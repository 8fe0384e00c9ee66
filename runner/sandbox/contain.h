/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Containment: nothing that a test starts escapes its worker.
 *
 * With namespaces the worker is process 1 of a PID namespace, so its end is the end of
 * all; without, it is a child subreaper and hunts its descendants down, and so does its keeper
 * (runner/pool/keeper.h) if it was killed.
 */
#ifndef RUNNER_SANDBOX_CONTAIN_H
#define RUNNER_SANDBOX_CONTAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"

/* How much of the machine is left to what is contained. */
enum contain_wish {
	CONTAIN_NOT,	/* everything: no namespaces */
	CONTAIN_ONLINE, /* of processes, mounts, IPC and host name only its own */
	CONTAIN_OFFLINE /* and of the network a loopback device */
};

struct containment {
	bool is_namespace; /* PID and mount namespaces of our own */
	bool is_user;	   /* and a user namespace */
	bool is_offline;   /* and a network namespace; wished for until contain_enter() */
	bool has_ipc;	   /* and those for IPC and the host name; after contain_enter() */
	uid_t uid;	   /* ids of the caller, which keep their values inside */
	gid_t gid;
};

/*
 * Forks the worker, into new PID and mount namespaces if WISH asks for any.  Returns as fork()
 * does; -1: refused, errno.  The caller should have one thread.
 */
pid_t contain_fork(enum contain_wish wish, struct containment *ret);

/*
 * In the child: finishes what contain_fork() began.  The working directory becomes /.  That network
 * or IPC can't be separated is no error: CONTAINMENT says so afterwards.
 */
struct error *contain_enter(struct containment *containment) MUST_CHECK;

/*
 * In a child that will execute a command with the real files and the real network, in no view: the mounts,
 * IPC objects and host name that it leaves behind end with it, as far as the machine allows.
 */
void contain_leavings(void);

/*
 * True in any user namespace but the first, whether we made it or live in a container: there
 * overlays must keep their marks in attributes that need no privilege.
 */
bool contain_has_user_namespace(void);

#endif
