/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The view: the tree that tests may write into, seen through an overlay whose upper
 * layer is thrown away.  Needs a mount namespace of the worker's own.
 *
 *   view_create()
 *   view_refresh()  before each run: nothing of an earlier run is there
 *   view_push()     a second overlay over the first, which stays for who lives in it
 *   view_pop()
 *
 * An overlay that a run left untouched serves the next one too.
 */
#ifndef RUNNER_VIEW_H
#define RUNNER_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"

struct view;

/*
 * View of ROOT; the upper layers are tmpfs mounts over SCRATCH (existing directory, outside ROOT).
 * USER: in a user namespace.  The first overlay is mounted at once.
 */
struct error *view_create(const char *root, const char *scratch, bool user, struct view **ret)
	__attribute__((warn_unused_result));
/* Directory for temporary files, part of the upper layer: fresh for each run, same name always. */
const char *view_tmpdir(const struct view *view);
/* True if nothing was written since the topmost overlay was mounted. */
bool view_is_untouched(const struct view *view);
struct error *view_refresh(struct view *view) __attribute__((warn_unused_result));
struct error *view_push(struct view *view) __attribute__((warn_unused_result));
/* Takes the overlay of view_push() away, if there is one. */
void view_pop(struct view *view);
/* True if the memory that the upper layer may take is nearly used up. */
bool view_is_full(const struct view *view);

#endif
