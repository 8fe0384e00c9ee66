/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An overlay over one tree. The view (runner/sandbox/view.h) owns the directories for the upper
 * layer.
 */
#ifndef RUNNER_SANDBOX_OVERLAY_H
#define RUNNER_SANDBOX_OVERLAY_H

#include <stdbool.h>
#include <sys/stat.h>

#include "common/attr.h"
#include "common/error.h"

/* A directory, and its attributes before anybody wrote into it. */
struct pristine {
	int fd; /* -1: none */
	struct stat status;
};

/* Opens the directory NAME in PARENT; false: errno. */
bool pristine_open(struct pristine *directory, int parent, const char *name) MUST_CHECK;
/* True if no entry was made or removed and the attributes are the same. */
bool pristine_is_same(const struct pristine *directory);
void pristine_close(struct pristine *directory);

struct overlay {
	const char *root; /* borrowed, as are the two descriptors */
	int lower;	  /* descriptor of root, below all overlays */
	int directory;	  /* holds upper and work; reachable whatever is mounted later */
	const struct pristine *begin; /* content to begin with; NULL: upper begins empty */
	bool is_user;		      /* lives in a user namespace */
	bool is_mounted;
	char upper[24], work[24]; /* names in `directory` */
	struct pristine content;  /* state of upper */
};

/* Mounts OVERLAY over its root; NUMBER becomes part of the name of its upper layer. */
struct error *overlay_mount(struct overlay *overlay, unsigned number) MUST_CHECK;
/* Mounts OVERLAY anew after a run wrote into it. Nothing else may be mounted below its root. */
struct error *overlay_renew(struct overlay *overlay) MUST_CHECK;
void overlay_unmount(struct overlay *overlay);
/* Unmounts OVERLAY and removes what runs have written. */
void overlay_remove(struct overlay *overlay);

/* Unmounts PATH, at the latest when nobody uses it any more. */
void overlay_release(const char *path);

#endif
