/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Containment: nothing that a test starts escapes its worker.
 *
 * With namespaces the worker is process 1 of a PID namespace, and all ends with it. Without them it
 * is a child subreaper and hunts its descendants down; if it is killed, its keeper
 * (runner/pool/keeper.h) does.
 */
#ifndef RUNNER_SANDBOX_CONTAIN_H
#define RUNNER_SANDBOX_CONTAIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "common/attr.h"
#include "common/error.h"

/* How much of the machine contained processes may reach. */
enum contain_wish {
	CONTAIN_NOT,	/* everything: no namespaces */
	CONTAIN_ONLINE, /* only their own processes, mounts, IPC and host name */
	CONTAIN_OFFLINE /* as CONTAIN_ONLINE, and only a loopback device */
};

/* The last process id of a worker's namespace. */
enum { CONTAIN_LAST_PID = 5120 };

struct containment {
	bool is_namespace; /* there are own PID and mount namespaces */
	bool is_user;	   /* there is a user namespace, too */
	bool is_offline;   /* there is a network namespace; before contain_enter(): a wish */
	bool has_ipc;	   /* there are namespaces for IPC and host name; set by contain_enter() */
	bool is_bounded;   /* set by contain_bound_processes(): that was not refused */
	uid_t uid;	   /* ids of the caller; they are the same inside */
	gid_t gid;
};

/*
 * Forks the worker, into new PID and mount namespaces unless WISH is CONTAIN_NOT. Returns as fork()
 * does; -1: refused, errno. The caller should have one thread.
 */
pid_t contain_fork(enum contain_wish wish, struct containment *ret);

/*
 * In the child: finishes what contain_fork() began, and changes the working directory to /. If the
 * network or IPC can't be separated, CONTAINMENT says so; that is no error.
 */
struct error *contain_enter(struct containment *containment) MUST_CHECK;

/*
 * After contain_enter(): from now on ids of processes end at CONTAIN_LAST_PID in this namespace, so that what forks
 * without end does not take those of all others. Before Linux 6.14 a namespace has no last id of its own, and root
 * would change the machine's: nothing is done. That the machine refuses it is no error, either. Not for what traces a
 * whole test suite, whose ids must not come again in later runs.
 */
void contain_bound_processes(struct containment *containment);

/*
 * For a child that will execute a command in no view, with the real files and network: its mounts,
 * IPC objects and host name end with it, as far as the machine allows.
 */
void contain_leavings(void);

/*
 * True in any user namespace but the first, ours or that of a container. An overlay there must keep
 * its marks in attributes that need no privilege.
 */
bool contain_has_user_namespace(void);

#endif
