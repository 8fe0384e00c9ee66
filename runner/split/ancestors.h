/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process of a script and its ancestors up to the test's first process, all of which wait for
 * it. */
#ifndef RUNNER_SPLIT_ANCESTORS_H
#define RUNNER_SPLIT_ANCESTORS_H

#include <sys/types.h>

#include "common/vec.h"
#include "remt/session.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/tree.h"

enum { ANCESTORS_MAX = 16 };

/* Descriptors of one open file: what one of them moves is moved for the other. */
struct shared_pair {
	int own, parents;
};

struct shared_pairs {
	struct shared_pair items[REMT_SESSION_MAX_SHARED];
	unsigned count;
};

struct ancestors {
	pid_t process;		   /* 0: none */
	pid_t pids[ANCESTORS_MAX]; /* from its parent on; none if it is the first process itself */
	unsigned count;
	struct shared_pairs
		shared[ANCESTORS_MAX]; /* of the process, then of each ancestor, with its parent */
};

/* A regular file that an ancestor has open, by the name that it has. */
struct ancestor_file {
	unsigned level;
	char *path;
	dev_t device;
	ino_t inode;
};

struct ancestor_files {
	VEC(struct ancestor_file) items;
};

/* The process, or the ancestor that is number LEVEL - 1. */
static inline pid_t ancestors_pid(const struct ancestors *ancestors, unsigned level)
{
	return level ? ancestors->pids[level - 1] : ancestors->process;
}

/* Notes which files the names of all that the ancestors have open lead to now. */
void ancestor_files_note(const struct ancestors *ancestors, struct ancestor_files *ret);
/* True if they lead there still, of ancestor LEVEL: its copy opens them by their names. */
bool ancestor_files_are_same(const struct ancestor_files *files, unsigned level);
void ancestor_files_deinit(struct ancestor_files *files);

/*
 * Fills *RET for PROCESS, which has stopped; FIRST is the test's first process.  Waits for a while,
 * if IS_PATIENT, until its ancestors do nothing but wait, in calls that the run-time has made
 * callable.  Returns why they can't be copied: other processes run beside them, or they have pipes;
 * NULL if they can.
 */
const char *ancestors_find(const struct containment *containment,
			   const struct remt_session *session, pid_t process, pid_t first,
			   bool is_patient, struct ancestors *ret);
/* Looks once more what the process shares with its parent: it goes on while its ancestors wait. */
const char *ancestors_look_again(const struct remt_session *session, struct ancestors *ancestors);
/* Notes what numbers FIRST to END share, each with its parent; why they can't be copied, or
 * NULL. */
const char *ancestors_look_at_files(const struct remt_session *session, struct ancestors *ancestors,
				    unsigned first, unsigned end);
/* The descriptor of PID for what the caller has open as FD; -1: none. */
int ancestors_find_fd(pid_t pid, int fd);
/* True if all of them live, and nobody has sent them a signal. */
bool ancestors_is_sound(const struct ancestors *ancestors);
/* Adds all of them to KEPT, as far as they are not there. */
void ancestors_keep(const struct ancestors *ancestors, struct tree_kept *kept);

#endif
