/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process of a script and its ancestors up to the test's first process, all of which wait for it.
 */
#ifndef RUNNER_SPLIT_KIN_H
#define RUNNER_SPLIT_KIN_H

#include <sys/types.h>

#include "common/vec.h"
#include "remt/session.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/tree.h"

enum { KIN_MAX = 16 };

/* Descriptors of one open file: what one of them moves is moved for the other. */
struct kin_pair {
	int own, parents;
};

struct kin_pairs {
	struct kin_pair items[REMT_SESSION_MAX_SHARED];
	unsigned count;
};

struct kin {
	pid_t process;		  /* 0: none */
	pid_t ancestors[KIN_MAX]; /* from its parent on; none if it is the first process itself */
	unsigned count;
	struct kin_pairs
		shared[KIN_MAX]; /* of the process, then of each ancestor, with its parent */
};

/* A regular file that an ancestor has open, by the name that it has. */
struct kin_file {
	unsigned level;
	char *path;
	dev_t device;
	ino_t inode;
};

struct kin_files {
	VEC(struct kin_file) items;
};

/* The process, or the ancestor that is number LEVEL - 1. */
static inline pid_t kin_pid(const struct kin *kin, unsigned level)
{
	return level ? kin->ancestors[level - 1] : kin->process;
}

/* Notes which files the names of all that the ancestors have open lead to now. */
void kin_files_note(const struct kin *kin, struct kin_files *ret);
/* True if they lead there still, of ancestor LEVEL: its copy opens them by their names. */
bool kin_files_are_same(const struct kin_files *files, unsigned level);
void kin_files_deinit(struct kin_files *files);

/*
 * Fills *RET for PROCESS, which has stopped; FIRST is the test's first process.  Waits for a while,
 * if IS_PATIENT, until its ancestors do nothing but wait, in calls that the run-time has made
 * callable.  Returns why they can't be copied: other processes run beside them, or they have pipes;
 * NULL if they can.
 */
const char *kin_find(const struct containment *containment, const struct remt_session *session,
		     pid_t process, pid_t first, bool is_patient, struct kin *ret);
/* Looks once more what the process shares with its parent: it goes on while its ancestors wait. */
const char *kin_look_again(const struct remt_session *session, struct kin *kin);
/* Notes what numbers FIRST to END share, each with its parent; why they can't be copied, or NULL.
 */
const char *kin_look_at_files(const struct remt_session *session, struct kin *kin, unsigned first,
			      unsigned end);
/* The descriptor of PID for what the caller has open as FD; -1: none. */
int kin_find_fd(pid_t pid, int fd);
/* True if all of them live, and nobody has sent them a signal. */
bool kin_is_sound(const struct kin *kin);
/* Adds all of them to KEPT, as far as they are not there. */
void kin_keep(const struct kin *kin, struct tree_kept *kept);

#endif
