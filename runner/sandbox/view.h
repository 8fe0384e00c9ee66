/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The view: what a test sees of the file system. Needs a mount namespace of the worker's own.
 *
 * Trees that tests may write into lie under overlays whose upper layers are thrown away: the given
 * tree, the usual places of temporary files, the home directory. Everything else can't be written.
 * A socket under an overlay does not lead to a process outside.
 *
 *   view_create()
 *   view_refresh()  before each run: nothing of an earlier run is left
 *   view_push()     a second layer over the first, in which its processes go on living
 *   view_pop()
 *
 * A layer that a run left untouched serves the next run, too.
 */
#ifndef RUNNER_SANDBOX_VIEW_H
#define RUNNER_SANDBOX_VIEW_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "common/attr.h"
#include "common/error.h"

struct view;

struct view_opts {
	const char *root; /* tree that tests may write into */
	/*
	 * Existing directory that stays as it is, and writable. The upper layers live in its
	 * existing subdirectory `view`.
	 */
	const char *scratch;
	/* The sockets of the machine's services can't be reached, those in /run included. */
	bool offline;
	/* number of views at the same time, which share a quarter of the memory; 0 counts as 1 */
	unsigned nr_views;
};

struct error *view_create(const struct view_opts *opts, struct view **ret) MUST_CHECK;
/* Returns the directory for temporary files. It has the same name in each run and begins empty. */
const char *view_tmpdir(const struct view *view);
/* True if nothing was written since the last refresh or push. */
bool view_is_untouched(const struct view *view);
struct error *view_refresh(struct view *view) MUST_CHECK;
/*
 * Notes the files PATHS (absolute and normalised, NULL at the end), which were written since the last refresh for the
 * next run, and that nothing else was.
 */
void view_plant(struct view *view, char *const *paths);
/*
 * True if these are there as they were when they were noted, and nothing else was written: to write them anew does as
 * well as to refresh the view and to write them then.
 */
bool view_is_planted(const struct view *view, char *const *paths);
struct error *view_push(struct view *view) MUST_CHECK;
/* Takes the layer of view_push() away, if there is one, with the forks above it. */
void view_pop(struct view *view);
/*
 * Adds a layer that begins as what is seen now, for a process that goes on from there. A tree that
 * no such process has written into yet is shared. ERROR_UNUSABLE: some written files can't be kept
 * apart.
 */
struct error *view_fork(struct view *view) MUST_CHECK;
/* True if processes in the topmost layer see other directories than those in the layer below. */
bool view_is_forked(const struct view *view);
/*
 * Takes the layer of view_fork() away. Returns false if the layer below was changed through it; the
 * next fork will not share that tree.
 */
bool view_join(struct view *view);
/*
 * Hashes what the layer of a view_fork() holds itself; equal files give equal hashes. START
 * (CLOCK_REALTIME_COARSE, as the times of files) is as in upper_layer_digest_begin() and must be
 * the same for hashes that are compared. False: something can't be read.
 */
bool view_digest(const struct view *view, const struct timespec *start, uint64_t *ret);
/*
 * Writes to the file PATH what was written since the last refresh, also before a view_fork(), in
 * the form of runner/sandbox/written.h.
 */
struct error *view_list(const struct view *view, const char *path) MUST_CHECK;
/* Call it before another test, which may write into other trees. */
void view_forget(struct view *view);
/* True if the upper layer's share of the memory is nearly used up. */
bool view_is_full(const struct view *view);

#endif
