/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ancestors of a script's process, up to the test's first process. All of them wait for it. */
#ifndef RUNNER_SPLIT_ANCESTORS_H
#define RUNNER_SPLIT_ANCESTORS_H

#include <sys/types.h>

#include "common/vec.h"
#include "remt/session.h"
#include "runner/sandbox/contain.h"
#include "runner/sandbox/tree.h"

enum { ANCESTORS_MAX = 16 };

/* Two descriptors of one open file, which share its offset. */
struct shared_pair {
	int own, parents;
};

struct shared_pairs {
	struct shared_pair items[REMT_SESSION_MAX_SHARED];
	unsigned count;
};

struct ancestors {
	pid_t process; /* 0: none */
	/* from its parent on; empty if it is the first process itself */
	pid_t pids[ANCESTORS_MAX];
	unsigned count;
	/* What the process, then each ancestor, shares with its parent. */
	struct shared_pairs shared[ANCESTORS_MAX];
};

/* A regular file that an ancestor has open, by its name. */
struct ancestor_file {
	unsigned level;
	char *path;
	dev_t device;
	ino_t inode;
};

struct ancestor_files {
	VEC(struct ancestor_file) items;
};

/* Returns the process (LEVEL 0) or the ancestor with index LEVEL - 1. */
static inline pid_t ancestors_pid(const struct ancestors *ancestors, unsigned level)
{
	return level ? ancestors->pids[level - 1] : ancestors->process;
}

/* For each file that the ancestors have open, notes which file its name leads to now. */
void ancestor_files_note(const struct ancestors *ancestors, struct ancestor_files *ret);
/* True if the names of ancestor LEVEL's files still lead there, as its copy opens them by name. */
bool ancestor_files_are_same(const struct ancestor_files *files, unsigned level);
void ancestor_files_deinit(struct ancestor_files *files);

/*
 * Fills *RET for PROCESS, which has stopped; FIRST is the test's first process. If IS_PATIENT,
 * waits for a while until the ancestors do nothing but wait, in calls that the run-time has made
 * callable. Returns why they can't be copied (other processes run beside them, or they have pipes);
 * NULL: they can.
 */
const char *ancestors_find(const struct containment *containment,
			   const struct remt_session *session, pid_t process, pid_t first,
			   bool is_patient, struct ancestors *ret);
/*
 * Looks again at what the process shares with its ancestors, as it goes on while they wait. Returns
 * as ancestors_find().
 */
const char *ancestors_look_again(const struct remt_session *session, struct ancestors *ancestors);
/*
 * Notes which open files the processes with levels FIRST to END - 1 share with their parents.
 * Returns as ancestors_find().
 */
const char *ancestors_look_at_files(const struct remt_session *session, struct ancestors *ancestors,
				    unsigned first, unsigned end);
/* Returns the descriptor of PID for the open file that the caller has as FD; -1: none. */
int ancestors_find_fd(pid_t pid, int fd);
/* True if all of them live, and no signal waits for one. */
bool ancestors_is_sound(const struct ancestors *ancestors);
/* Adds the process and its ancestors to KEPT. */
void ancestors_keep(const struct ancestors *ancestors, struct tree_kept *kept);

#endif
