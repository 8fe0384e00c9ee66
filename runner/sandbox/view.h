/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The view: what a test sees of the file system.  Needs a mount namespace of the worker's own.
 *
 * Trees that tests may write into (the given one, the usual places of temporary files, the
 * home directory) lie under overlays whose upper layers are thrown away; everything else can't be
 * written.  A socket under an overlay is not the one that a process outside listens on.
 *
 *   view_create()
 *   view_refresh()  before each run: nothing of an earlier run is there
 *   view_push()     a second layer over the first, which stays for who lives in it
 *   view_pop()
 *
 * What a run left untouched serves the next one, too.
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
	const char *root;    /* among the trees */
	const char *scratch; /* existing directory that stays as it is, and writable; its
				subdirectory `view` (existing) is where the upper layers live */
	bool offline; /* the sockets of the machine's services can't be reached: those in /run,
			 too, and not only in the trees above */
	unsigned
		nr_views; /* at the same time; what they take together is a quarter of the memory */
};

struct error *view_create(const struct view_opts *opts, struct view **ret) MUST_CHECK;
/* Directory for temporary files: fresh for each run, same name always. */
const char *view_tmpdir(const struct view *view);
/* True if nothing was written since the last refresh or push. */
bool view_is_untouched(const struct view *view);
struct error *view_refresh(struct view *view) MUST_CHECK;
struct error *view_push(struct view *view) MUST_CHECK;
/* Takes the layer of view_push() away, if there is one. */
void view_pop(struct view *view);
/*
 * A layer that begins as what is seen now, for a process that goes on from there.  What nobody has written into yet is
 * shared, as long as no such process does.  ERROR_UNUSABLE: files were written that can't be kept apart.
 */
struct error *view_fork(struct view *view) MUST_CHECK;
/* True if processes in the layer see other directories than the ones below it. */
bool view_is_forked(const struct view *view);
/* Takes the layer away; false if what is below was changed through it: that is known the next time. */
bool view_join(struct view *view);
/*
 * Hash of what the layer of a view_fork() holds by itself; the same for the same files.  What was changed from START on
 * (CLOCK_REALTIME_COARSE, as the times of files are) may have been changed at any time: for hashes
 * that are compared START is the same.  False: it can't be read.
 */
bool view_digest(const struct view *view, const struct timespec *start, uint64_t *ret);
/* Writes what was written since the last refresh, before a view_fork() too, to the file PATH (runner/sandbox/written.h). */
struct error *view_list(const struct view *view, const char *path) MUST_CHECK;
/* Another test: it may write elsewhere. */
void view_forget(struct view *view);
/* True if the memory that the upper layer may take is nearly used up. */
bool view_is_full(const struct view *view);

#endif
