/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One tree under an overlay.  Part of the view (runner/sandbox/view.h), which gives
 * it the directories for its upper layer.
 */
#ifndef RUNNER_SANDBOX_OVERLAY_H
#define RUNNER_SANDBOX_OVERLAY_H

#include <stdbool.h>
#include <sys/stat.h>

#include "common/attr.h"
#include "common/error.h"

/* A directory, and what it was like when nobody had written into it. */
struct pristine {
	int fd; /* -1: none */
	struct stat status;
};

/* Opens NAME in the directory PARENT; false: errno. */
bool pristine_open(struct pristine *directory, int parent, const char *name) MUST_CHECK;
/* True if no entry was made or removed in it and its attributes are the same. */
bool pristine_is_same(const struct pristine *directory);
void pristine_close(struct pristine *directory);

struct overlay {
	const char *root; /* borrowed, as are the two descriptors */
	int lower;	  /* of root as it was below all overlays */
	int directory;	  /* where upper and work are made: reachable whatever is mounted later */
	const struct pristine *begin; /* what upper begins with; NULL: nothing */
	bool is_user;		      /* in a user namespace */
	bool is_mounted;
	char upper[24], work[24]; /* names in directory */
	struct pristine content;  /* of upper */
};

/* Mounts over root, with names of the upper layer that contain NUMBER. */
struct error *overlay_mount(struct overlay *overlay, unsigned number) MUST_CHECK;
/* The same again after a run wrote into it; nothing else may be mounted below root. */
struct error *overlay_renew(struct overlay *overlay) MUST_CHECK;
void overlay_unmount(struct overlay *overlay);
/* The same, and removes what a run has written. */
void overlay_remove(struct overlay *overlay);

/* Unmounts PATH, at the latest when nobody uses it any more. */
void overlay_release(const char *path);

#endif
